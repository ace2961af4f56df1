import type { Server } from 'node:http'
import { makeAssets } from '../build/assets.ts'
import { isCurrent } from '../build/made-from.ts'
import { RegistryError } from '../errors.ts'
import { type AcceptRunThreads, startAcceptRunThreads } from '../ingest/accept-run-threads.ts'
import { issuerKeys } from '../ingest/issuer-keys.ts'
import { hourlyQuota } from '../ingest/quota.ts'
import { RELEASED } from '../ingest/released.ts'
import type { Ingest } from '../ingest/submit.ts'
import { makeUploadBudget } from '../ingest/upload-limits.ts'
import { TEMPLATE_VERSION } from '../page/template.ts'
import { countRuns, openReader } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize.ts'
import { hearChanges } from './hear-changes.ts'
import { startIndexThread } from './index-thread.ts'
import { factsOf, type Log } from './log.ts'
import { serverMetrics } from './metrics.ts'
import { startPages } from './page-threads.ts'
import { startRebuilder } from './rebuild.ts'
import { holdRunFiles } from './run-files.ts'
import { runStates } from './run-state.ts'
import { createRegistryServer } from './server.ts'
import { storageState } from './storage.ts'

/** How a registry is served. */
export interface ServeOptions {
  registry: Registry
  /** the built site */
  out: string
  /** where it is published, ending in "/"; null where that was not said */
  baseUrl: string | null
  /** whose tokens are believed; null: nothing is taken in. Tokens are bound to `baseUrl`, so it must be said then */
  issuers: readonly string[] | null
  /** documents an hour from one repository */
  quota: number
  /** seconds between the end of a build of the site and the next, when something is new */
  rebuildAfter: number
  log: Log
}

/** A server that is ready to listen, and what ends what it does besides. */
export interface StartedRegistry {
  server: Server
  /** Puts what was handed in into the index, and ends. */
  stop(): Promise<void>
}

/** Makes a registry's server, its index brought up to date. Throws `index-unusable`; nothing goes on after that. */
export async function startRegistry(options: ServeOptions): Promise<StartedRegistry> {
  const ends: End[] = []
  const stop = async () => {
    // What was begun last may need what was begun before.
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
  }
  try {
    return { server: await start(options, ends), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Ends something that goes on besides answering. */
type End = () => unknown

async function start(options: ServeOptions, ends: End[]): Promise<Server> {
  const { registry, out, baseUrl, log } = options
  const { faults } = await synchronizeIndex(registry)
  for (const { file, pointer, message } of faults) log('error', 'not-a-run', { file, pointer, message })
  const { stylesheet, scripts } = await makeAssets()
  const reader = openReader(registry)
  ends.push(() => reader.$disconnect())
  const say = (error: unknown) =>
    error instanceof RegistryError
      ? log('error', error.code, { message: error.message })
      : log('error', 'unexpected', factsOf(error))
  const indexer = startIndexThread(registry, say)
  ends.push(indexer.settled)
  const pages = await startPages(registry)
  ends.push(pages.close)
  const taking = options.issuers === null ? null : await startAcceptRunThreads(registry)
  ends.push(() => taking?.close())
  const metrics = serverMetrics({ held: () => countRuns(reader), waiting: indexer.waiting })
  const rebuilder = startRebuilder({ registry: registry.directory, out, baseUrl }, options.rebuildAfter * 1000, {
    log,
    onEnd: metrics.built,
  })
  ends.push(rebuilder.stop)
  const onStored = async (id: string) => {
    indexer.add(id)
    rebuilder.due()
  }
  const hearing = hearChanges(registry, rebuilder.due)
  ends.push(() => clearInterval(hearing))
  // What came after the last build, and before anybody listened.
  if (!isCurrent(out, registry, baseUrl)) rebuilder.due()
  const template = { version: TEMPLATE_VERSION, stylesheet, scripts, baseUrl }
  const runFile = holdRunFiles(registry, template, { make: pages.make })
  return createRegistryServer({
    out,
    api: { registry, reader, ingest: ingestOf(options, taking, onStored), runFile, log: say },
    metrics,
    log,
    storage: storageState(Date.now),
    standingOf: runStates(registry, out, baseUrl),
  })
}

function ingestOf(
  { registry, baseUrl, issuers, quota, log }: ServeOptions,
  taking: AcceptRunThreads | null,
  onStored: (id: string) => Promise<void>,
): Ingest | null {
  if (issuers === null || baseUrl === null || taking === null) return null
  const now = () => Date.now()
  const failed = (issuer: string, error: unknown) => {
    const cause = (error as Error).cause
    const message = `${issuer}: ${(error as Error).message}${cause instanceof Error ? ` (${cause.message})` : ''}`
    log('error', 'issuer-unreachable', { message })
  }
  return {
    registry,
    trust: { issuers, audience: baseUrl.replace(/\/$/, ''), keys: issuerKeys({ fetch, now, failed }), now },
    released: RELEASED,
    quota: hourlyQuota(quota, now),
    budget: makeUploadBudget(),
    acceptRun: taking.acceptRun,
    onStored,
  }
}
