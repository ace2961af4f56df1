import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from '../store/sha256.ts'

/** A folder of the site whose files are made once and kept from build to build. */
export interface MadeFolder {
  /** The folder, relative to the site. */
  folder: string
  /** The file of the site that records the inputs of each file. */
  record: string
}

/** A file of such a folder, with its inputs and its state. */
export interface Made {
  /** Identifies everything that the file is made from. */
  inputs: string
  /** SHA-256 of the file. */
  hash: string
  /** Size in bytes and modification time in ms since 1970. While both are unchanged, so is the file. */
  size: number
  modified: number
}

/** Which files of a folder a build keeps, and which it makes. */
export interface Plan extends MadeFolder {
  kept: Map<string, Made>
  /** File names below the folder, with the identifier of their inputs. */
  due: Map<string, string>
}

/**
 * Plans which files to make: those whose inputs changed, and those that are missing or were changed after they were
 * made.
 * @param inputs of every file of the new site, by its name below the folder
 */
export function planFiles(
  site: string,
  place: MadeFolder,
  inputs: Iterable<readonly [name: string, inputs: string]>,
): Plan {
  const made = readRecord(site, place)
  const plan: Plan = { ...place, kept: new Map(), due: new Map() }
  for (const [name, own] of inputs) {
    const known = made.get(name)
    const kept = known?.inputs === own ? check(path.join(site, place.folder, name), known) : null
    if (kept === null) plan.due.set(name, own)
    else plan.kept.set(name, kept)
  }
  return plan
}

/** Writes the record of a folder into a site. */
export function writeRecord(site: string, { folder, record, kept, due }: Plan): void {
  const made = [...due].map(([name, inputs]): [string, Made] => [name, noteOf(path.join(site, folder, name), inputs)])
  writeFileSync(path.join(site, record), formatRecord([...kept, ...made]))
}

/** Reads the record of a folder from a site, by the names of its files. */
export function readRecord(site: string, { record }: MadeFolder): Map<string, Made> {
  const file = path.join(site, record)
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return new Map(
    lines.map((line) => {
      const [name = '', inputs = '', hash = '', size, modified] = line.split(' ')
      return [name, { inputs, hash, size: Number(size), modified: Number(modified) }]
    }),
  )
}

/** Formats the record of some files. */
export function formatRecord(files: Iterable<[name: string, made: Made]>): string {
  const lines = [...files].map(([name, { inputs, hash, size, modified }]) =>
    [name, inputs, hash, size, modified].join(' '),
  )
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('')
}

/**
 * Returns what is known of a file; null if it changed. As in git, equal size and time mean an unchanged file; otherwise
 * its content is hashed.
 */
function check(file: string, known: Made): Made | null {
  const status = statSync(file, { throwIfNoEntry: false })
  if (status === undefined || status.size !== known.size) return null
  if (status.mtimeMs === known.modified) return known
  const note = noteOf(file, known.inputs)
  return note.hash === known.hash ? note : null
}

function noteOf(file: string, inputs: string): Made {
  const { size, mtimeMs } = statSync(file)
  return { inputs, hash: sha256(readFileSync(file)), size, modified: mtimeMs }
}
