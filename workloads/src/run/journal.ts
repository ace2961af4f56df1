import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Conditions, Engine, Host, Image, Note, RunDocument, Sample } from '@plimsoll/schema'
import { makeDirectory } from '../cleanup/make-directory.ts'
import { Problem } from '../problem.ts'
import type { Taken } from '../sample/sample.ts'
import type { Declared, EffectiveTarget } from '../scenario.ts'
import type { Budget } from './budget.ts'
import { claimJournal } from './journal-lock.ts'
import { firstInvalid, isOfPlan, isWhole } from './journal-rules.ts'
import { isEntry } from './journal-shape.ts'
import type { Plan } from './plan.ts'

/** The first line: what will be done, and everything a document says that is known by then. */
export interface StartEntry {
  event: 'plan'
  run: string
  startedAt: string
  plan: Plan
  budget: Budget | null
  /** where native and bind-mounted files lie */
  directory: string
  /** where the variants of a check come from, as it was asked for */
  variants: { base: VariantRequest; head: VariantRequest } | null
  declared: Declared
  /** what a reader must know of the plan */
  notes: Note[]
  harness: Omit<RunDocument['harness'], 'name'>
  source: RunDocument['source']
  host: Host
  before: Conditions
  engines: Engine[]
  images: Image[]
}

/** One variant of a check, as asked for. */
export interface VariantRequest {
  /** absolute path of the project it is made of */
  directory: string
  engine: string | null
  /** what its own workloads run in, in place of their images */
  image: string | null
}

export interface SampleEntry {
  event: 'sample'
  benchmark: number
  sample: Sample
  /** ns, with its place */
  took: number
  target: EffectiveTarget | null
  /** why the environment cannot do this benchmark at all, if that is what the sample found out */
  unsupported: string | null
  /** bytes free where the target is */
  available: number | null
  calibration: number[]
  calibratedOn: Taken['calibratedOn']
}

/** A cut-off run went on. */
export interface ResumeEntry {
  event: 'resume'
  run: string
  at: string
  before: Conditions
}

/** A line of the journal. The end is written once the document is. */
export type JournalEntry = StartEntry | SampleEntry | ResumeEntry | { event: 'end'; status: RunDocument['status'] }

/** A journal that is on the disk before the next sample begins: a killed run loses nothing it measured. */
export interface Journal {
  /** absolute path */
  file: string
  /** @throws Problem (3) when the disk takes no more; the file then ends with the entry before */
  append(entry: JournalEntry): void
  close(): void
}

/** What the journal of a cut-off run holds. */
export interface CutJournal {
  file: string
  start: StartEntry
  entries: (SampleEntry | ResumeEntry)[]
  /** bytes up to the end of the last whole line */
  length: number
}

/**
 * Open a new journal file, and claim it until it is closed.
 * @throws Problem: 2 when it exists already or another run has it, 3 when it cannot be made
 */
export function openJournal(file: string): Journal {
  let release = () => {}
  try {
    makeDirectory(dirname(resolve(file)))
    release = claimJournal(file)
    return journalOf(file, openSync(file, 'ax'), release)
  } catch (error) {
    release()
    if (error instanceof Problem) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new Problem(2, `${file} exists already: choose another name with --journal.`)
    throw new Problem(3, `The journal ${file} cannot be made (${code}): choose a folder you can write to.`)
  }
}

/** Go on in the journal of a cut-off run, which has been claimed; what was left of a last, cut line is taken away. */
export function continueJournal({ file, length }: CutJournal): Journal {
  const descriptor = openSync(file, 'a')
  ftruncateSync(descriptor, length)
  return journalOf(file, descriptor, () => {})
}

/**
 * Read the journal of a run that was cut off. Of two samples of one benchmark and round the first counts.
 * @throws Problem (2) when it is none, when its run has ended, or that names the line that is not as it should be
 */
export function readJournal(file: string): CutJournal {
  const { text, length } = readLines(file)
  const [first, ...rest] = text.split('\n').slice(0, -1).map(parseLine)
  if ((first as { event?: unknown } | null | undefined)?.event !== 'plan')
    throw new Problem(2, `${file} is not the journal of a run: it does not begin with a plan.`)
  const broken = (line: number) => new Problem(2, `Line ${line} of ${file} is not what plimsoll writes: measure anew.`)
  if (!isEntry(first) || first.event !== 'plan' || !isWhole(first.plan)) throw broken(1)
  const lines = rest.map((entry, index) => {
    if (!isEntry(entry)) throw broken(index + 2)
    if (entry.event === 'end')
      throw new Problem(2, `The run of ${file} has ended and its document was written: there is nothing to resume.`)
    if (entry.event === 'plan' || !isOfPlan(first, entry)) throw broken(index + 2)
    return entry
  })
  const cut = { file: resolve(file), start: first, entries: withoutRepeats(lines), length }
  const invalid = firstInvalid(cut)
  if (invalid) throw broken(invalid.event === 'plan' ? 1 : lines.indexOf(invalid) + 2)
  return cut
}

/** Whether a file is the journal of a run that was cut off; never throws, because any note of a dead run may name any file. */
export function isCutJournal(file: string): boolean {
  try {
    readJournal(file)
    return true
  } catch {
    return false
  }
}

/** The whole lines of a file, and how many bytes they are. */
function readLines(file: string): { text: string; length: number } {
  try {
    if (!statSync(file).isFile()) throw new Problem(2, `${file} is not a file: name the journal of a run.`) // a pipe would be read for ever
    const bytes = readFileSync(file)
    const length = bytes.lastIndexOf('\n') + 1
    return { text: bytes.toString('utf8', 0, length), length }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(
      2,
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name the journal of a run.`,
    )
  }
}

function withoutRepeats(entries: CutJournal['entries']): CutJournal['entries'] {
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
        writeFileSync(descriptor, `${JSON.stringify(entry)}\n`) // unlike writeSync it writes the rest of a short write
        fsyncSync(descriptor)
      } catch (error) {
        ftruncateSync(descriptor, before)
        throw new Problem(
          3,
          `The journal ${file} takes no more (${(error as NodeJS.ErrnoException).code}): make space on its disk; ` +
            (before === 0
              ? 'nothing was measured yet.'
              : `then \`plimsoll run --resume ${file}\` goes on with what was measured.`),
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

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
