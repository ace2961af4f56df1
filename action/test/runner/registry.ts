import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRY_COMMAND } from '../../src/registry-command.ts'
import { freePort } from '../vm/free-port.ts'

/** A registry that accepts runs. It runs in its own process. */
export interface ServedRegistry {
  url: string
  end: () => Promise<void>
}

/**
 * Starts a registry.
 * @param within the parent of the registry's directories
 * @param issuer the issuer whose tokens the registry accepts
 */
export async function serveRegistry(within: string, issuer: string): Promise<ServedRegistry> {
  const [registry, out] = [join(within, 'registry'), join(within, 'site')]
  for (const directory of [registry, out]) mkdirSync(directory)
  writeFileSync(join(out, 'index.html'), '<!doctype html><title>Home</title>') // A list of runs is built only later.
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['serve', '--registry', registry, '--out', out, '--rebuild-after', '1000000']
  const more = ['--port', String(port), '--base-url', `${url}/`, '--ingest', '--issuer', issuer]
  const server = spawn(process.execPath, [REGISTRY_COMMAND, ...args, ...more], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(server, 'exit')
  await Promise.race([once(server.stdout, 'data'), ended]) // The server prints a line with its address.
  return {
    url,
    end: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}
