import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

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
  const isNew = !existsSync(file) && writeAndLink(file, bytes)
  // Also for an existing file: the process that created it may have been killed before it synced the directory.
  sync(path.dirname(file))
  return isNew
}

/** The size of a file in bytes, and its modification time in ms since 1970. */
export interface FileStatus {
  size: number
  modified: number
}

/** New files that wait for the disk together, which takes a tenth of the time of `writeNewFile` for each. */
export interface NewFiles {
  /**
   * Writes a file that must not exist yet, under another name and not durably.
   * @returns the status that the file will have; null if a file with that name exists or was added
   */
  add(file: string, bytes: Uint8Array): FileStatus | null
  /**
   * Makes the files durable, and gives them their names in the order in which they were added. Each file appears
   * completely or not at all.
   * @returns the files that are new: another process may have made the others meanwhile
   */
  publish(): Promise<Set<string>>
  /** Removes what was not published. Call it in any case. */
  discard(): void
}

export function collectNewFiles(): NewFiles {
  const directories = new Set<string>()
  const waiting: { file: string; temporary: string; descriptor: number }[] = []
  const discard = () => {
    for (const { temporary, descriptor } of waiting.splice(0)) {
      closeSync(descriptor)
      rmSync(temporary, { force: true })
    }
  }
  return {
    add(file, bytes) {
      // Also for an existing file: the process that created it may have been killed before it synced the directory.
      directories.add(path.dirname(file))
      if (existsSync(file) || waiting.some((other) => other.file === file)) return null
      const temporary = temporaryBeside(file)
      const descriptor = openSync(temporary, 'wx')
      waiting.push({ file, temporary, descriptor })
      writeAll(descriptor, bytes)
      return toStatus(fstatSync(descriptor))
    },
    async publish() {
      await syncAll(waiting.map(({ descriptor }) => descriptor))
      const areNew = waiting.filter(({ file, temporary }) => linkNew(temporary, file)).map(({ file }) => file)
      discard()
      await syncDirectories([...directories])
      directories.clear()
      return new Set(areNew)
    },
    discard,
  }
}

/**
 * Returns the size and modification time of a file, which reveal a change without reading the file. Both are −1 if
 * there is no file. A link is not followed: anyone may propose one, and one that leads to itself would be an error.
 */
export function fileStatus(file: string): FileStatus {
  return toStatus(lstatSync(file, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: -1 })
}

/** Rounds the time, because copies of a file keep only whole milliseconds. */
export function toStatus({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileStatus {
  return { size, modified: Math.round(mtimeMs) }
}

async function syncDirectories(directories: readonly string[]): Promise<void> {
  const descriptors = directories.map((directory) => openSync(directory, 'r'))
  try {
    await syncAll(descriptors)
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor)
  }
}

/** Syncs open files to disk at the same time: the file system then writes its journal once for many of them. */
async function syncAll(descriptors: readonly number[]): Promise<void> {
  // Wait for all, because the caller closes the files.
  const results = await Promise.allSettled(descriptors.map((descriptor) => promisify(fsync)(descriptor)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

function writeAndLink(file: string, bytes: Uint8Array): boolean {
  const temporary = temporaryBeside(file)
  try {
    writeAndSync(temporary, 'wx', bytes)
    return linkNew(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Gives a file its name. Returns false if the name exists. */
function linkNew(temporary: string, file: string): boolean {
  try {
    // Unlike a rename, a link fails if the name exists: of two concurrent writers, one wins.
    linkSync(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Replaces a file atomically: readers see either the old or the new content, complete. */
export function replaceFile(file: string, bytes: Uint8Array): void {
  const temporary = temporaryBeside(file)
  try {
    writeAndSync(temporary, 'wx', bytes)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  sync(path.dirname(file))
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
  sync(path.dirname(file))
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
function sync(target: string): void {
  const descriptor = openSync(target, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function temporaryBeside(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}`)
}

function writeAndSync(file: string, flags: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, flags)
  try {
    writeAll(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(descriptor, bytes, written)
}

/**
 * Whether a path is a regular file and not a symbolic link. If the registry is a git repository, anyone may propose a
 * link, which would publish a file outside the registry.
 */
export function isRegularFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
