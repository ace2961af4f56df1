import { existsSync } from 'node:fs'
import path from 'node:path'
import { print, printNote } from '@plimsoll/schema/node'
import type { FastifyInstance } from 'fastify'
import { EXIT, RegistryError } from '../errors.ts'
import { withProgress } from '../progress.ts'
import { addName, refreshTrust } from '../provenance/trust.ts'
import { jsonLog, terminalLog } from '../server/event-log.ts'
import { holdRegistry } from '../server/hold-registry.ts'
import { listen, stopListening } from '../server/listen.ts'
import type { ServeOptions } from '../server/start.ts'
import { buildSite } from '../site-build/build-site.ts'
import { findSiteOwner, isCurrent } from '../site-build/manifest.ts'
import { chooseSiteDirectory } from '../site-build/target.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { openExistingOrEmpty } from '../store/open-registry.ts'
import type { Registry } from '../store/registry.ts'
import { describeOldRoot } from './report-faults.ts'

/** The pause between builds, in seconds. A registry that accepts runs must not rebuild its lists for each run. */
const INGEST_PAUSE = 60
const PAUSE = 5

interface Options {
  registry?: string
  out?: string
  port: number
  host: string
  openPath: string
  baseUrl?: string
  ingest?: boolean
  allow: string[]
  deny: string[]
  quota: number
  rebuildAfter?: number
}

/** `plimsoll-registry serve`. Prints the address, and serves until it is stopped. */
export async function runServe(options: Options): Promise<number> {
  if (options.ingest && options.baseUrl === undefined) {
    throw new RegistryError(
      'no-base-url',
      '--ingest requires the public address of the registry, because runs are signed for this address. Add --base-url.',
    )
  }
  const registry = openExistingOrEmpty(options.registry)
  if (!options.ingest) return buildAndServe(registry, options)
  // What follows changes the registry, which a second server must not.
  const release = await holdRegistry(registry)
  try {
    await prepareTrust(registry, String(options.baseUrl))
    return await buildAndServe(registry, options)
  } finally {
    release()
  }
}

async function buildAndServe(registry: Registry, options: Options): Promise<number> {
  const { out, baseUrl, hasSite } = findSite(registry, options)
  // A server that accepts runs starts at once and builds while it serves; the pages of runs do not wait for a build.
  if (!(options.ingest && hasSite) && !isCurrent(out, registry, baseUrl)) {
    // The server logs the invalid files when it starts.
    await withProgress((say) => buildSite(registry, out, say, baseUrl))
  }
  const isIngesting = options.ingest === true
  return serveRegistry({ registry, out, baseUrl, accepts: isIngesting }, options)
}

/** Records the address of a registry that accepts runs, and fetches the keys with which it checks signatures. */
async function prepareTrust(registry: Registry, baseUrl: string): Promise<void> {
  addName(registry, baseUrl)
  const failure = await refreshTrust(registry)
  if (failure !== null) printNote(describeOldRoot(failure))
}

function findSite(registry: Registry, options: Options): { out: string; baseUrl: string | null; hasSite: boolean } {
  const out = chooseSiteDirectory(registry, options.out)
  const owner = findSiteOwner(out, registry)
  // Without `--base-url`, keep the address that the site was built for, because with another address the site would be
  // built again.
  const baseUrl = options.baseUrl ?? (owner.kind === 'own' ? owner.manifest.baseUrl : null)
  return { out, baseUrl, hasSite: owner.kind !== 'other' && existsSync(path.join(out, 'index.html')) }
}

async function serveRegistry(
  site: Pick<ServeOptions, 'registry' | 'out' | 'baseUrl' | 'accepts'>,
  options: Options,
): Promise<number> {
  // Import this module late: it needs the generated Prisma client, which may not have existed before.
  await ensurePrismaClient()
  const note = options.baseUrl === undefined ? describeSubPath(site.baseUrl) : null
  if (note !== null) printNote(note)
  const { startRegistry } = await import('../server/start.ts')
  const { app, stop } = await startRegistry({
    ...site,
    localHost: options.baseUrl === undefined ? options.host : null,
    access: { allow: options.allow, deny: options.deny },
    quota: options.quota,
    rebuildAfter: options.rebuildAfter ?? (options.ingest ? INGEST_PAUSE : PAUSE),
    log: (process.stderr.isTTY ? terminalLog : jsonLog)((line) => process.stderr.write(line)),
  })
  try {
    return await serve(app, options)
  } finally {
    await stop()
  }
}

/**
 * A sentence about a site that was built for an address with a path, which this server does not add to its own
 * addresses. Null for other sites.
 */
export function describeSubPath(baseUrl: string | null): string | null {
  if (baseUrl === null) return null
  const path = new URL(baseUrl).pathname.slice(0, -1)
  if (path === '') return null
  return `The site was built for ${baseUrl}, but here it is at /, without ${path}: open the address below, or put a proxy in front of this server that removes ${path}.`
}

async function serve(app: FastifyInstance, options: { port: number; host: string; openPath: string }): Promise<number> {
  const port = await listen(app, options.host, options.port)
  print(`http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}${options.openPath}`)
  await untilSignal()
  await stopListening(app, GRACE_MS)
  return EXIT.done
}

/** The time that requests in progress get to end when the server stops. */
const GRACE_MS = 5000

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
