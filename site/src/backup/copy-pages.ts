import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MARKER } from '../build/beside.ts'
import { isHashedAsset } from '../build/hashed-asset.ts'
import { formatRecord, type Made, readRecord } from '../build/made-files.ts'
import { RUNS } from '../build/run-files.ts'
import { sha256 } from '../store/sha256.ts'

/** Takes a file into a backup. @param name its path below it */
export type Put = (name: string, bytes: Uint8Array) => void

/** A new site takes the place of the old one within this time, in ms; for a moment of it there is none. */
const EXCHANGE = 200

/**
 * Takes the files of runs in a built site into a backup, and the styles and scripts they link to. They follow from no
 * document: each stays as the registry made it in its day, whatever style or analysis came later. A page that is not as
 * it was made, or that is made anew just now, is left out, and the next build makes it.
 * @param isHeld whether a run's document is in the backup: pages of others may be there, or of what was taken out
 * @returns how many files of runs there are
 */
export async function copyPages(site: string, isHeld: (id: string) => boolean, put: Put): Promise<number> {
  if (!existsSync(path.join(site, RUNS.record))) await setTimeout(EXCHANGE)
  const copied = new Map<string, Made>()
  for (const [name, made] of readRecord(site, RUNS)) {
    if (!isHeld(name.split('.')[0] ?? '')) continue
    const bytes = await readPatiently(path.join(site, 'runs', name))
    if (bytes === null || sha256(bytes) !== made.hash) continue
    put(`site/runs/${name}`, bytes)
    copied.set(name, made)
  }
  if (copied.size === 0) return 0
  const names = [...copied.keys()].map((name) => `runs/${name}`)
  for (const name of (await listPatiently(path.join(site, 'assets'))).filter(isHashedAsset)) {
    const bytes = await readPatiently(path.join(site, 'assets', name))
    if (bytes !== null) put(`site/assets/${name}`, bytes)
    names.push(`assets/${name}`)
  }
  put(`site/${RUNS.record}`, Buffer.from(formatRecord(copied)))
  put(`site/${MARKER}`, Buffer.from([...names, RUNS.record].sort().join('\n')))
  return copied.size
}

async function listPatiently(directory: string): Promise<string[]> {
  return (await patiently(directory, () => readdirSync(directory))) ?? []
}

/** null where it is gone for good. */
async function readPatiently(file: string): Promise<Buffer | null> {
  return patiently(file, () => readFileSync(file))
}

async function patiently<Read>(place: string, read: () => Read): Promise<Read | null> {
  if (!existsSync(place)) await setTimeout(EXCHANGE)
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
