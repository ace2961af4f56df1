import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/**
 * The age, in ms, at which a temporary file is removed. A write takes milliseconds, so the process that wrote such an
 * old file must have been killed.
 */
const STALE_AGE_MS = 10 * 60 * 1000
const TEMPORARY = /^\..+\.[0-9a-f]{12}$/

/**
 * Writes a file that must not exist yet. The file appears completely or not at all, and survives a power failure. If a
 * file with that name exists, returns false and changes nothing.
 */
export function writeNewFile(file: string, bytes: Uint8Array): boolean {
  if (existsSync(file)) {
    // The process that created the file may have been killed before the directory was synced. So sync the directory
    // now.
    syncDirectoryOf(file)
    return false
  }
  const temporary = temporaryBeside(file)
  try {
    writeAndSync(temporary, 'wx', bytes)
    // Unlike a rename, a link fails if the name exists: of two concurrent writers, one wins.
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    syncDirectoryOf(file)
    return false
  } finally {
    rmSync(temporary, { force: true })
  }
  syncDirectoryOf(file)
  return true
}

/** Replaces a file atomically: readers see either the old or the new content, complete. */
export function replaceFile(file: string, bytes: Uint8Array): void {
  exchangeFile(file, (temporary) => writeAndSync(temporary, 'wx', bytes))
  syncDirectoryOf(file)
}

/**
 * Replaces a file atomically, but not durably: after a power failure it may have the old content, or none. This is for a
 * file that is derived from durable ones, and takes a fraction of the time.
 */
export function replaceDerivedFile(file: string, bytes: Uint8Array): void {
  exchangeFile(file, (temporary) => writeFileSync(temporary, bytes, { flag: 'wx' }))
}

function exchangeFile(file: string, write: (temporary: string) => void): void {
  const temporary = temporaryBeside(file)
  try {
    write(temporary)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Removes the temporary files of killed writers from a directory. Keeps recent files, which may still be in use. */
export function removeStaleTemporaries(directory: string): void {
  for (const name of readdirSync(directory).filter((name) => TEMPORARY.test(name))) {
    const file = path.join(directory, name)
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (written !== undefined && Date.now() - written > STALE_AGE_MS) rmSync(file, { force: true })
  }
}

/** Appends text to a file durably, so that it survives a power failure. */
export function appendText(file: string, text: string): void {
  writeAndSync(file, 'a', Buffer.from(text, 'utf8'))
  syncDirectoryOf(file)
}

/**
 * Calls a function that writes files. The files are durable when this returns, as usual, but each directory is synced only
 * once, at the end. This halves the number of times that many files wait for the disk.
 */
export function syncDirectoriesOnce<Result>(work: () => Result): Result {
  const directories = new Set<string>()
  unsynced = directories
  try {
    return work()
  } finally {
    unsynced = null
    for (const directory of directories) sync(directory)
  }
}

/** The directories that `syncDirectoriesOnce` will sync; null outside of it. */
let unsynced: Set<string> | null = null

function syncDirectoryOf(file: string): void {
  const directory = path.dirname(file)
  if (unsynced === null) sync(directory)
  else unsynced.add(directory)
}

/**
 * Syncs everything below a directory to disk. For many files, this takes a tenth of the time of syncing each file.
 * @param onProgress called with the number of files and directories done, and the number of all
 */
export async function syncTree(
  directory: string,
  onProgress: (done: number, total: number) => unknown = () => {},
): Promise<void> {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  for (const [done, entry] of entries.entries()) {
    await onProgress(done, entries.length)
    sync(path.join(entry.parentPath, entry.name))
  }
  sync(directory)
}

/**
 * Creates a directory and its parents durably, so that they survive a power failure. It creates one level at a time:
 * `mkdirSync` with `recursive` never returns if a file system reports ENOENT for new directories, as /proc does.
 * @throws the system's error
 */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) {
    // If the path exists but is not a directory, this throws the system's own error.
    mkdirSync(directory, { recursive: true })
    return
  }
  makeDirectory(path.dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process created the directory meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(directory)) throw error
  }
  // Without this sync, a power failure could remove the new directory with everything in it.
  sync(path.dirname(directory))
}

/** Syncs the content of a file, or the entries of a directory, to disk. */
export function sync(target: string): void {
  const descriptor = openSync(target, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the content of a file; null if there is no such file. */
export function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function temporaryBeside(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}`)
}

function writeAndSync(file: string, flags: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, flags)
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Whether a path is a regular file and not a symbolic link. If the registry is a git repository, anyone may propose a
 * link, which would publish a file outside the registry.
 */
export function isRegularFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
