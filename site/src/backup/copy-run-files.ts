import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isHashedAsset } from '../build/assets.ts'
import { MARKER } from '../build/beside.ts'
import { type FileRecord, formatRecord, readRecord } from '../build/made-files.ts'
import { RUNS } from '../build/run-files.ts'
import type { ProgressReporter } from '../progress.ts'
import { sha256 } from '../store/sha256.ts'

/** Adds a file to a backup. @param name the file's path below the backup */
export type AddFile = (name: string, bytes: Uint8Array) => void

/**
 * The time in ms within which a build replaces the old site by the new one. For a moment of this time there is no site.
 */
const SWAP_MS = 200

/**
 * Copies the files of runs in a built site into a backup, with the styles and scripts that these files link to. The
 * files of runs cannot be derived from the documents, because each keeps the style and the analysis of its first
 * rendering. Omits a file that was changed after it was made, or that is being made again. The next build makes an
 * omitted file.
 * @param hasDocument whether a run's document is in the backup: the site may have pages of newer or deleted runs
 * @returns number of files of runs
 */
export async function copyRunFiles(
  site: string,
  hasDocument: (id: string) => boolean,
  add: AddFile,
  say: ProgressReporter,
): Promise<number> {
  if (!existsSync(path.join(site, RUNS.record))) await setTimeout(SWAP_MS)
  const copied = new Map<string, FileRecord>()
  const record = readRecord(site, RUNS)
  let done = 0
  for (const [name, made] of record) {
    await say('copying files of runs', done++, record.size)
    if (!hasDocument(name.split('.')[0] ?? '')) continue
    const bytes = await readWithRetry(path.join(site, 'runs', name))
    if (bytes === null || sha256(bytes) !== made.hash) continue
    add(`site/runs/${name}`, bytes)
    copied.set(name, made)
  }
  if (copied.size === 0) return 0
  const names = [...copied.keys()].map((name) => `runs/${name}`)
  for (const name of (await listWithRetry(path.join(site, 'assets'))).filter(isHashedAsset)) {
    const bytes = await readWithRetry(path.join(site, 'assets', name))
    if (bytes !== null) add(`site/assets/${name}`, bytes)
    names.push(`assets/${name}`)
  }
  add(`site/${RUNS.record}`, Buffer.from(formatRecord(copied)))
  add(`site/${MARKER}`, Buffer.from([...names, RUNS.record].sort().join('\n')))
  return copied.size
}

async function listWithRetry(directory: string): Promise<string[]> {
  return (await withRetry(directory, () => readdirSync(directory))) ?? []
}

/**
 * Reads a file of the site. If the site is being replaced, waits for the new one. Returns null if the file still does
 * not exist.
 */
async function readWithRetry(file: string): Promise<Buffer | null> {
  return withRetry(file, () => readFileSync(file))
}

async function withRetry<Read>(target: string, read: () => Read): Promise<Read | null> {
  if (!existsSync(target)) await setTimeout(SWAP_MS)
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
