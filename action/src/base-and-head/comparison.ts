import { listWorkloads } from '@plimsoll/workloads'
import type { ComparableEvent, WorkflowEvent } from '../github/event.ts'
import type { Inputs } from '../inputs/read-inputs.ts'

/** Whether a step compares the two versions of a pull request or a merge group. */
export interface Comparison {
  /** the event with both versions; null if the step measures only the checked-out version */
  versions: ComparableEvent | null
  /** why a requested comparison is not possible, as a sentence */
  remark: string | null
}

/** Whether the inputs and the event of a step request a comparison, and whether it is possible. */
export function decideComparison({ request, compare }: Inputs, event: WorkflowEvent): Comparison {
  const { suite, workloads, variants } = request
  const isComparable = event.name === 'pull_request' || event.name === 'merge_group'
  if (!isComparable || compare === 'none' || variants?.base.engine !== variants?.head.engine)
    return { versions: null, remark: null }
  const catalog = listWorkloads().map(({ workload }) => workload)
  const ofCatalog = workloads.length > 0 && workloads.every((name) => catalog.includes(name))
  if (suite === undefined && !ofCatalog) return { versions: event, remark: null }
  const remark =
    "Workloads of Plimsoll's catalog do not differ between base and head: they are measured once and not compared."
  return { versions: null, remark }
}
