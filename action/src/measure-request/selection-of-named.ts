import { makeSelection, Problem, type Suite, type Workload } from '@plimsoll/workloads'
import { WrongRequest } from './refusals.ts'
import type { MeasureRequest } from './request.generated.ts'

/**
 * The suite of workloads that a request names, with the values that it gives their params.
 * @throws WrongRequest for a param or value that the workloads do not have
 */
export function selectionOfNamed(workloads: Workload[], params: MeasureRequest['params']): Suite {
  try {
    return makeSelection(workloads, params)
  } catch (error) {
    throw error instanceof Problem ? new WrongRequest({ wrong: 'params', message: error.message }) : error
  }
}
