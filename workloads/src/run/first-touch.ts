import type { Environment } from '@plimsoll/schema'
import type { ProcessResult } from '../engine.ts'
import { hasParams, type Workload } from '../read-catalog/workload.ts'
import type { Plan } from './plan.ts'
import { findWorkload, type PlannedBenchmark, type Workloads } from './plan-benchmarks.ts'

const MIB = 2 ** 20
/** The most memory that is touched, in bytes. */
const MAX_TOUCHED = 2 ** 30
/** The largest share of the available memory that is touched. */
const MAX_SHARE = 0.25

/**
 * The most bytes that a sample of a benchmark writes at once. Null for a workload of a project, which may write
 * anything.
 */
export function bytesWritten({ project, writes }: Workload, { params }: PlannedBenchmark): number | null {
  if (project !== null) return null
  if (typeof params.bytes === 'number') return params.bytes
  if (typeof params.mebibytes === 'number') return params.mebibytes * MIB
  const known = writes.find((entry) => hasParams(params, entry.params))
  return known === undefined ? null : known.mebibytes * MIB
}

/** Twice the most bytes that a sample of the plan writes at once, as far as this is known. */
export function memoryToTouch(plan: Plan, workloads: Workloads): { bytes: number; isKnown: boolean } {
  const written = plan.benchmarks.map((benchmark) => {
    const workload = findWorkload(workloads, benchmark)
    return workload ? bytesWritten(workload, benchmark) : null
  })
  return { bytes: 2 * Math.max(...written.map((bytes) => bytes ?? 0)), isKnown: !written.includes(null) }
}

/**
 * Touches memory once, so that a hypervisor has found its pages before the first sample: as memory of a process and as
 * content of a file, because the kernel takes the pages of the two from different lists.
 * @param file a file that does not exist, on a file system where the work writes; it is removed again
 * @param available the available bytes where the agent runs; null if they are unknown
 * @returns `unhandled` if the plan needs more memory than may be touched, `unknown` if its need is not known
 */
export async function touchMemory(
  { bytes, isKnown }: ReturnType<typeof memoryToTouch>,
  { available, file }: { available: number | null; file: string },
  runAgent: (args: string[]) => Promise<ProcessResult>,
): Promise<Environment['firstTouch']> {
  if (available === null || bytes > Math.min(MAX_TOUCHED, available * MAX_SHARE)) return 'unhandled'
  if (bytes > 0 && (await runAgent(['touch', file, String(bytes)])).exitCode !== 0) return 'unhandled'
  return isKnown ? 'handled' : 'unknown'
}
