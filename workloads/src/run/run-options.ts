import type { Check, Note, RunDocument } from '@plimsoll/schema'
import type { Forecast } from '@plimsoll/schema/verdict'
import type { ContainerEngine } from '../engine.ts'
import type { Prepared } from '../sample/prepare.ts'
import type { Declared } from '../scenario.ts'
import type { Budget } from './budget.ts'
import type { CutJournal, Journal, VariantRequest } from './journal.ts'
import type { Plan } from './plan.ts'
import type { Workloads } from './plan-benchmarks.ts'

export interface RunOptions {
  plan: Plan
  workloads: Workloads
  /** the engines to measure */
  engines: ContainerEngine[]
  /** every engine that is here, for what killed runs left behind in them */
  allEngines: ContainerEngine[]
  /** holds the slots of native and bind-mounted samples; inside every engine's file share */
  directory: string
  /** where the variants of a check come from */
  variants?: { base: VariantRequest; head: VariantRequest } | null
  /** what the user says of this machine */
  declared: Declared
  /** what a reader must know of the plan */
  notes?: Note[]
  /** opened once preparation is done, so that a run that could not start leaves none */
  openJournal: () => Journal
  /** the cut-off run that goes on; its plan is the plan, and its journal is the one that is opened */
  cut?: CutJournal | null
  /** what the plan says it may take */
  budget?: Budget | null
  /** puts the document where it belongs, before the journal says that the run has ended */
  write?: (document: RunDocument) => void
  version: string
  commit: string | null
  source: RunDocument['source']
  signal: AbortSignal
  on: (event: RunEvent) => void
}

export type RunEvent =
  | { type: 'say'; line: string }
  /** `order`: per round, the benchmarks of which a sample is still to be taken; `done`: how many samples are there already */
  | { type: 'start'; plan: Plan; prepared: Prepared[]; order: number[][]; done: number }
  | { type: 'sample'; benchmark: number; round: number; done: number; total: number }
  | { type: 'sampled'; benchmark: number; nanoseconds: number; failure: string | null }
  /** Of a check, after the rounds of each look. */
  | { type: 'look'; rounds: number; check: Check; forecast: Forecast | null }
  | { type: 'removed'; done: number; total: number }
