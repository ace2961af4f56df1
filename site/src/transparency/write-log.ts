import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { printNote } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { fileUrl } from '../store/database-connection.ts'
import { makeDirectory, removeStaleTemporaries, writeNewFile } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { onWorker } from '../worker.ts'
import { leafReader } from './find-leaves.ts'
import { applyWrite, planGrowth } from './grow-log.ts'
import { formatLeaf } from './leaf.ts'
import { assertNoLinks, logFolder, verifierFile, verifierIn } from './log-folder.ts'
import { allRuns, keyOfLeaf, missingLeaves, type RunToLog } from './missing-leaves.ts'
import { parsePrivateKey, type Signer } from './note.ts'

/**
 * Adds the missing leaves of some runs, or of all runs, to the log of a registry, and signs the new state. Creates the log
 * if there is none. When the promise resolves, the leaves are durable. Several processes may call this at the same time.
 * @param key the private key as text
 * @returns the number of leaves that were added
 * @throws RegistryError `bad-log-key`, `other-log-key`, `damaged-log`, `log-busy`, `link-in-registry`
 */
export async function addToLog(
  registry: Registry,
  key: string,
  runs: readonly RunToLog[] | null = null,
): Promise<number> {
  const signer = parsePrivateKey(key)
  const folder = logFolder(registry)
  const leaves = leavesOf(folder)
  ensureLog(folder, signer)
  // Runs are read before the lock is taken, because reading all of them may take long.
  const found = missingLeaves(registry, runs ?? allRuns(registry), leaves())
  return withLogLock(registry, () => {
    const now = leaves()
    const missing = found.filter((leaf) => now.get(keyOfLeaf(leaf)) === undefined)
    const entries = missing.map((leaf) => Buffer.from(formatLeaf(leaf)))
    for (const write of planGrowth(folder, entries, signer)) applyWrite(write)
    return missing.length
  })
}

/** Names `addToLog` for workers. */
export const ADD_TO_LOG = onWorker<typeof addToLog>(import.meta.url, 'addToLog')

/** The leaves of the last log. They are cached because a server adds to one log all the time. */
let last: { folder: string; leaves: ReturnType<typeof leafReader> } | null = null

function leavesOf(folder: string): ReturnType<typeof leafReader> {
  if (last?.folder !== folder) {
    assertNoLinks(folder)
    if (existsSync(folder)) removeStaleTemporaries(folder)
    last = { folder, leaves: leafReader(folder, keyOfLeaf) }
  }
  return last.leaves
}

function ensureLog(folder: string, { verifier }: Signer): void {
  if (!existsSync(verifierFile(folder))) {
    makeDirectory(folder)
    if (writeNewFile(verifierFile(folder), Buffer.from(`${verifier.text}\n`)))
      printNote(`New transparency log: ${folder}`)
  }
  const used = verifierIn(folder)
  if (used?.text === verifier.text) return
  throw new RegistryError(
    'other-log-key',
    `The transparency log in ${folder} has another key, ${used?.text}. Use the private key of that log.`,
  )
}

const POLL_INTERVAL_MS = 5
const TIMEOUT_MS = 60_000

/**
 * Does work while no other process of this machine writes to the log of a registry. The lock is SQLite's, as that of
 * `holdRegistry`.
 * @throws RegistryError `log-busy`
 */
async function withLogLock<Result>({ directory }: Registry, work: () => Result): Promise<Result> {
  const client = createClient({ url: fileUrl(path.join(directory, 'log.lock')) })
  try {
    const transaction = await lock(client, directory)
    try {
      return work()
    } finally {
      transaction.close()
    }
  } finally {
    client.close()
  }
}

async function lock(client: ReturnType<typeof createClient>, directory: string): Promise<{ close(): void }> {
  for (const until = performance.now() + TIMEOUT_MS; ; ) {
    try {
      return await client.transaction('write')
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error
      if (performance.now() > until) {
        const sentence = `Another process keeps writing to the transparency log of ${directory}. Stop it, or try again later.`
        throw new RegistryError('log-busy', sentence, EXIT.environment)
      }
      await setTimeout(POLL_INTERVAL_MS)
    }
  }
}
