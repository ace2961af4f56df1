import type { Sample } from '@plimsoll/schema'
import type { Workload } from '../catalog/workload.ts'
import type { ContainerEngine, Machine } from '../engine.ts'
import { Problem } from '../problem.ts'
import type { PlannedBenchmark } from '../run/plan-benchmarks.ts'
import type { Declared, EffectiveTarget, Scenario } from '../scenario.ts'
import type { Slot } from './slot.ts'

/** Where the work of a benchmark runs, and what it finds there. `files` are what a project copies to the target. */
export type ExecutionTarget =
  | { on: 'host'; toolchain: string; files: string | null }
  | { on: 'machine'; engine: ContainerEngine; machine: Machine; agent: string; toolchain: string; files: string | null }
  | {
      on: 'container'
      engine: ContainerEngine
      /** its id, so that no name can mean something else */
      image: string
      imageName: string
      agentVolume: string
      /** what a project copies to the target */
      filesVolume: string | null
      /** names of variables that are the image's own */
      keepEnvironment: string[]
    }

/** What a benchmark needs besides its plan. */
export interface BenchmarkSetting {
  benchmark: PlannedBenchmark
  workload: Workload
  scenario: Scenario
  executionTarget: ExecutionTarget
  declared: Declared
  take: Taker
}

/** Where the fresh slot of one sample is made. */
export interface SlotId {
  /** unique in the run */
  name: string
  run: string
  /** holds the slots' host directories */
  directory: string
}

export interface Taken {
  values: Sample['values']
  cpu: Sample['cpu']
  failure: string | null
  /** why the environment cannot do this work at all, if that is why it failed */
  unsupported: string | null
  target: EffectiveTarget | null
  /** bytes free where the target is */
  available: number | null
  calibration: number[]
  /** where the agent was that timed it: where the benchmark's work runs, or outside of it, on the host */
  calibratedOn: 'benchmark' | 'host'
}

/** Takes one sample. Every slot is handed to `keep` before anything can go wrong with it. */
export type Taker = (slotId: SlotId, keep: (slot: Slot) => void, signal: AbortSignal) => Promise<Taken>

/**
 * Make a fresh slot, do the work there once and look at what it left. The slot is handed to `keep` before anything can
 * go wrong with it; nothing is removed here. Only an abort throws: an engine that fails to make a slot fails the sample.
 */
export async function takeSample(
  { take }: BenchmarkSetting,
  slotId: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
): Promise<Taken> {
  try {
    const taken = await take(slotId, keep, signal)
    signal.throwIfAborted()
    return taken
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof Problem) return failed(error.message)
    const { code, syscall } = error as NodeJS.ErrnoException // a full disk, a folder that takes nothing
    if (code && syscall) return failed(`no slot could be made for the sample: ${syscall} ${code}`)
    throw error
  }
}

/** A sample that came to nothing. */
export function failed(failure: string): Taken {
  const nothing = {
    values: {},
    cpu: null,
    target: null,
    available: null,
    calibration: [],
    calibratedOn: 'benchmark' as const,
  }
  return { ...nothing, failure, unsupported: null }
}
