import type { Sample } from '@plimsoll/schema'
import type { Workload } from '../catalog/workload.ts'
import type { ContainerEngine, Machine } from '../engine.ts'
import { Problem } from '../problem.ts'
import type { PlannedCell } from '../run/plan-cells.ts'
import type { Declared, EffectiveTarget, Scenario } from '../scenario.ts'
import type { Place } from './place.ts'

/** Where the work of a cell runs, and what it finds there. `files` are what a project places in the target. */
export type Arm =
  | { on: 'host'; kit: string; files: string | null }
  | { on: 'machine'; engine: ContainerEngine; machine: Machine; agent: string; kit: string; files: string | null }
  | {
      on: 'container'
      engine: ContainerEngine
      /** its id, so that no name can mean something else */
      image: string
      imageName: string
      agentVolume: string
      /** what a project places in the target */
      filesVolume: string | null
      /** names of variables that are the image's own */
      keepEnvironment: string[]
    }

/** What a cell needs besides its plan. */
export interface CellSetting {
  cell: PlannedCell
  workload: Workload
  scenario: Scenario
  arm: Arm
  declared: Declared
  take: Taker
}

/** Where the fresh place of one sample is made. */
export interface Slot {
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
  /** where the agent was that timed it: where the cell's work runs, or outside of it, on the host */
  calibratedOn: 'cell' | 'host'
}

/** Takes one sample. Every place is handed to `keep` before anything can go wrong with it. */
export type Taker = (slot: Slot, keep: (place: Place) => void, signal: AbortSignal) => Promise<Taken>

/**
 * Make a fresh place, do the work there once and look at what it left. The place is handed to `keep` before anything can
 * go wrong with it; nothing is removed here. Only an abort throws: an engine that fails to make a place fails the sample.
 */
export async function takeSample(
  { take }: CellSetting,
  slot: Slot,
  keep: (place: Place) => void,
  signal: AbortSignal,
): Promise<Taken> {
  try {
    const taken = await take(slot, keep, signal)
    signal.throwIfAborted()
    return taken
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof Problem) return failed(error.message)
    const { code, syscall } = error as NodeJS.ErrnoException // a full disk, a folder that takes nothing
    if (code && syscall) return failed(`no place could be made for the sample: ${syscall} ${code}`)
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
    calibratedOn: 'cell' as const,
  }
  return { ...nothing, failure, unsupported: null }
}
