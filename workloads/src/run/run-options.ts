import type { Check, Note, RunDocument } from '@plimsoll/schema'
import type { Forecast } from '@plimsoll/schema/verdict'
import type { ContainerEngine } from '../engine.ts'
import type { PreparedBenchmark } from '../sample/prepare.ts'
import type { HostDeclarations } from '../scenario.ts'
import type { Budget } from './budget.ts'
import type { InterruptedJournal, Journal, VariantRequest } from './journal.ts'
import type { Plan } from './plan.ts'
import type { Workloads } from './plan-benchmarks.ts'

export interface RunOptions {
  plan: Plan
  workloads: Workloads
  /** the engines to measure */
  engines: ContainerEngine[]
  /** all available engines, for the cleanup after killed runs */
  allEngines: ContainerEngine[]
  /** contains the slots of native and bind-mounted samples; must be inside every engine's file share */
  directory: string
  /** the requested variants of a check */
  variants?: { base: VariantRequest; head: VariantRequest } | null
  /** facts about this host that the user declares */
  declared: HostDeclarations
  /** notes about the plan for the reader */
  notes?: Note[]
  /** called after preparation, so that a run that fails to start leaves no journal */
  openJournal: () => Journal
  /** the interrupted run to resume; its plan is `plan`, and `openJournal` opens its journal */
  interrupted?: InterruptedJournal | null
  /** the time limit, as recorded in the plan */
  budget?: Budget | null
  /** stores the document before the journal records the end of the run */
  write?: (document: RunDocument) => void
  version: string
  commit: string | null
  source: RunDocument['source']
  signal: AbortSignal
  on: (event: RunEvent) => void
}

export type RunEvent =
  | { type: 'say'; line: string }
  /** `order`: per round, the benchmarks with a missing sample; `done`: the number of existing samples */
  | { type: 'start'; plan: Plan; prepared: PreparedBenchmark[]; order: number[][]; done: number }
  | { type: 'sample'; benchmark: number; round: number; done: number; total: number }
  | { type: 'sampled'; benchmark: number; nanoseconds: number; failure: string | null }
  /** Only in a check, after the rounds of each look. */
  | { type: 'look'; rounds: number; check: Check; forecast: Forecast | null }
  | { type: 'removed'; done: number; total: number }
