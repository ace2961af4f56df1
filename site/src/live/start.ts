import type { Server } from 'node:http'
import { makeAssets } from '../build/assets.ts'
import { issuerKeys } from '../ingest/issuer-keys.ts'
import { hourlyQuota } from '../ingest/quota.ts'
import { RELEASED } from '../ingest/released.ts'
import { makeRoom } from '../ingest/room.ts'
import type { Ingest } from '../ingest/submit.ts'
import { startTakeIn, type TakeInThreads } from '../ingest/take-in-threads.ts'
import { TEMPLATE_VERSION } from '../page/template.ts'
import { countRuns, openReader } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize.ts'
import { hearStatements } from './hear-statements.ts'
import { startIndexThread } from './index-thread.ts'
import { factsOf, type Log } from './log.ts'
import { serverMetrics } from './metrics.ts'
import { startRebuilder } from './rebuild.ts'
import { holdRunFiles } from './run-files.ts'
import { createRegistryServer } from './server.ts'
import { standings } from './standing.ts'
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

/** Makes a registry's server, its index brought up to date. Throws `index-unusable`. */
export async function startRegistry(options: ServeOptions): Promise<StartedRegistry> {
  const { registry, out, baseUrl, log } = options
  const { faults } = await synchronizeIndex(registry)
  for (const { file, pointer, message } of faults) log('error', 'not-a-run', { file, pointer, message })
  const { stylesheet, scripts } = await makeAssets()
  const reader = openReader(registry)
  const say = (error: unknown) => log('error', 'unexpected', factsOf(error))
  const indexer = startIndexThread(registry, say)
  const taking = options.issuers === null ? null : await startTakeIn(registry)
  const metrics = serverMetrics({ held: () => countRuns(reader), waiting: indexer.waiting })
  const rebuilder = startRebuilder({ registry: registry.directory, out, baseUrl }, options.rebuildAfter * 1000, {
    log,
    onEnd: metrics.built,
  })
  const onStored = async (id: string) => {
    indexer.add(id)
    rebuilder.due()
  }
  // What was handed in right before the last server ended may be in no build.
  if (options.issuers !== null) rebuilder.due()
  const hearing = options.issuers === null ? null : hearStatements(registry, rebuilder.due)
  const server = createRegistryServer({
    out,
    api: { registry, reader, ingest: ingestOf(options, taking, onStored), log: say },
    metrics,
    log,
    storage: storageState(Date.now),
    standingOf: standings(registry, out, baseUrl),
    runFile: holdRunFiles(registry, { version: TEMPLATE_VERSION, stylesheet, scripts, baseUrl }),
  })
  return {
    server,
    async stop() {
      clearInterval(hearing ?? undefined)
      rebuilder.stop()
      await taking?.close()
      await indexer.settled()
      await reader.$disconnect()
    },
  }
}

function ingestOf(
  { registry, baseUrl, issuers, quota }: ServeOptions,
  taking: TakeInThreads | null,
  onStored: (id: string) => Promise<void>,
): Ingest | null {
  if (issuers === null || baseUrl === null || taking === null) return null
  const now = () => Date.now()
  return {
    registry,
    trust: { issuers, audience: baseUrl.replace(/\/$/, ''), keys: issuerKeys({ fetch, now }), now },
    released: RELEASED,
    quota: hourlyQuota(quota, now),
    room: makeRoom(),
    takeIn: taking.takeIn,
    onStored,
  }
}
