import { dirname } from 'node:path'
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

/** The nearest folder above one that has workloads of its own. Null if there is none. */
export function folderAboveWithWorkloads(folder: string): string | null {
  const above = dirname(folder)
  if (above === folder) return null
  return listProjectWorkloads(above).workloads.length > 0 ? above : folderAboveWithWorkloads(above)
}
