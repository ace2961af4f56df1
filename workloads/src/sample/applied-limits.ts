import { quoted } from '../quoted.ts'
import type { Workload } from '../read-catalog/workload.ts'
import { readInspection } from './inspection.ts'
import type { ContainerAgent } from './prepare-engine.ts'

/** Engines round the limit to whole microseconds of a period, so it may differ a little from the requested one. */
const TOLERANCE = 0.01

/**
 * Starts a container with the limits of a workload, and reads them inside it: an engine may ignore a limit silently.
 * @returns why these limits do not apply; null if they do
 */
export async function limitProblem(
  product: string,
  limits: NonNullable<Workload['limits']>,
  runAgent: ContainerAgent,
): Promise<string | null> {
  const { cpus } = limits
  const result = await runAgent(['inspect'], undefined, limits)
  const seen = readInspection(result)
  if (!seen)
    return `${product} could not run a container with a limit of ${cpus} CPUs (${quoted(result.stderr || result.stdout || `exit code ${result.exitCode}`)})`
  const { cpuLimit } = seen.process
  if (cpuLimit !== null && Math.abs(cpuLimit - cpus) <= TOLERANCE * cpus) return null
  const found = cpuLimit === null ? 'none' : `a limit of ${cpuLimit} CPUs`
  return `${product} did not apply the limit of ${cpus} CPUs: inside the container there is ${found}. A rootless engine needs cgroup version 2, with the controller cpu delegated to it`
}
