import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isHashedAsset } from '../build/hashed-asset.ts'
import { formatRecord, type Made, readRecord } from '../build/made-files.ts'
import { RUNS } from '../build/run-files.ts'
import { MARKER } from '../build/target.ts'
import { sha256 } from '../store/sha256.ts'

/** Takes a file into a backup. @param name its path below it */
export type Put = (name: string, bytes: Uint8Array) => void

/** A new site takes the place of the old one within this time, in ms; for a moment of it there is none. */
const EXCHANGE = 200

/**
 * Takes the files of runs in a built site into a backup, and the styles and scripts they link to. They follow from no
 * document: each stays as the registry made it in its day, whatever style or analysis came later. A page that is not as
 * it was made, or that is made anew just now, is left out, and the next build makes it.
 * @param isHeld whether a run is in the backup: another registry's pages may be there
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
  for (const name of readdirSync(path.join(site, 'assets')).filter(isHashedAsset)) {
    const bytes = await readPatiently(path.join(site, 'assets', name))
    if (bytes !== null) put(`site/assets/${name}`, bytes)
    names.push(`assets/${name}`)
  }
  put(`site/${RUNS.record}`, Buffer.from(formatRecord(copied)))
  put(`site/${MARKER}`, Buffer.from([...names, RUNS.record].sort().join('\n')))
  return copied.size
}

/** null where it is gone for good. */
async function readPatiently(file: string): Promise<Buffer | null> {
  if (!existsSync(file)) await setTimeout(EXCHANGE)
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
