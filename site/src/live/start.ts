import type { Server } from 'node:http'
import { makeAssets } from '../build/assets.ts'
import { isCurrent } from '../build/made-from.ts'
import { RegistryError } from '../errors.ts'
import { type AcceptRunThreads, startAcceptRunThreads } from '../ingest/accept-run-threads.ts'
import { issuerKeys } from '../ingest/issuer-keys.ts'
import { RELEASED } from '../ingest/provenance.ts'
import { hourlyQuota } from '../ingest/quota.ts'
import type { Ingest } from '../ingest/submit.ts'
import { makeUploadBudget } from '../ingest/upload-budget.ts'
import { TEMPLATE_VERSION } from '../page/template.ts'
import { countRuns, openReader } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { watchRegistry } from './hear-changes.ts'
import { startIndexThread } from './index-thread.ts'
import { factsOf, type Log } from './log.ts'
import { serverMetrics } from './metrics.ts'
import { startPageThreads } from './page-threads.ts'
import { startRebuilder } from './rebuild.ts'
import { cacheRunFiles } from './run-files.ts'
import { availabilityReader } from './run-state.ts'
import { createRegistryServer } from './server.ts'
import { storageState } from './storage.ts'

/** The options of a registry server. */
export interface ServeOptions {
  registry: Registry
  /** The directory of the built site. */
  out: string
  /** The public address of the registry, ending in "/"; null if unknown. */
  baseUrl: string | null
  /**
   * The trusted token issuers; null if the registry accepts no submissions. They require `baseUrl`, because tokens are
   * bound to this address.
   */
  issuers: readonly string[] | null
  /** The number of documents that a repository may submit in an hour. */
  quota: number
  /** The minimum time between the end of a build of the site and the start of the next build, in seconds. */
  rebuildAfter: number
  log: Log
}

/** A server that is ready to listen, and the work that it does in the background. */
export interface StartedRegistry {
  server: Server
  /** Indexes the submitted runs, and stops the background work. */
  stop(): Promise<void>
}

/**
 * Creates a registry server with an up-to-date index. If this throws, no background work continues.
 * @throws RegistryError `index-unusable`
 */
export async function startRegistry(options: ServeOptions): Promise<StartedRegistry> {
  const stops: Stop[] = []
  const stop = async () => {
    // Stop in reverse order, because later parts may depend on earlier ones.
    for (let stopPart = stops.pop(); stopPart !== undefined; stopPart = stops.pop()) await stopPart()
  }
  try {
    return { server: await start(options, stops), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops one part of the background work. */
type Stop = () => unknown

async function start(options: ServeOptions, stops: Stop[]): Promise<Server> {
  const { registry, out, baseUrl, log } = options
  const { faults } = await synchronizeIndex(registry)
  for (const { file, pointer, message } of faults) log('error', 'not-a-run', { file, pointer, message })
  const { stylesheet, scripts } = await makeAssets()
  const reader = openReader(registry)
  stops.push(() => reader.$disconnect())
  const logError = (error: unknown) =>
    error instanceof RegistryError
      ? log('error', error.code, { message: error.message })
      : log('error', 'unexpected', factsOf(error))
  const indexer = startIndexThread(registry, logError)
  stops.push(indexer.settled)
  const pages = await startPageThreads(registry)
  stops.push(pages.close)
  const acceptThreads = options.issuers === null ? null : await startAcceptRunThreads(registry)
  stops.push(() => acceptThreads?.close())
  const metrics = serverMetrics({ countRuns: () => countRuns(reader), countPending: indexer.waiting })
  const rebuilder = startRebuilder({ registry: registry.directory, out, baseUrl }, options.rebuildAfter * 1000, {
    log,
    onEnd: metrics.built,
  })
  stops.push(rebuilder.stop)
  const onStored = async (id: string) => {
    indexer.add(id)
    rebuilder.requestBuild()
  }
  const watcher = watchRegistry(registry, rebuilder.requestBuild)
  stops.push(() => clearInterval(watcher))
  // The registry may have changed between the last build and the start of the watch.
  if (!isCurrent(out, registry, baseUrl)) rebuilder.requestBuild()
  const template = { version: TEMPLATE_VERSION, stylesheet, scripts, baseUrl }
  const runFile = cacheRunFiles(registry, template, { make: pages.make })
  return createRegistryServer({
    out,
    api: { registry, reader, ingest: createIngest(options, acceptThreads, onStored), runFile, log: logError },
    metrics,
    log,
    storage: storageState(Date.now),
    availabilityOf: availabilityReader(registry, out, baseUrl),
  })
}

function createIngest(
  { registry, baseUrl, issuers, quota, log }: ServeOptions,
  acceptThreads: AcceptRunThreads | null,
  onStored: (id: string) => Promise<void>,
): Ingest | null {
  if (issuers === null || baseUrl === null || acceptThreads === null) return null
  const now = () => Date.now()
  const onFailure = (issuer: string, error: unknown) => {
    const cause = (error as Error).cause
    const message = `${issuer}: ${(error as Error).message}${cause instanceof Error ? ` (${cause.message})` : ''}`
    log('error', 'issuer-unreachable', { message })
  }
  return {
    registry,
    trust: { issuers, audience: baseUrl.replace(/\/$/, ''), keys: issuerKeys({ fetch, now, onFailure }), now },
    released: RELEASED,
    quota: hourlyQuota(quota, now),
    budget: makeUploadBudget(),
    acceptRun: acceptThreads.acceptRun,
    onStored,
  }
}
