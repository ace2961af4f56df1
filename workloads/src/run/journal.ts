import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Conditions, Engine, Host, Image, RunDocument, Sample } from '@plimsoll/schema'
import { Problem } from '../problem.ts'
import type { Declared, EffectiveTarget } from '../scenario.ts'
import type { Budget } from './budget.ts'
import { type Plan, planDigest } from './plan.ts'

/** The first line: what will be done, and everything a document says that is known by then. */
export interface StartEntry {
  event: 'plan'
  run: string
  startedAt: string
  plan: Plan
  budget: Budget | null
  /** where native and bind-mounted files lie */
  directory: string
  declared: Declared
  harness: Omit<RunDocument['harness'], 'name'>
  source: RunDocument['source']
  host: Host
  before: Conditions
  engines: Engine[]
  images: Image[]
}

export interface SampleEntry {
  event: 'sample'
  cell: number
  sample: Sample
  /** ns, with its place */
  took: number
  target: EffectiveTarget | null
  /** why the environment cannot do this cell at all, if that is what the sample found out */
  unsupported: string | null
  /** bytes free where the target is */
  available: number | null
  calibration: number[]
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

/** Open a new journal file. @throws the system's error when it exists already or cannot be made. */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true })
  return journalOf(file, openSync(file, 'ax'))
}

/** Go on in the journal of a cut-off run; what was left of a last, cut line is taken away. */
export function continueJournal({ file, length }: CutJournal): Journal {
  const descriptor = openSync(file, 'a')
  ftruncateSync(descriptor, length)
  return journalOf(file, descriptor)
}

/** Read the journal of a run that was cut off. @throws Problem (2) when it is none, or when its run has ended. */
export function readJournal(file: string): CutJournal {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Problem(
      2,
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name the journal of a run.`,
    )
  }
  const length = bytes.lastIndexOf('\n') + 1
  const [start, ...rest] = bytes.toString('utf8', 0, length).split('\n').slice(0, -1).map(parseLine)
  if (start?.event !== 'plan' || start.harness === undefined || planDigest(start.plan) !== start.plan.digest)
    throw new Problem(2, `${file} is not the journal of a run: it does not begin with a plan.`)
  if (rest.some((entry) => entry?.event === 'end'))
    throw new Problem(2, `The run of ${file} has ended and its document was written: there is nothing to resume.`)
  const fits = (entry: JournalEntry | null | undefined) =>
    entry?.event === 'resume' || (entry?.event === 'sample' && start.plan.cells[entry.cell] !== undefined)
  const broken = rest.findIndex((entry) => !fits(entry))
  if (broken >= 0) throw new Problem(2, `Line ${broken + 2} of ${file} is not what plimsoll writes: measure anew.`)
  return { file: resolve(file), start, entries: rest as CutJournal['entries'], length }
}

/** Whether a file is the journal of a run that was cut off. */
export function isCutJournal(file: string): boolean {
  try {
    readJournal(file)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function journalOf(file: string, descriptor: number): Journal {
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
    close: () => closeSync(descriptor),
  }
}

function parseLine(line: string): JournalEntry | null {
  try {
    return JSON.parse(line) as JournalEntry | null
  } catch {
    return null
  }
}
