import type { Check, Note, RunDocument } from '@plimsoll/schema'
import type { Forecast } from '@plimsoll/schema/verdict'
import type { ContainerEngine } from '../engine.ts'
import type { WorkloadFile } from '../read-catalog/project-workloads.ts'
import type { PreparedBenchmark } from '../sample/prepare.ts'
import type { HostDeclarations } from '../scenario.ts'
import type { WorkRounds } from './adapt-rounds.ts'
import type { Budget } from './budget.ts'
import type { Journal } from './journal.ts'
import type { InterruptedJournal, VariantRequest } from './journal-entry.ts'
import type { Plan } from './plan.ts'
import type { Workloads } from './plan-benchmarks.ts'
import type { RepeatedRun } from './replication.ts'

export interface RunOptions {
  plan: Plan
  /** The same run with less work, for a machine on which `plan` takes too long. Null if there is none. */
  smaller?: Plan | null
  workloads: Workloads
  /** The engines to measure. */
  engines: ContainerEngine[]
  /** All available engines. The cleanup after killed runs needs them. */
  allEngines: ContainerEngine[]
  /**
   * The directory that contains the slots of native and bind-mounted samples. It must be inside the file share of every
   * engine.
   */
  directory: string
  /** The requested variants (base and head) of a check. */
  variants?: { base: VariantRequest; head: VariantRequest } | null
  /** The workload that is in no file. Null if there is none. */
  command?: WorkloadFile | null
  /** The run that this run repeats. Null for a run of its own. */
  replicates?: RepeatedRun | null
  /** Facts about this host that the user declares. */
  declared: HostDeclarations
  /** Notes about the plan for the reader of the document. */
  notes?: Note[]
  /** Opens the journal. It is called after preparation, so that a run that fails to start leaves no journal. */
  openJournal: () => Journal
  /** The interrupted run to resume. Its plan is `plan`, and `openJournal` opens its journal. */
  interrupted?: InterruptedJournal | null
  /** The time limit, as recorded in the plan. */
  budget?: Budget | null
  /** Stores the document. It is called before the journal records the end of the run. */
  write?: (document: RunDocument) => void
  version: string
  commit: string | null
  source: RunDocument['source']
  /** The name that citations of the run give. Null for none. */
  author?: string | null
  signal: AbortSignal
  on: (event: RunEvent) => void
}

export type RunEvent =
  | { type: 'say'; line: string }
  /** The preparation of a benchmark begins: its toolchain, image and agent. */
  | { type: 'prepare'; done: number; total: number }
  /** The run waits, as its last line said. Repeated while it waits. */
  | { type: 'rest'; secondsLeft: number; seconds: number }
  /** `order` holds, for each round, the benchmarks with a missing sample. `done` is the number of existing samples. */
  | { type: 'start'; plan: Plan; prepared: PreparedBenchmark[]; order: number[][]; done: number }
  /** The rule has set the rounds of workloads. `order` is as in `start`, without the rounds that are left out. */
  | { type: 'rounds'; set: WorkRounds[]; order: number[][] }
  | { type: 'sample'; benchmark: number; round: number; warmup: boolean; done: number; total: number }
  /** `value` is that of the primary metric. Null if there is none, or if one sample has several. */
  | { type: 'sampled'; benchmark: number; nanoseconds: number; value: number | null; failure: string | null }
  /** A look (an interim analysis). Only a check has this event, after the rounds of each look. */
  | { type: 'look'; rounds: number; check: Check; forecast: Forecast | null }
  | { type: 'removed'; done: number; total: number }
