import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSigstore, type TestSigstore, trustSigstore } from '../provenance/testing.ts'
import { addName } from '../provenance/trust.ts'
import { openRegistry } from '../store/registry.ts'
import { directoryOfTests, exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import { listen, stopListening } from './listen.ts'
import { type StartedRegistry, startRegistry } from './start.ts'

const PLIMSOLL = path.join(import.meta.dirname, '..', '..', '..', 'action', 'bin', 'plimsoll.js')

let sigstore: TestSigstore
let started: StartedRegistry
let address: string
let file: string
let signingConfig: string

const { directory, remove } = directoryOfTests()
beforeAll(async () => {
  sigstore = await startSigstore()
  const registry = openRegistry(path.join(directory, 'registry'))
  trustSigstore(registry, sigstore)
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  addName(registry, address)
  const out = path.join(directory, 'site')
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  started = await startRegistry({
    localHost: null,
    registry,
    out,
    baseUrl: `${address}/`,
    accepts: true,
    access: { allow: [], deny: [] },
    quota: 1000,
    rebuildAfter: 1_000_000,
    log: () => {},
  })
  await listen(started.app, '127.0.0.1', port)
  file = path.join(directory, 'run.json')
  writeFileSync(file, toBytes(document))
  signingConfig = path.join(directory, 'signing-config.json')
  writeFileSync(signingConfig, JSON.stringify(sigstore.signingConfig))
})
afterAll(async () => {
  await stopListening(started.app, 0)
  await started.stop()
  await sigstore.close()
  remove()
})

const document = exampleRun((document) => {
  document.source = {
    ...{ repository: 'example/project', commit: 'a'.repeat(40), ref: 'refs/heads/main' },
    ...{ pullRequest: null, workflowRun: 3003 },
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function publish(environment: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = [PLIMSOLL, 'publish', file, '--registry', address, '--signing-config', signingConfig]
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, HOME: temporaryDirectory(), ...environment } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

test('without permission to request tokens, it says what to do and submits nothing', async () => {
  const { code, stdout, stderr } = await publish({})
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('permissions: id-token: write')
  expect((await fetch(`${address}/runs/${identify(document).id}`)).status).toBe(404)
})

test('`plimsoll publish` in a job that may request tokens prints the permalink, and the page exists', async () => {
  const { id } = identify(document)
  const first = await publish(sigstore.environment)
  expect(first).toMatchObject({ code: 0, stdout: `${address}/runs/${id}\n` })
  expect(first.stderr).toContain('never in a document: host name')
  expect(first.stderr).toContain('Accepted: signed by repository')
  expect(await (await fetch(`${address}/runs/${id}`)).text()).toContain('signed by repository')
  const again = await publish(sigstore.environment)
  expect(again.stdout).toBe(first.stdout)
  expect(again.stderr).toContain('Already published')
})
