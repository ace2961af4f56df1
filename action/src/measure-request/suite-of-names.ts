import { listSuites, type ParamChoice, Problem, type Suite, selectionOf, type Workload } from '@plimsoll/workloads'
import { WrongRequest } from './refusals.ts'

/** The names in a request that select its suite: the name of a suite, or names of workloads with values of params. */
export interface SuiteNames {
  suite?: string | undefined
  workloads: string[]
  params: ParamChoice[]
}

/**
 * The suite that a request names, or the selection of the workloads that it names. Without names, the suite `quick`.
 * @param known all workloads that can be named
 * @throws WrongRequest
 */
export function suiteOf({ suite, workloads, params }: SuiteNames, known: Workload[]): Suite {
  if (suite === undefined && workloads.length > 0)
    return selectionOfNamed(
      known.filter(({ workload }) => workloads.includes(workload)),
      params,
    )
  const suites = listSuites()
  const name = suite ?? 'quick'
  const found = suites.find((entry) => entry.suite === name)
  if (found !== undefined) return found
  const available = suites.map(({ suite }) => suite)
  throw new WrongRequest({ wrong: 'name', field: 'suite', given: name, available })
}

function selectionOfNamed(workloads: Workload[], params: ParamChoice[]): Suite {
  try {
    return selectionOf(workloads, params)
  } catch (error) {
    throw error instanceof Problem ? new WrongRequest({ wrong: 'params', message: error.message }) : error
  }
}
