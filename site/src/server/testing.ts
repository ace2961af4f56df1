import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { RunDocument } from '@plimsoll/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect } from 'vitest'
import { markBuilt } from '../commands/testing.ts'
import { submissionBody } from '../ingest/testing.ts'
import {
  type Claims,
  startSigstore,
  submissionOf,
  TEST_REGISTRY,
  type TestSigstore,
  trustSigstore,
} from '../provenance/testing.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { API_SCHEMAS } from './api.ts'
import { listen, stopListening } from './listen.ts'
import { type ServeOptions, type StartedRegistry, startRegistry } from './start.ts'

/** The public address of a test's registry. */
export const BASE = `${TEST_REGISTRY}/`

/** A registry server on this machine only, with a Sigstore instance that it trusts. For tests only. */
export interface TestServer {
  registry: Registry
  out: string
  sigstore: TestSigstore
  started: StartedRegistry
  address: string
  logged: { level: string; event: string; facts: Record<string, unknown> }[]
  /** Signs a document and submits it. @param claims the claims of the job's token that differ from the usual ones */
  submit(document: RunDocument, options?: { claims?: Claims; headers?: Record<string, string> }): Promise<Response>
  stop(): Promise<void>
}

/** Starts a server for the registry in a directory. Beside the registry is a built site that has only a home page. */
export async function startServer(directory: string, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const sigstore = await startSigstore()
  const registry = openRegistry(path.join(directory, 'registry'))
  trustSigstore(registry, sigstore)
  const out = path.join(directory, 'site')
  mkdirSync(out, { recursive: true })
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  // It was built for another address, so it is out of date.
  markBuilt(out, registry, null)
  const logged: TestServer['logged'] = []
  const started = await startRegistry({
    registry,
    out,
    baseUrl: BASE,
    localHost: null,
    accepts: true,
    access: { allow: [], deny: [] },
    quota: 1000,
    rebuildAfter: 1_000_000,
    log: (level, event, facts = {}) => logged.push({ level, event, facts }),
    ...options,
  })
  const address = `http://127.0.0.1:${await listen(started.app, '127.0.0.1', 0)}`
  return {
    ...{ registry, out, sigstore, started, address, logged },
    submit: async (document, { claims = {}, headers = {} } = {}) =>
      fetch(`${address}/api/v1/runs`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', ...headers },
        body: gzipSync(submissionBody(await sigstore.sign(submissionOf(document), { claims }), toBytes(document))),
      }),
    async stop() {
      await stopListening(started.app, 0)
      await started.stop()
      await sigstore.close()
    },
  }
}

/**
 * Starts one server for all tests of a file, because a start takes two seconds of processor time. It ends after them.
 * @param prepare fills the registry before the start
 */
export async function serverOfTests(
  options: Partial<ServeOptions> = {},
  prepare: (registry: Registry) => void = () => {},
): Promise<TestServer> {
  const { directory, remove } = directoryOfTests()
  prepare(openRegistry(path.join(directory, 'registry')))
  const server = await startServer(directory, options)
  afterAll(async () => {
    await server.stop()
    remove()
  })
  return server
}

/** Returns the example run as the workflow in the test's claims would have produced it. */
export function runOfWorkflow(change: (document: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((document) => {
    document.source = {
      ...{ repository: 'example/project', commit: 'a'.repeat(40), ref: 'refs/heads/main' },
      ...{ pullRequest: null, workflowRun: 3003 },
    }
    change(document)
  })
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
for (const [$id, schema] of Object.entries(API_SCHEMAS)) ajv.addSchema({ $id, ...schema })

/** Validates a response against a schema of the API description. */
export function expectDescribed(value: unknown, schema: string): void {
  const valid = ajv.validate({ $ref: `${schema}#` }, value)
  expect(ajv.errors ?? [], JSON.stringify(value).slice(0, 500)).toEqual([])
  expect(valid).toBe(true)
}
