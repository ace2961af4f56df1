import type { Conditions, Engine, Host, Image, Note, Replication, RunDocument, Sample } from '@plimsoll/schema'
import type { WorkloadFile } from '../read-catalog/project-workloads.ts'
import type { SampleResult } from '../sample/take-sample.ts'
import type { EffectiveTarget, HostDeclarations } from '../scenario.ts'
import type { Budget } from './budget.ts'
import type { Ground } from './ground.ts'
import type { Plan } from './plan.ts'

/**
 * The first line of a journal. It has the plan, and everything else that a document needs and that is known at the
 * start.
 */
export interface StartEntry extends Ground {
  event: 'plan'
  run: string
  startedAt: string
  plan: Plan
  budget: Budget | null
  /** The location of native and bind-mounted files. */
  directory: string
  /** The requested variants (base and head) of a check. Null for a plain run. */
  variants: { base: VariantRequest; head: VariantRequest } | null
  /** The workload that is in no file, so that the run can be resumed. Absent if there is none. */
  command?: WorkloadFile
  declared: HostDeclarations
  /** Notes about the plan for the reader of the document. */
  notes: Note[]
  harness: Omit<RunDocument['harness'], 'name'>
  source: RunDocument['source']
  /** The author of the run. Absent if none is named. */
  author?: string
  /** The run that this run repeats. Absent if it repeats none. */
  replicates?: Replication
  host: Host
  before: Conditions
  engines: Engine[]
  images: Image[]
}

/** One variant of a check, as requested. */
export interface VariantRequest {
  /** The absolute path of the project from which the variant is built. */
  directory: string
  engine: string | null
  /** An image that replaces the images of the project's workloads. Null for none. */
  image: string | null
}

export interface SampleEntry {
  event: 'sample'
  benchmark: number
  sample: Sample
  /**
   * The duration of the sample in ns, including the preparation of its slot (its fresh directory, volume or container).
   */
  took: number
  target: EffectiveTarget | null
  /** Why the environment cannot do this benchmark at all, if the sample has shown this. Otherwise null. */
  unsupported: string | null
  /** The free bytes on the target's file system. */
  available: number | null
  calibration: number[]
  calibratedOn: SampleResult['calibratedOn']
}

/** The resumption of an interrupted run. */
export interface ResumeEntry extends Ground {
  event: 'resume'
  run: string
  at: string
  before: Conditions
}

/** One line of the journal. The entry `end` is written after the document. */
export type JournalEntry = StartEntry | SampleEntry | ResumeEntry | { event: 'end'; status: RunDocument['status'] }

/** The contents of the journal of an interrupted run. */
export interface InterruptedJournal {
  file: string
  start: StartEntry
  entries: (SampleEntry | ResumeEntry)[]
  /** The number of bytes up to the end of the last complete line. */
  length: number
}
