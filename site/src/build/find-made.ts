import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { RUNS } from './run-files.ts'

/**
 * A number of bytes that is greater than the size of any line of the record. A line has a name, two hashes, a size and
 * a time.
 */
const MAX_LINE_BYTES = 512

/**
 * Returns the inputs that the site's record of made files names for a file of a run. Returns null if the record does
 * not list the file. The record of a large site has millions of sorted lines, so this is a binary search that never
 * reads the whole record.
 * @param name the file's path below `/runs`
 */
export function findInputs(site: string, name: string): string | null {
  let record: number
  try {
    record = openSync(path.join(site, RUNS.record), 'r')
  } catch {
    return null
  }
  try {
    let [low, high] = [0, fstatSync(record).size]
    // The wanted line, if it exists, begins at or after `low` and before `high`.
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const { start, end, text } = lineAround(record, middle)
      const [found, inputs] = text.split(' ')
      if (found === name) return inputs ?? null
      if (String(found) < name) low = end
      else high = start
    }
    return null
  } finally {
    closeSync(record)
  }
}

/** Returns the line around an offset in a file, and as `end` the offset after its line break. */
function lineAround(file: number, offset: number): { start: number; end: number; text: string } {
  const from = Math.max(0, offset - MAX_LINE_BYTES)
  const buffer = Buffer.alloc(2 * MAX_LINE_BYTES)
  const bytes = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)).toString('latin1')
  const start = offset === from ? 0 : bytes.lastIndexOf('\n', offset - from - 1) + 1
  const end = bytes.indexOf('\n', offset - from)
  const stop = end < 0 ? bytes.length : end
  return { start: from + start, end: from + stop + 1, text: bytes.slice(start, stop) }
}
