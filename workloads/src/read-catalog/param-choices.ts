import { alternatives } from '@plimsoll/schema'
import { Problem } from '../problem.ts'
import type { Params, Workload } from './workload.ts'

/** A value of a param, as text from the command line. */
export interface ParamChoice {
  /** The only workload that the choice is for. Absent for every workload that has the param. */
  workload?: string
  name: string
  value: string
}

/**
 * Combines each workload with each combination of the chosen values. Params without a choice use their first value.
 * @throws Problem (2) if a choice does not exist in the workloads
 */
export function combineParams(workloads: Workload[], choices: ParamChoice[]): { entry: Workload; params: Params }[] {
  assertKnown(workloads, choices)
  return workloads.flatMap((entry) => {
    const { workload, params } = entry
    const own = choices.filter((choice) => choice.workload === undefined || choice.workload === workload)
    const values = Object.entries(params).map(([name, all]) => ({ name, values: chosen(workload, name, all, own) }))
    return combinations(values).map((params) => ({ entry, params }))
  })
}

function assertKnown(workloads: Workload[], choices: ParamChoice[]): void {
  const params = workloads.flatMap(({ params }) => Object.entries(params))
  const names = [...new Set(params.map(([name]) => name))]
  for (const { name, value } of choices) {
    if (names.length === 0)
      throw new Problem(2, `Unknown parameter '${name}': the chosen workloads have no parameters.`)
    if (!names.includes(name)) throw new Problem(2, `Unknown parameter '${name}' (${alternatives(name, names)}).`)
    const values = [...new Set(params.flatMap(([other, values]) => (other === name ? values.map(String) : [])))]
    if (!values.includes(value))
      throw new Problem(2, `Invalid value '${value}' for parameter '${name}' (${alternatives(value, values)}).`)
  }
}

/**
 * Returns the chosen values in the order of the workload file, so that the order of the choices does not change the
 * suite.
 */
function chosen<T extends string | number>(workload: string, name: string, values: T[], choices: ParamChoice[]): T[] {
  const texts = choices.filter((choice) => choice.name === name).map(({ value }) => value)
  if (texts.length === 0) return values.slice(0, 1)
  const found = values.filter((value) => texts.includes(String(value)))
  if (found.length === 0)
    throw new Problem(
      2,
      `Workload ${workload} has no value '${texts.join(', ')}' for parameter '${name}' (available: ${values.join(', ')}). Add an available value for ${workload}, or measure it in a separate run.`,
    )
  return found
}

function combinations([first, ...rest]: { name: string; values: (string | number)[] }[]): Params[] {
  if (!first) return [{}]
  const others = combinations(rest)
  return first.values.flatMap((value) => others.map((other) => ({ [first.name]: value, ...other })))
}
