import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { main } from '../command.ts'
import { listDocuments } from '../store/documents.ts'
import { openRegistry, registryAt } from '../store/registry.ts'
import { listRunsWithStatements } from '../store/statements.ts'
import { temporaryDirectory } from '../testing.ts'
import { newPrivateKey } from '../transparency/note.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const MODULES = path.join(import.meta.dirname, '..')

/**
 * Imports at most 50 runs a second, deletes every tenth, and adds them to the log, as a program of its own. Without a
 * pause the registry would grow faster than a busy machine copies and verifies it.
 */
const WRITER = `
  const [, registryDirectory, key] = process.argv
  const { setTimeout } = await import('node:timers/promises')
  const { registryAt } = await import('${MODULES}/store/registry.ts')
  const { importDocument } = await import('${MODULES}/store/import.ts')
  const { deleteRun } = await import('${MODULES}/store/withdraw-supersede-delete.ts')
  const { addToLog } = await import('${MODULES}/transparency/write-log.ts')
  const { exampleRun, toBytes } = await import('${MODULES}/testing.ts')
  const registry = registryAt(registryDirectory)
  for (let number = 0; ; number += 1) {
    await setTimeout(20)
    const run = exampleRun(({ notes }) => notes.push({ code: 'number', text: String(number) }))
    const { id } = importDocument(registry, toBytes(run))
    if (key !== '') await addToLog(registry, key, [{ id, hash: null }])
    if (number % 10 === 9) {
      deleteRun(registry, id, 'named a person')
      if (key !== '') await addToLog(registry, key, [{ id, hash: null }])
    }
  }`

// Another process writes meanwhile, so that the test takes long beside other tests.
const TIMEOUT_MS = 60_000

test.each([
  ['with a transparency log', newPrivateKey('registry.example/log')],
  ['without a log', ''],
])(
  'a backup that was made while runs were stored and deleted is verified after its restore, %s',
  async (_name, key) => {
    const directory = temporaryDirectory()
    const registry = openRegistry(path.join(directory, 'registry'))
    const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, registry.directory, key], {
      stdio: 'inherit',
    })
    onTestFinished(() => void writer.kill())
    await expect.poll(() => listDocuments(registry).length).toBeGreaterThan(20)
    const copies = Array.from({ length: 3 }, (_, number) => path.join(directory, `copy-${number}`))
    const missing: string[] = []
    for (const copy of copies) {
      const before = listRunsWithStatements(registry)
      await makeBackup(registry, path.join(directory, 'no-site'), copy)
      const copied = new Set(listRunsWithStatements(registryAt(copy)))
      missing.push(...before.filter((id) => !copied.has(id)))
    }
    writer.kill()
    await once(writer, 'close')
    expect(missing).toEqual([])
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    for (const copy of copies) {
      const restored = registryAt(`${copy}-restored`)
      openRegistry(restored.directory)
      await restoreBackup(copy, restored, path.join(directory, 'no-site'))
      await main(['verify', '--registry', restored.directory])
    }
    expect(said.mock.calls.map(([line]) => String(line)).filter((line) => /failed: /.test(line))).toEqual([])
  },
  TIMEOUT_MS,
)
