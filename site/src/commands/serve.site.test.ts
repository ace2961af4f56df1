import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { captureOutput } from '../../../schema/test/capture-output.ts'
import { main } from '../command.ts'
import { readShippedDocuments } from '../editions/read-editions.ts'
import { readNames } from '../provenance/trust.ts'
import { holdRegistry } from '../server/hold-registry.ts'
import { importDocument, importShipped } from '../store/import.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { makeOnePageSite } from './testing.ts'

// Tests the command in its own process. Real builds of a server are in server/rebuild.site.test.ts.

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')
const { directory, remove } = directoryOfTests()
const registry = path.join(directory, 'registry')
let server: ChildProcess | null = null

afterEach(async () => {
  if (server?.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
})
afterAll(remove)

beforeAll(() => {
  // Otherwise a build would import the documents that ship with the project.
  importShipped(openRegistry(registry), readShippedDocuments(path.join(import.meta.dirname, '..', '..', 'documents')))
  importRun(openRegistry(registry))
  makeOnePageSite(path.join(registry, 'site'), openRegistry(registry), null)
})

test('without changes, nothing is built: the address of the requested page is printed; SIGINT stops the server with exit code 0', async () => {
  const { stderr, address } = await start('--open-path', '/runs/abc')
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/runs\/abc$/)
  importRun(openRegistry(registry)) // The run that is there already.
  expect(await (await fetch(new URL('/', address))).text()).toContain('As it was built')
  expect(await end('SIGINT')).toEqual([0, null])
  expect(stderr()).not.toContain('rendering pages')
})

test('a server whose log cannot be written, because the disk is full, goes on, until SIGTERM stops it with exit code 0', async () => {
  const log = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [COMMAND, 'serve', '--registry', registry, '--port', '0'], {
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  server = child
  const [line] = (await once(child.stdout as Readable, 'data')) as [Buffer]
  for (let time = 0; time < 3; time += 1) expect((await fetch(line.toString().trim())).status).toBe(200)
  expect(child.exitCode).toBeNull()
  expect(await end('SIGTERM')).toEqual([0, null])
})

test('if the server cannot listen, it reports an error and exits', async () => {
  // This address is reserved for documentation (RFC 5737).
  const { code, error } = await run('serve', '--registry', registry, '--host', '203.0.113.1', '--port', '0')
  expect([code, error]).toEqual([3, expect.stringMatching(/cannot be served on 203\.0\.113\.1.*--port\.\n$/)])
})

test('a second server that would accept runs is refused, and the registry does not get its address', async () => {
  const release = await holdRegistry(openRegistry(registry))
  const second = ['serve', '--registry', registry, '--ingest', '--base-url', 'https://second.example/', '--port', '0']
  const { code, error } = await run(...second)
  release()
  expect([code, error]).toEqual([3, expect.stringContaining('Another server already accepts runs')])
  expect(readNames(openRegistry(registry))).toEqual([])
})

test.each(['serve', 'build'])('%s rejects the site of another registry', async (command) => {
  const other = path.join(directory, 'other')
  importRun(openRegistry(other))
  const site = path.join(registry, 'site')
  const { code, out, error } = await run(command, '--registry', other, '--out', site)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(error).toContain(`'${site}' is the site of another registry, '${registry}', not of '${other}'.`)
})

function importRun(to: Registry): void {
  importDocument(to, toBytes(exampleRun()))
}

async function start(...flags: string[]): Promise<{ address: string; stderr: () => string }> {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--registry', registry, '--port', '0', ...flags])
  server = child
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(stderr)))
  ended.catch(() => {})
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
  return { address: line.toString().trim(), stderr: () => stderr }
}

async function end(signal: NodeJS.Signals): Promise<unknown[]> {
  const ended = once(server as ChildProcess, 'exit')
  server?.kill(signal)
  return ended
}

async function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const { exitCode, stdout, stderr } = await captureOutput(() => main(args))
  return { code: exitCode, out: stdout, error: stderr }
}
