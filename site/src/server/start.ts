import type { FastifyInstance } from 'fastify'
import { RegistryError } from '../errors.ts'
import type { acceptRun, describeEarlier } from '../ingest/accept-run.ts'
import type { AccessList } from '../ingest/access-list.ts'
import type { changeState } from '../ingest/change-state.ts'
import type { checkBundle } from '../ingest/check-bundle.ts'
import { hourlyQuota, makeUploadBudget } from '../ingest/quotas.ts'
import type { Ingest } from '../ingest/submit.ts'
import { refreshTrust } from '../provenance/trust.ts'
import type { makeRunFile } from '../run-page/make-run-file.ts'
import { readSettings } from '../settings.ts'
import { makeAssets } from '../site-build/assets.ts'
import { isCurrent } from '../site-build/manifest.ts'
import { countRuns, openReader } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { findCandidates } from '../store/replications.ts'
import type { synchronizeIndex } from '../store/synchronize-index.ts'
import { onWorker, startWorker, type Worker } from '../worker.ts'
import { errorFacts, type Log } from './event-log.ts'
import { INDEX_BATCH, startIndexer } from './indexer.ts'
import { serverMetrics } from './metrics.ts'
import { startRebuilder, watchRegistry } from './rebuild.ts'
import { createRegistryServer } from './registry-server.ts'
import { readAvailability } from './run-state.ts'
import { toSend } from './sent-file.ts'

// Only the worker loads these modules: the first draws charts, and the second validates documents.
const MAKE_RUN_FILE = onWorker<typeof makeRunFile>(
  new URL('../run-page/make-run-file.ts', import.meta.url),
  'makeRunFile',
)
const ACCEPT = new URL('../ingest/accept-run.ts', import.meta.url)
const ACCEPT_RUN = onWorker<typeof acceptRun>(ACCEPT, 'acceptRun')
const DESCRIBE_EARLIER = onWorker<typeof describeEarlier>(ACCEPT, 'describeEarlier')
const CHECK_BUNDLE = onWorker<typeof checkBundle>(new URL('../ingest/check-bundle.ts', import.meta.url), 'checkBundle')
const SYNCHRONIZE = onWorker<typeof synchronizeIndex>(
  new URL('../store/synchronize-index.ts', import.meta.url),
  'synchronizeIndex',
)
const CHANGE_STATE = onWorker<typeof changeState>(new URL('../ingest/change-state.ts', import.meta.url), 'changeState')

/** The options of a registry server. */
export interface ServeOptions {
  registry: Registry
  /** The directory of the built site. */
  out: string
  /** The public address of the registry, ending in "/"; null if unknown. */
  baseUrl: string | null
  /** The host on which a server without a public address listens; null if it has one. See `createApp`. */
  localHost: string | null
  /**
   * Whether the registry accepts submissions. This requires `baseUrl`, because bundles are for this address, and that this
   * process holds the registry (`holdRegistry`).
   */
  accepts: boolean
  /** Who may submit. */
  access: AccessList
  /** The number of documents that a repository may submit in an hour. */
  quota: number
  /** The minimum time between the end of a build of the site and the start of the next build, in seconds. */
  rebuildAfter: number
  log: Log
}

/** A server that is ready to listen, and the work that it does in the background. */
export interface StartedRegistry {
  app: FastifyInstance
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
    return { app: await start(options, stops), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops one part of the background work. */
type Stop = () => unknown

async function start(options: ServeOptions, stops: Stop[]): Promise<FastifyInstance> {
  const { registry, out, baseUrl, log } = options
  // It makes pages, accepts runs and writes the index, so that readers do not wait for parsing, hashing and disks.
  const worker = startWorker()
  stops.push(worker.close)
  const { faults } = await worker.call(SYNCHRONIZE, registry)
  for (const { file, pointer, message } of faults) log('error', 'not-a-run', { file, pointer, message })
  const { stylesheet, scripts } = await makeAssets()
  const reader = openReader(registry)
  stops.push(() => reader.$disconnect())
  const logError = (error: unknown) =>
    error instanceof RegistryError
      ? log('error', error.code, { message: error.message })
      : log('error', 'unexpected', errorFacts(error))
  const indexer = startIndexer((ids) => worker.call(INDEX_BATCH, registry, ids), logError)
  stops.push(indexer.settled)
  const metrics = serverMetrics({
    countRuns: () => countRuns(reader),
    countPending: indexer.waiting,
  })
  const rebuilder = startRebuilder({ registry: registry.directory, out, baseUrl }, options.rebuildAfter * 1000, {
    log,
    onEnd: metrics.built,
  })
  stops.push(rebuilder.stop)
  const watcher = watchRegistry(registry, rebuilder.requestBuild)
  if (options.accepts) stops.push(refreshDaily(registry, log))
  stops.push(() => clearInterval(watcher))
  // The registry may have changed between the last build and the start of the watch.
  if (!isCurrent(out, registry, baseUrl)) rebuilder.requestBuild()
  const template = { stylesheet, scripts, baseUrl, siteName: readSettings(registry).name }
  // While the index cannot be read, pages are shown without replications.
  const candidatesFor = (id: string) =>
    findCandidates(reader, id).then(
      (candidates) => candidates.get(id) ?? [],
      (error) => {
        logError(error)
        return []
      },
    )
  const runFile = async (name: string) => {
    const id = name.slice(0, 26)
    const candidates = name.endsWith('.html') ? await candidatesFor(id) : []
    const made = await worker.call(MAKE_RUN_FILE, registry, template, name, { candidates })
    return made === null ? null : toSend(made)
  }
  return createRegistryServer({
    out,
    api: {
      registry,
      reader,
      runFile,
      log: logError,
      ingest: createIngest(options, worker, indexer.add),
    },
    template,
    isIndexUsable: async () => !indexer.isFailing() && (await countRuns(reader).catch(() => null)) !== null,
    metrics,
    log,
    localHost: options.localHost,
    findAvailability: (id) => readAvailability(registry, out, id),
  })
}

const HOUR_MS = 3_600_000

/** Fetches the keys of the public Sigstore instance when they are a day old. @returns stops it */
function refreshDaily(registry: Registry, log: Log): () => void {
  const refresh = async () => {
    const failure = await refreshTrust(registry)
    if (failure !== null) log('error', 'trusted-root-not-refreshed', { message: failure })
  }
  const timer = setInterval(refresh, HOUR_MS).unref()
  return () => clearInterval(timer)
}

function createIngest(
  { registry, baseUrl, accepts, access, quota }: ServeOptions,
  worker: Worker,
  onStored: (id: string) => void,
): Ingest | null {
  if (!accepts || baseUrl === null) return null
  return {
    registry,
    address: baseUrl.replace(/\/$/, ''),
    access,
    quota: hourlyQuota(quota),
    budget: makeUploadBudget(),
    checkBundle: (bundle) => worker.call(CHECK_BUNDLE, registry, bundle),
    acceptRun: (files, verified) => worker.call(ACCEPT_RUN, registry, files, verified),
    describeEarlier: (id) => worker.call(DESCRIBE_EARLIER, registry, id),
    changeState: (id, bundle, verified) => worker.call(CHANGE_STATE, registry, id, bundle, verified),
    onStored,
  }
}
