import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { identify, type RunDocument } from '@plimsoll/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { makeClaims, startIssuer, type TestIssuer } from '../ingest/testing.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { exampleRun, toBytes } from '../testing.ts'
import { API_SCHEMAS } from './api.ts'
import { listen, stopListening } from './listen.ts'
import { type ServeOptions, type StartedRegistry, startRegistry } from './start.ts'

/** The public address of a test's registry. */
export const BASE = 'https://registry.example/'

/** A registry server on this machine only, with a token issuer that it trusts. For tests only. */
export interface TestServer {
  registry: Registry
  out: string
  issuer: TestIssuer
  started: StartedRegistry
  address: string
  logged: { level: string; event: string; facts: Record<string, unknown> }[]
  /** Returns a token that submits the document with this hash. */
  token(hash: string, claims?: Record<string, unknown>): Promise<string>
  submit(document: RunDocument, headers?: Record<string, string>): Promise<Response>
  stop(): Promise<void>
}

/** Starts a server for the registry in a directory. Beside the registry is a built site that has only a home page. */
export async function startServer(directory: string, options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const issuer = await startIssuer()
  const registry = openRegistry(path.join(directory, 'registry'))
  const out = path.join(directory, 'site')
  mkdirSync(out, { recursive: true })
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  writeFileSync(path.join(out, '.plimsoll-site'), 'index.html\n')
  const logged: TestServer['logged'] = []
  const started = await startRegistry({
    registry,
    out,
    baseUrl: BASE,
    localHost: null,
    isReadOnly: false,
    issuers: [issuer.issuer],
    access: { allow: [], deny: [] },
    quota: 1000,
    rebuildAfter: 1_000_000,
    logKey: null,
    log: (level, event, facts = {}) => logged.push({ level, event, facts }),
    ...options,
  })
  const address = `http://127.0.0.1:${await listen(started.app, '127.0.0.1', 0)}`
  const token: TestServer['token'] = (hash, claims = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return issuer.sign({ ...makeClaims(issuer.issuer, `${BASE.slice(0, -1)}#${hash}`, now), ...claims })
  }
  return {
    ...{ registry, out, issuer, started, address, logged, token },
    submit: async (document, headers = {}) =>
      fetch(`${address}/api/v1/runs`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await token(identify(document).hash)}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          ...headers,
        },
        body: gzipSync(toBytes(document)),
      }),
    async stop() {
      await stopListening(started.app, 0)
      await started.stop()
      await issuer.close()
    },
  }
}

/** Returns the example run as the workflow in the test's token would have produced it. */
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
