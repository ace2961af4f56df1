import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildSite } from '../build/build-site.ts'
import { EXIT } from '../errors.ts'
import { listen } from '../serve/listen.ts'
import { createSiteServer } from '../serve/server.ts'
import { openRegistry } from '../store/registry.ts'

/** `plimsoll-registry serve`. Prints the address, and serves until it is told to end. */
export async function runServe(options: {
  registry?: string
  out: string
  port: number
  host: string
  openPath: string
}): Promise<number> {
  const out = path.resolve(options.out)
  if (!existsSync(path.join(out, 'index.html'))) {
    await buildSite(openRegistry(options.registry), out, (step) => console.error(`building the site: ${step}`))
  }
  const server = createSiteServer(out)
  const port = await listen(server, options.host, options.port)
  console.log(`http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}${options.openPath}`)
  await untilToldToEnd()
  server.close()
  server.closeAllConnections()
  return EXIT.done
}

function untilToldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
