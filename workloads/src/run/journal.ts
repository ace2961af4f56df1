import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Problem } from '../problem.ts'
import type { InterruptedJournal, JournalEntry } from './journal-entry.ts'
import { claimJournal } from './journal-lock.ts'
import { planDigest } from './plan.ts'

/** A journal. Each entry is on disk before the next sample starts, so a killed run loses no completed sample. */
export interface Journal {
  /** The absolute path of the journal. */
  file: string
  /**
   * Appends an entry.
   * @throws Problem (3) if the disk is full; the file then ends with the previous entry
   */
  append(entry: JournalEntry): void
  close(): void
}

/**
 * Creates a journal file, and locks the file until the journal is closed.
 * @throws Problem: 2 if the file already exists or another run holds it, 3 if it cannot be created
 */
export function openJournal(file: string): Journal {
  let release = () => {}
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true })
    release = claimJournal(file)
    return journalOf(file, openSync(file, 'ax'), release)
  } catch (error) {
    release()
    if (error instanceof Problem) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new Problem(2, `${file} already exists. Choose another name with --journal.`)
    throw new Problem(3, `Cannot create the journal ${file} (${code}). Choose a writable folder.`)
  }
}

/**
 * Continues the journal of an interrupted run. The caller must have claimed the journal. Removes an incomplete last
 * line.
 */
export function continueJournal({ file, length }: InterruptedJournal): Journal {
  const descriptor = openSync(file, 'a')
  ftruncateSync(descriptor, length)
  return journalOf(file, descriptor, () => {})
}

/**
 * Reads the journal of an interrupted run. If a benchmark has two samples in one round, the first sample is used. What
 * Plimsoll has written into the lines is not validated again: the document of the run is.
 * @throws Problem (2) if the file is not a journal or its run has ended; for a line that is no entry, with its number
 */
export function readJournal(file: string): InterruptedJournal {
  const { text, length } = readLines(file)
  const [first, ...rest] = text.split('\n').slice(0, -1).map(parseLine)
  if (first?.event !== 'plan')
    throw new Problem(
      2,
      `${file} is not the journal of a run: it does not begin with a plan. Give the path of a journal.`,
    )
  const broken = (line: number) =>
    new Problem(2, `Line ${line} of ${file} is not a valid journal entry. Start a new run.`)
  if (first.plan.digest !== planDigest(first.plan)) throw broken(1)
  const entries = rest.map((entry, index) => {
    if (entry?.event === 'end')
      throw new Problem(
        2,
        `The run with the journal ${file} has ended, and its document was written. There is nothing to resume.`,
      )
    if (entry?.event !== 'sample' && entry?.event !== 'resume') throw broken(index + 2)
    return entry
  })
  return { file: resolve(file), start: first, entries: withoutRepeats(entries), length }
}

/**
 * Whether a file is the journal of an interrupted run. This function never throws, because the record of a dead run may
 * name any file.
 */
export function isInterruptedJournal(file: string): boolean {
  try {
    readJournal(file)
    return true
  } catch {
    return false
  }
}

/** The complete lines of a file, and the length of these lines in bytes. */
function readLines(file: string): { text: string; length: number } {
  try {
    // Reading a pipe would block forever.
    if (!statSync(file).isFile()) throw new Problem(2, `${file} is not a file. Give the path of a run's journal.`)
    const bytes = readFileSync(file)
    const length = bytes.lastIndexOf('\n') + 1
    return { text: bytes.toString('utf8', 0, length), length }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(
      2,
      `Cannot read ${file} (${(error as NodeJS.ErrnoException).code}). Give the path of a run's journal.`,
    )
  }
}

function withoutRepeats(entries: InterruptedJournal['entries']): InterruptedJournal['entries'] {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    if (entry.event !== 'sample') return true
    const key = `${entry.benchmark} ${entry.sample.round}`
    return !seen.has(key) && seen.add(key)
  })
}

function journalOf(file: string, descriptor: number, release: () => void): Journal {
  return {
    file: resolve(file),
    append(entry) {
      const before = fstatSync(descriptor).size
      try {
        // Unlike `writeSync`, `writeFileSync` completes short writes.
        writeFileSync(descriptor, `${JSON.stringify(entry)}\n`)
        fsyncSync(descriptor)
      } catch (error) {
        ftruncateSync(descriptor, before)
        throw new Problem(
          3,
          `Cannot write to the journal ${file} (${(error as NodeJS.ErrnoException).code}). Free disk space; ` +
            (before === 0 ? 'nothing was measured yet.' : `then \`plimsoll run --resume ${file}\` continues the run.`),
          { cause: error },
        )
      }
    },
    close() {
      closeSync(descriptor)
      release()
    },
  }
}

function parseLine(line: string): JournalEntry | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
