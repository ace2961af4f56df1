import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { makeOnePageSite } from '../src/commands/testing.ts'
import type { Registry } from '../src/store/registry.ts'

const COMMAND = path.join(import.meta.dirname, '..', 'bin', 'plimsoll-registry.js')

/** The base URL of the registry, for which the submitted runs are signed. */
const BASE = 'https://registry.example'

/** A registry server that runs in its own process. */
export interface ServerProcess {
  /** The address of the server, without "/" at its end. */
  address: string
  stop(): Promise<void>
}

/**
 * Starts the server with a site of one home page, and waits until it listens. The site is not rebuilt while the server
 * runs.
 * @param accepts whether the server accepts runs, which are signed for its base URL
 */
export async function startCommand(registry: Registry, accepts = false): Promise<ServerProcess> {
  const out = `${registry.directory}-site`
  makeOnePageSite(out, registry, `${BASE}/`)
  const args = ['serve', '--registry', registry.directory, '--out', out, '--base-url', `${BASE}/`, '--port', '0']
  const ingest = accepts ? ['--ingest', '--quota', '1000000'] : []
  const child = spawn(process.execPath, [COMMAND, ...args, ...ingest, '--rebuild-after', '1000000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [chunk] = (await Promise.race([once(child.stdout, 'data'), endOf(child)])) as [Buffer]
  return {
    address: String(chunk).trim().replace(/\/$/, ''),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function endOf(child: ReturnType<typeof spawn>): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`the registry's server ended with ${code} before it listened`)
}
