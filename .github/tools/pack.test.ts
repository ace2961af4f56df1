import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { isPacked, packedFiles } from './pack.ts'

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

test('a file that git does not track is not packed', async () => {
  const repository = mkdtempSync(join(tmpdir(), 'plimsoll-pack-'))
  mkdirSync(join(repository, 'site'))
  for (const name of ['tracked.ts', 'notes.txt']) writeFileSync(join(repository, 'site', name), '')
  await execa('git', ['-C', repository, 'init', '--quiet'])
  await execa('git', ['-C', repository, 'add', 'site/tracked.ts'])
  expect(await packedFiles(repository)).toEqual(['site/tracked.ts'])
})
