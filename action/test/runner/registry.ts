import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestSigstore } from '../../../schema/test/sigstore.ts'
import { REGISTRY_COMMAND } from '../../src/registry-command.ts'
import { freePort } from '../vm/free-port.ts'

/** A registry that accepts runs. It runs in its own process. */
export interface ServedRegistry {
  url: string
  directory: string
  end: () => Promise<void>
}

/**
 * Starts a registry.
 * @param within the parent of the registry's directories
 * @param sigstore the Sigstore instance whose signatures the registry accepts
 */
export async function serveRegistry(
  within: string,
  { trustedRoot }: Pick<TestSigstore, 'trustedRoot'>,
): Promise<ServedRegistry> {
  const [registry, out] = [join(within, 'registry'), join(within, 'site')]
  for (const directory of [join(registry, 'documents'), join(registry, 'statements'), out])
    mkdirSync(directory, { recursive: true })
  writeFileSync(join(registry, 'trusted-root.jsonl'), JSON.stringify(trustedRoot))
  writeFileSync(join(out, 'index.html'), '<!doctype html><title>Home</title>') // A list of runs is built only later.
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['serve', '--registry', registry, '--out', out, '--rebuild-after', '1000000']
  const more = ['--port', String(port), '--base-url', `${url}/`, '--ingest']
  const server = spawn(process.execPath, [REGISTRY_COMMAND, ...args, ...more], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(server, 'exit')
  await Promise.race([once(server.stdout, 'data'), ended]) // The server prints a line with its address.
  return {
    url,
    directory: registry,
    end: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}
