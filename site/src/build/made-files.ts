import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from '../store/sha256.ts'

/** Files of a site that are made once each, and taken over from one build to the next. */
export interface MadeFolder {
  /** The directory below the site that they are in. */
  folder: string
  /** The file of the site that says from what each was made. */
  record: string
}

/** Such a file, and what makes it what it is. */
export interface Made {
  /** Names everything together that it is made from. */
  inputs: string
  /** SHA-256 of the file. */
  hash: string
  /** Of the file when it was made: while both are the same, it was not touched. Bytes, and ms since 1970. */
  size: number
  modified: number
}

/** Which of the files of a place are taken over from the site that is there, and which are made. */
export interface Plan extends MadeFolder {
  kept: Map<string, Made>
  /** File names below the folder, with what names their inputs. */
  due: Map<string, string>
}

/**
 * A file is made again only where its inputs are others, and where it is gone or no longer what was made.
 * @param inputs of every file that there is to be, by its name below the folder
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

/** Notes in a site from what each file of a place was made. */
export function writeRecord(site: string, { folder, record, kept, due }: Plan): void {
  const made = [...due].map(([name, inputs]): [string, Made] => [name, noteOf(path.join(site, folder, name), inputs)])
  writeFileSync(path.join(site, record), formatRecord([...kept, ...made]))
}

/** What was noted in a site of each file of a place, by their names below its folder. */
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

/** The text that is the record of some files. */
export function formatRecord(files: Iterable<[name: string, made: Made]>): string {
  const lines = [...files].map(([name, { inputs, hash, size, modified }]) =>
    [name, inputs, hash, size, modified].join(' '),
  )
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('')
}

/** As git does: a file of the size and time that were noted is the one; another is looked at. */
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
