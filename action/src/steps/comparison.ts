import { listWorkloads } from '@plimsoll/workloads'
import type { PullRequestEvent, WorkflowEvent } from '../github/event.ts'
import type { Inputs } from '../inputs/read-inputs.ts'

/** Whether a step compares the two versions of a pull request. */
export interface Comparison {
  /** the pull request; null if the step measures only the checked-out version */
  pullRequest: PullRequestEvent | null
  /** why a requested comparison is not possible, as a sentence */
  remark: string | null
}

/** Whether the inputs and the event of a step request a comparison, and whether it is possible. */
export function comparisonOf({ request, compare }: Inputs, event: WorkflowEvent): Comparison {
  const { suite, workloads, variants } = request
  if (event.name !== 'pull_request' || compare === 'none' || variants?.base.engine !== variants?.head.engine)
    return { pullRequest: null, remark: null }
  const catalog = listWorkloads().map(({ workload }) => workload)
  const ofCatalog = workloads.length > 0 && workloads.every((name) => catalog.includes(name))
  if (suite === undefined && !ofCatalog) return { pullRequest: event, remark: null }
  const remark =
    "Workloads of Plimsoll's catalog do not differ between base and head: they are measured once and not compared."
  return { pullRequest: null, remark }
}
