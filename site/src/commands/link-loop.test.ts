import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { main } from '../command.ts'
import { readAvailability } from '../server/run-state.ts'
import { isCurrent } from '../site-build/manifest.ts'
import { readDocument } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry } from '../store/registry.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'

test('a link to itself among the documents is reported, and stops no command', async () => {
  const directory = temporaryDirectory()
  const registry = openRegistry(path.join(directory, 'registry'))
  importDocument(registry, toBytes(exampleRun()))
  const id = 'a'.repeat(26)
  for (const name of [`${id}.json`, 'loop.json']) symlinkSync(name, path.join(registry.documents, name))
  writeFileSync(
    path.join(directory, 'run.json'),
    toBytes(exampleRun(({ notes }) => notes.push({ code: 'a', text: 'a' }))),
  )

  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)))
  onTestFinished(() => void vi.restoreAllMocks())
  const at = ['--registry', registry.directory]
  expect(await main(['import', path.join(directory, 'run.json'), ...at])).toBe(0)
  expect(said.join('\n')).toContain('it is not a regular file; replace the link')
  expect(await main(['verify', ...at])).toBe(1)

  expect(isCurrent(path.join(directory, 'site'), registry, null)).toBe(false)
  expect(readAvailability(registry, path.join(directory, 'site'), id).deleted).toBe(false)
  expect(() => readDocument(registry, id)).toThrow('was changed after it was stored')
})
