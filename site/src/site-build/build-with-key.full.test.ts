import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importDocument } from '../store/import.ts'
import { openRegistry } from '../store/registry.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import { checkLog } from '../transparency/check-log.ts'
import { logFolder } from '../transparency/log-folder.ts'
import { newPrivateKey, parsePrivateKey } from '../transparency/note.ts'
import { buildSite } from './build-site.ts'
import { isCurrent } from './made-from.ts'
import { listFiles } from './target.ts'

test('a build with a key adds the runs to the transparency log, publishes it, and shows the proof on each page', async () => {
  const directory = temporaryDirectory()
  const registry = openRegistry(path.join(directory, 'registry'))
  const out = path.join(directory, 'out')
  const read = (name: string) => readFileSync(path.join(out, name), 'utf8')
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const key = newPrivateKey('registry.example/log')
  await buildSite(registry, out, () => {}, null, key)
  expect(read(`runs/${id}.html`)).toContain('c2sp.org/tlog-proof@v1')
  expect(checkLog(registry, parsePrivateKey(key).verifier).faults).toEqual([])
  expect(listFiles(path.join(out, 'log'))).toEqual(listFiles(logFolder(registry)))
  expect(read('log/checkpoint')).toBe(readFileSync(path.join(logFolder(registry), 'checkpoint'), 'utf8'))
  expect(isCurrent(out, registry, null)).toBe(true)
})
