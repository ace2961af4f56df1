import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { readIfThere } from '../store/durable-files.ts'
import { formatNote, type Verifier } from './note.ts'

// Checkpoints (C2SP tlog-checkpoint) of a log. The file `checkpoints` keeps every checkpoint that was ever signed, one per
// line, so that a run keeps its first proof for ever. All lines have the same length, so that one is found without
// reading the others.

/** The state of a log at one time. */
export interface TreeHead {
  /** The number of leaves. */
  size: number
  root: Uint8Array
}

/** A state of a log with the signature of its text. */
export interface SignedHead extends TreeHead {
  signature: string
}

/** Returns the file with the checkpoints of a log, whether or not it exists. */
export function checkpointsFile(folder: string): string {
  return path.join(folder, 'checkpoints')
}

/** Returns the text that the log signs. @param origin the name of the log */
export function formatHead(origin: string, { size, root }: TreeHead): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`
}

/** Returns the checkpoint of a state: the note that is served. */
export function formatCheckpoint(head: SignedHead, verifier: Verifier): string {
  return formatNote(formatHead(verifier.name, head), head.signature, verifier)
}

/** Reads the text of a checkpoint. Returns null if it is not one of the log with this name. */
export function parseHead(text: string, origin: string): TreeHead | null {
  const [name, size = '', root = '', ...extensions] = text.split('\n')
  const bytes = Buffer.from(root, 'base64')
  if (bytes.toString('base64') !== root) return null
  if (name !== origin || !/^(0|[1-9]\d{0,11})$/.test(size) || bytes.length !== 32 || extensions.length === 0)
    return null
  return { size: Number(size), root: bytes }
}

/** Returns the line of a state in the file of checkpoints. */
export function formatLine({ size, root, signature }: SignedHead): string {
  return `${String(size).padStart(12, '0')} ${Buffer.from(root).toString('base64')} ${signature}\n`
}

/** The length of a line: 12 digits, a hash and a signature in base64, and three separators. */
const LINE_BYTES = 12 + 44 + 92 + 3
const LINE = /^(\d{12}) ([A-Za-z0-9+/]{43}=) ([A-Za-z0-9+/]{91}=)\n$/

/** The file of checkpoints, opened to read lines of it. */
export interface CheckpointLines {
  /**
   * The number of complete lines. A crash may have left the beginning of another one, and a power failure zeros in the
   * place of bytes that were never written.
   */
  count: number
  /** The length of all complete lines, in bytes. */
  bytes: number
  /** The number of bytes after the complete lines. */
  excess: number
  /** Returns a line by its number, from 0; null if it is damaged. */
  read(number: number): SignedHead | null
}

/** Reads lines of the file of checkpoints. A missing file has none. */
export function withCheckpoints<Result>(folder: string, work: (lines: CheckpointLines) => Result): Result {
  const file = openIfThere(checkpointsFile(folder))
  if (file === null) return work({ count: 0, bytes: 0, excess: 0, read: () => null })
  try {
    const { size } = fstatSync(file)
    const readText = (number: number) => {
      const line = Buffer.alloc(LINE_BYTES)
      readSync(file, line, 0, LINE_BYTES, number * LINE_BYTES)
      return line.toString('latin1')
    }
    const lines = Math.floor(size / LINE_BYTES)
    const count = lines > 0 && readText(lines - 1).includes('\0') ? lines - 1 : lines
    const bytes = count * LINE_BYTES
    return work({ count, bytes, excess: size - bytes, read: (number) => parseLine(readText(number)) })
  } finally {
    closeSync(file)
  }
}

/** Returns the last checkpoint of a log; null if it has none, or if the line is damaged. */
export function lastCheckpoint(folder: string): SignedHead | null {
  return withCheckpoints(folder, ({ count, read }) => (count === 0 ? null : read(count - 1)))
}

/** Returns the last checkpoint in the content of a file of checkpoints; null as for `lastCheckpoint`. */
export function lastCheckpointIn(checkpoints: Buffer): SignedHead | null {
  const end = checkpoints.length - (checkpoints.length % LINE_BYTES)
  return parseLine(checkpoints.subarray(Math.max(0, end - LINE_BYTES), end).toString('latin1'))
}

/** Returns the first checkpoint whose tree has a leaf; null if there is none. @param index the number of the leaf */
export function firstCheckpointWith(folder: string, index: number): SignedHead | null {
  return withCheckpoints(folder, ({ count, read }) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((read(middle)?.size ?? 0) > index) high = middle
      else low = middle + 1
    }
    return low < count ? read(low) : null
  })
}

/** Returns the checkpoint that a log serves at present; an empty text if there is none. */
export function servedCheckpoint(folder: string): string {
  return readIfThere(path.join(folder, 'checkpoint'))?.toString() ?? ''
}

function parseLine(line: string): SignedHead | null {
  const [, size = '', root = '', signature = ''] = LINE.exec(line) ?? []
  return signature === '' ? null : { size: Number(size), root: Buffer.from(root, 'base64'), signature }
}

function openIfThere(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
