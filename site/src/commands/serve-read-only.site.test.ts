import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { main } from '../command.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import { makeOnePageSite } from './testing.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')
const BASE = 'https://registry.example/'

/** Makes a registry with two runs, of which the index has one, and makes it read-only until the test ends. */
async function readOnlyRegistry(): Promise<{ registry: Registry; ids: string[] }> {
  const registry = openRegistry(path.join(temporaryDirectory(), 'registry'))
  const ids: string[] = []
  for (const text of ['one', 'two']) {
    if (ids.length === 1) await synchronizeIndex(registry)
    ids.push(importDocument(registry, toBytes(exampleRun(({ notes }) => notes.push({ code: 'number', text })))).id)
  }
  const { directory, documents, statements } = registry
  if (process.getuid?.() === 0 && process.platform === 'linux') {
    execFileSync('mount', ['--bind', directory, directory])
    onTestFinished(() => void execFileSync('umount', [directory]))
    execFileSync('mount', ['-o', 'remount,ro,bind', directory])
  } else {
    for (const folder of [directory, documents, statements]) chmodSync(folder, 0o555)
    onTestFinished(() => {
      for (const folder of [directory, documents, statements]) chmodSync(folder, 0o755)
    })
  }
  return { registry, ids }
}

/** Makes a site of one page, as if it had been built from a registry. */
function siteOf(registry: Registry): string {
  const out = path.join(temporaryDirectory(), 'site')
  makeOnePageSite(out, registry, BASE)
  return out
}

function start(registry: Registry, ...args: string[]): { child: ChildProcess; stderr: () => string } {
  const all = [COMMAND, 'serve', '--registry', registry.directory, '--port', '0', '--base-url', BASE, ...args]
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, stderr: () => text }
}

test('a registry on a read-only file system is served as it was built, says so, and answers for every run', async () => {
  const { registry, ids } = await readOnlyRegistry()
  const { child, stderr } = start(registry, '--out', siteOf(registry), '--ingest', '--rebuild-after', '1')
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const get = async (address: string) => fetch(new URL(address, String(line).trim()))
  expect(await (await get('/')).text()).toContain('As it was built')
  for (const id of ids) expect(await (await get(`/runs/${id}`)).text()).toContain(id)
  const listed = (await (await get('/api/v1/runs')).json()) as { runs: { id: string }[] }
  expect(listed.runs.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  const submission = await fetch(new URL('/api/v1/runs', String(line).trim()), { method: 'POST' })
  expect(submission.status).toBe(403)
  expect(stderr()).toContain(
    `The registry ${registry.directory} cannot be written to: submissions are off, and lists and histories stay as the last build made them.`,
  )
  expect(stderr()).not.toMatch(/"level":"error"|building/)
})

test('a read-only registry without a site is not served, and the command says where to build it', async () => {
  const { registry } = await readOnlyRegistry()
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => printed.mockRestore())
  const out = path.join(temporaryDirectory(), 'nothing')
  expect(await main(['serve', '--registry', registry.directory, '--port', '0', '--base-url', BASE, '--out', out])).toBe(
    3,
  )
  const stderr = printed.mock.calls.map(([text]) => text).join('')
  expect(stderr).toMatch(/cannot be written to, and '.*' has no site of it\. Build the site where/)
})
