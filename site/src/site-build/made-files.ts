import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A folder of the site whose files are made once and kept from build to build. */
export interface RecordedFolder {
  /** The path of the folder, relative to the site. */
  folder: string
  /** The file of the site that records the inputs of each file of the folder. */
  record: string
}

/** The record of a file in a folder whose files are kept from build to build: its inputs and its state. */
export interface FileRecord {
  /** A text that identifies everything that the file is made from. */
  inputs: string
  /** The SHA-256 of the file. */
  hash: string
  /**
   * The size in bytes and the modification time in ms since 1970. While both are unchanged, the file counts as
   * unchanged.
   */
  size: number
  modified: number
}

/** The plan of a build: which files of a folder the build keeps, and which files it makes. */
export interface BuildPlan extends RecordedFolder {
  kept: Map<string, FileRecord>
  /** The names of the files to make, below the folder, each with the identifier of its inputs. */
  due: Map<string, string>
}

/**
 * Plans which files to make: those whose inputs changed, and those that are missing or were changed after they were
 * made.
 * @param inputs the inputs of every file of the new site, by the file's name below the folder
 */
export function planFiles(
  site: string,
  folder: RecordedFolder,
  inputs: Iterable<readonly [name: string, inputs: string]>,
): BuildPlan {
  const made = readRecord(site, folder)
  const plan: BuildPlan = { ...folder, kept: new Map(), due: new Map() }
  for (const [name, current] of inputs) {
    const recorded = made.get(name)
    const kept = recorded?.inputs === current ? check(path.join(site, folder.folder, name), recorded) : null
    if (kept === null) plan.due.set(name, current)
    else plan.kept.set(name, kept)
  }
  return plan
}

/** Returns the addresses of the pages among the files of a folder, relative to the root. */
export function listPageAddresses(folder: string, names: Iterable<string>): string[] {
  const pages = [...names].filter((name) => name.endsWith('.html'))
  return pages.map((name) => `${folder}/${name.replace(/\.html$/, '')}`)
}

/** Whether the recorded files of a folder are as they were made. */
export function areIntact(site: string, folder: RecordedFolder): boolean {
  const recorded = [...readRecord(site, folder)].map(([name, { inputs }]) => [name, inputs] as const)
  return planFiles(site, folder, recorded).due.size === 0
}

/** Writes the record of a folder's files into a site. */
export function writeRecord(site: string, { folder, record, kept, due }: BuildPlan): void {
  const made = [...due].map(([name, inputs]): [string, FileRecord] => [
    name,
    makeFileRecord(path.join(site, folder, name), inputs),
  ])
  writeFileSync(path.join(site, record), formatRecord([...kept, ...made]))
}

/** Reads the record of a folder's files from a site, by the names of the files. */
export function readRecord(site: string, { record }: RecordedFolder): Map<string, FileRecord> {
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
export function formatRecord(files: Iterable<[name: string, made: FileRecord]>): string {
  const lines = [...files].map(([name, { inputs, hash, size, modified }]) =>
    [name, inputs, hash, size, modified].join(' '),
  )
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('')
}

/**
 * Returns the record of a file; null if the file changed. As in git, a file with the recorded size and time counts as
 * unchanged. Otherwise its content is hashed.
 */
function check(file: string, recorded: FileRecord): FileRecord | null {
  const status = statSync(file, { throwIfNoEntry: false })
  if (status === undefined || status.size !== recorded.size) return null
  if (status.mtimeMs === recorded.modified) return recorded
  const current = makeFileRecord(file, recorded.inputs)
  return current.hash === recorded.hash ? current : null
}

/** Returns the record of a file as it is now. Reads it in parts: the index for download may have a gigabyte. */
export function makeFileRecord(file: string, inputs: string): FileRecord {
  const { size, mtimeMs } = statSync(file)
  return { inputs, hash: hashOf(file), size, modified: mtimeMs }
}

/** The part of a file that is hashed at once. Hashing is synchronous, so one suffices for all files. */
const part = Buffer.allocUnsafe(1 << 20)

function hashOf(file: string): string {
  const hash = createHash('sha256')
  const descriptor = openSync(file, 'r')
  try {
    for (let read = -1; read !== 0; hash.update(part.subarray(0, read))) read = readSync(descriptor, part)
  } finally {
    closeSync(descriptor)
  }
  return hash.digest('hex')
}
