import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { buildSite } from '../build/build-site.ts'
import { isCurrent, ownerOf } from '../build/made-from.ts'
import { siteOf } from '../build/site-of.ts'
import { EXIT, RegistryError } from '../errors.ts'
import { jsonLog, terminalLog } from '../live/log.ts'
import { listen } from '../serve/listen.ts'
import { ensureClient } from '../store/generate-client.ts'
import { openExistingOrEmpty } from '../store/open-registry.ts'
import { reportFaults } from './faults.ts'

/** Between builds, in seconds: where runs come from everywhere, lists are not made for each of them. */
const PAUSE_OF_INGEST = 60
const PAUSE = 5

/** `plimsoll-registry serve`. Prints the address, and serves until it is told to end. */
export async function runServe(options: {
  registry?: string
  out?: string
  port: number
  host: string
  openPath: string
  baseUrl?: string
  ingest?: boolean
  issuer: string[]
  quota: number
  rebuildAfter?: number
}): Promise<number> {
  if (options.ingest && options.baseUrl === undefined) {
    throw new RegistryError(
      'no-base-url',
      'Tokens are bound to the public address of a registry: say it with --base-url.',
    )
  }
  const registry = openExistingOrEmpty(options.registry)
  const out = siteOf(registry, options.out)
  const owner = ownerOf(out, registry)
  // To look at a site is no reason to make it for another address.
  const baseUrl = options.baseUrl ?? (owner.kind === 'own' ? owner.baseUrl : null)
  const hasSite = owner.kind !== 'other' && existsSync(path.join(out, 'index.html'))
  // A server that takes runs in answers at once: it builds what is new while it serves, and pages of runs wait for nothing.
  if (!(options.ingest && hasSite) && !isCurrent(out, registry, baseUrl)) {
    const say = (step: string) => console.error(`building the site: ${step}`)
    reportFaults(await buildSite(registry, out, say, baseUrl))
  }
  // It reads the index with the generated client, which may not have been there before.
  await ensureClient()
  const { startRegistry } = await import('../live/start.ts')
  const { server, stop } = await startRegistry({
    registry,
    out,
    baseUrl,
    issuers: options.ingest ? options.issuer : null,
    quota: options.quota,
    rebuildAfter: options.rebuildAfter ?? (options.ingest ? PAUSE_OF_INGEST : PAUSE),
    log: (process.stderr.isTTY ? terminalLog : jsonLog)((line) => process.stderr.write(line)),
  })
  try {
    return await serve(server, options)
  } finally {
    await stop()
  }
}

async function serve(server: Server, options: { port: number; host: string; openPath: string }): Promise<number> {
  const port = await listen(server, options.host, options.port)
  console.log(`http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}${options.openPath}`)
  await untilToldToEnd()
  await end(server)
  return EXIT.done
}

/** What was asked before is still answered, for a moment. */
function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
  })
}

const GRACE_MS = 5000

function untilToldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
