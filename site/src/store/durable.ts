import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/** A write takes milliseconds: a temporary file this old is of a process that was killed. */
const STALE_MS = 10 * 60 * 1000
const TEMPORARY = /^\..+\.[0-9a-f]{12}$/

/**
 * Writes a file that must not exist yet, so that it is there whole or not at all, whatever happens meanwhile, and still
 * there after a power cut. Returns false, and changes nothing, where there is one of that name already.
 */
export function writeNewFile(file: string, bytes: Uint8Array): boolean {
  if (existsSync(file)) {
    // Whoever gave it the name may have been killed before the name was durable.
    sync(path.dirname(file))
    return false
  }
  const temporary = temporaryBeside(file)
  try {
    writeAndSync(temporary, 'wx', bytes)
    // Unlike a rename, a link fails where the name is taken: of two writers at once, one wins.
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    sync(path.dirname(file))
    return false
  } finally {
    rmSync(temporary, { force: true })
  }
  sync(path.dirname(file))
  return true
}

/** Writes a file in place of the one of that name: readers see the old one or the new one, whole. */
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

/** Removes what writers that were killed left in a directory; files that somebody may still be writing are let be. */
export function removeStaleTemporaries(directory: string): void {
  for (const name of readdirSync(directory).filter((name) => TEMPORARY.test(name))) {
    const file = path.join(directory, name)
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (written !== undefined && Date.now() - written > STALE_MS) rmSync(file, { force: true })
  }
}

/** Appends text, durably. */
export function appendText(file: string, text: string): void {
  writeAndSync(file, 'a', Buffer.from(text, 'utf8'))
  sync(path.dirname(file))
}

/** Makes durable what was written below a directory: many files at once take a tenth of the time of one by one. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    sync(path.join(entry.parentPath, entry.name))
  }
  sync(directory)
}

/**
 * Makes a directory and those above it. One level at a time, because `mkdirSync` with `recursive` never ends where a
 * file system refuses new directories as if they were missing ones, as /proc does. Throws what the system says.
 */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) {
    // Says in the system's words that something else is there.
    mkdirSync(directory, { recursive: true })
    return
  }
  makeDirectory(path.dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(directory)) throw error
  }
  // What is stored in a directory that a power cut takes away is gone too.
  sync(path.dirname(directory))
}

/** Makes durable what a file holds, or which files a directory has. */
export function sync(place: string): void {
  const descriptor = openSync(place, 'r')
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
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
