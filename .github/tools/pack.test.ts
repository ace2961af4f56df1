import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isPacked } from './pack.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('the package has every folder whose files the command lists', () => {
  const sources = ['action/src', 'workloads/src'].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  )
  const folders = sources
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/readdirSync\(new URL\('(\.\/[\w/-]+)'/g)].map(
        ([, folder = '']) => join(dirname(file), folder),
      ),
    )
  expect(folders).toContain('action/src/report/formats/')
  const files = folders.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
  const sourcesOfFolders = files.filter((file) => /(?<!\.test)\.ts$/.test(file))
  expect(sourcesOfFolders.filter((file) => !isPacked(file))).toEqual([])
})
