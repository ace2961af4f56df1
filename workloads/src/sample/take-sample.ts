import type { ResourceUsage, Sample } from '@plimsoll/schema'
import type { ContainerEngine, Machine } from '../engine.ts'
import { Problem } from '../problem.ts'
import type { Service, Workload } from '../read-catalog/workload.ts'
import type { PlannedBenchmark } from '../run/plan-benchmarks.ts'
import type { EffectiveTarget, HostDeclarations, Scenario } from '../scenario.ts'
import type { Slot } from './slot.ts'

/**
 * The execution target: where the work of a benchmark runs (host, VM or container), with its toolchain. `files` holds
 * the files that a project's workload copies to its target directory.
 */
export type ExecutionTarget =
  | { on: 'host'; toolchain: string; files: string | null }
  | { on: 'machine'; engine: ContainerEngine; machine: Machine; agent: string; toolchain: string; files: string | null }
  | {
      on: 'container'
      engine: ContainerEngine
      /** The image's id. It is not a name, because a name could refer to another image later. */
      image: string
      imageName: string
      agentVolume: string
      /** The volume with the files that a project's workload copies to its target directory. Null if it copies none. */
      filesVolume: string | null
      /** The names of the image's own environment variables. */
      keepEnvironment: string[]
      /** The services beside each sample, in the order in which they start. */
      services: PreparedService[]
    }

/** A service whose image is in the engine. */
export interface PreparedService extends Service {
  /** The host name of the service. */
  name: string
  /** The id of its image. */
  reference: string
}

/** A planned benchmark, its work and where that runs. */
export interface BenchmarkWork {
  benchmark: PlannedBenchmark
  workload: Workload
  executionTarget: ExecutionTarget
}

/** A planned benchmark with everything needed to take its samples. */
export interface BenchmarkSetting extends BenchmarkWork {
  scenario: Scenario
  declared: HostDeclarations
  take: Sampler
}

/** The identification of one sample's new slot (the fresh directory, volume or container of the sample). */
export interface SlotId {
  /** The name of the slot, unique in the run. */
  name: string
  run: string
  /** The directory that contains the parent folders of the slots' host directories. */
  directory: string
  /** The name of the slot's parent folder. */
  parent: string
}

export interface SampleResult {
  values: Sample['values']
  cpu: Sample['cpu']
  /** The counts of page faults, context switches and block input. Null if they were not read. */
  usage: ResourceUsage | null
  failure: string | null
  /** The end of what the command printed in its first execution. Null if the sample failed. */
  printed: string | null
  /** Why the environment cannot do this work at all, if that caused the failure. Otherwise null. */
  unsupported: string | null
  target: EffectiveTarget | null
  /** The free bytes on the target's file system. */
  available: number | null
  calibration: number[]
  /** Where the timing agent ran: on the benchmark's execution target, or outside the execution target on the host. */
  calibratedOn: 'benchmark' | 'host'
}

/**
 * Takes one sample. Passes every slot to `keep` before it creates the slot, so that the caller can clean up after a
 * failure.
 */
export type Sampler = (slotId: SlotId, keep: (slot: Slot) => void, signal: AbortSignal) => Promise<SampleResult>

/**
 * Creates a new slot, does the work once and verifies the result. Passes the slot to `keep` before it creates the slot.
 * Removes nothing. Throws only on an abort and on internal errors. If an engine fails to create a slot, the sample
 * fails.
 */
export async function takeSample(
  { take }: BenchmarkSetting,
  slotId: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
): Promise<SampleResult> {
  try {
    const taken = await take(slotId, keep, signal)
    signal.throwIfAborted()
    return taken
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof Problem) return failed(error.message)
    // For example, the disk is full or the folder is read-only.
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code && syscall) return failed(`cannot create a slot for the sample: ${syscall} ${code}`)
    throw error
  }
}

/** Returns a failed sample. */
export function failed(failure: string): SampleResult {
  const nothing = {
    values: {},
    cpu: null,
    usage: null,
    printed: null,
    target: null,
    available: null,
    calibration: [],
    calibratedOn: 'benchmark' as const,
  }
  return { ...nothing, failure, unsupported: null }
}
