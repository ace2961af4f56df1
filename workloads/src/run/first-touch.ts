import { type Environment, ownValue } from '@plimsoll/schema'
import type { Workload } from '../catalog/workload.ts'
import type { ProcessResult } from '../engine.ts'
import type { Plan } from './plan.ts'
import { type PlannedBenchmark, type Workloads, workloadOf } from './plan-benchmarks.ts'

const MIB = 2 ** 20
/** The most memory that is touched, in bytes. */
const MAX_TOUCHED = 2 ** 30
/** The largest share of the available memory that is touched. */
const MAX_SHARE = 0.25

/**
 * The MiB that a sample of the catalog's workloads writes at once if no parameter says so. `npm-ci small` is measured
 * with `du`; the others are estimates on the safe side, because too much touched memory costs only time. Benchmarks of
 * start-up, memory and network write next to nothing.
 */
const WRITTEN: Record<string, number> = {
  'container-start': 0,
  'cpu-limit': 0,
  'file-events': 1,
  'go-list': 32,
  ioping: 1,
  metadata: 4,
  namespaces: 0,
  network: 0,
  'npm-ci small': 38,
  'npm-ci cra': 400,
  'rake-tasks': 32,
  'stat-tree': 128,
  'symfony-page': 64,
}

/**
 * The most bytes that a sample of a benchmark writes at once. Null for a workload of a project, which may write
 * anything.
 */
export function bytesWritten({ project }: Workload, { workload, params }: PlannedBenchmark): number | null {
  if (project !== null) return null
  if (typeof params.bytes === 'number') return params.bytes
  if (typeof params.mebibytes === 'number') return params.mebibytes * MIB
  const known = ownValue(WRITTEN, workload) ?? ownValue(WRITTEN, `${workload} ${params.size}`)
  return known === undefined ? null : known * MIB
}

/** Twice the most bytes that a sample of the plan writes at once, as far as this is known. */
export function memoryToTouch(plan: Plan, workloads: Workloads): { bytes: number; isKnown: boolean } {
  const written = plan.benchmarks.map((benchmark) => {
    const workload = workloadOf(workloads, benchmark)
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
