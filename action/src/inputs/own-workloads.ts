import { listProjectWorkloads } from '@plimsoll/workloads'
import type { MeasureRequest } from '../measure-request/request.generated.ts'

/**
 * If a request names neither a suite nor workloads, all of the project's own workloads are measured. A project without
 * own workloads gets the default suite.
 */
export function withOwnWorkloads(request: MeasureRequest): MeasureRequest {
  const { suite, workloads, project } = request
  return suite !== undefined || workloads.length > 0 ? request : { ...request, workloads: ownNames(project) }
}

/**
 * The names of a project's own workloads.
 * @throws Problem (2) for a file that cannot be read
 */
export function ownNames(folder: string): string[] {
  const { workloads, problems } = listProjectWorkloads(folder)
  if (workloads.length === 0 && problems[0]) throw problems[0]
  return workloads.map(({ workload }) => workload)
}
