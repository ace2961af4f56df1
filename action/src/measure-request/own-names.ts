import { listProjectWorkloads } from '@plimsoll/workloads'

/**
 * The names of a project's own workloads.
 * @throws Problem (2) if no file can be read
 */
export function ownNames(folder: string): string[] {
  const { workloads, problems } = listProjectWorkloads(folder)
  if (workloads.length === 0 && problems[0]) throw problems[0]
  return workloads.map(({ workload }) => workload)
}
