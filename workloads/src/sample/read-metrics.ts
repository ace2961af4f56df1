import type { Sample } from '@plimsoll/schema'
import type { Lifecycle } from '../engine.ts'
import { firstMatch } from '../read-catalog/regular-expression.ts'
import type { WorkloadMetric } from '../read-catalog/workload.ts'
import type { AgentRun } from './agent.ts'

/** The values of a sample, or its failure with the command's output. A failure is never an exception. */
export type MetricReading = { values: Sample['values'] } | { failure: string }

/**
 * The values of a sample's metrics. A value is a wall-clock time, a CPU time or a number in the command's output, converted to
 * whole base units. If an engine reports no events of a container, the metrics of its phases are left out.
 * @param seen the executions of the command and the phases of a container's life, if the work starts a container. Only
 * the output of the first execution is read.
 */
export function readMetrics(
  metrics: WorkloadMetric[],
  { runs, phases }: { runs: [AgentRun, ...AgentRun[]]; phases: Lifecycle | null },
): MetricReading {
  const values: Sample['values'] = {}
  const [{ wall, user, system, tail: output }, ...later] = runs
  let parsed: unknown
  for (const { name, primary, unit, from } of metrics) {
    if (typeof from === 'string') {
      values[name] = { wall, cpu: user + system, repeat: later.map(({ wall }) => wall) }[from]
      continue
    }
    if ('phase' in from) {
      if (phases) values[name] = phases[from.phase]
      else if (primary || metrics.some(({ per }) => per === name))
        return { failure: 'the engine reported no events of the container' }
      continue
    }
    if ('json' in from && parsed === undefined) {
      parsed = parseOutput(output)
      if (parsed === undefined) return { failure: `the command printed no JSON\n${output.trim()}` }
    }
    const found = 'json' in from ? at(parsed, from.json) : numberIn(firstMatch(from.regex, output)?.group)
    const value = inBaseUnits(found, from.times ?? 1, unit)
    if (typeof value === 'object' && 'printed' in value) {
      const where = 'json' in from ? `at ${from.json || 'the top'}` : `matching ${from.regex}`
      return {
        failure: `the command printed ${value.printed} ${where} for the metric ${name}${value.why}\n${output.trim()}`,
      }
    }
    values[name] = value
  }
  return { values }
}

/** Converts a group of a match to a number. A group that is none stays a text. Null without a match, or if it is empty. */
function numberIn(group: string | null | undefined): number | string | null {
  if (!group?.trim()) return null
  const number = Number(group)
  return Number.isNaN(number) ? group : number
}

/**
 * Parses JSON in the command's output. The output includes standard error, so a tool may print messages before its
 * JSON.
 */
function parseOutput(output: string): unknown {
  const start = output.search(/^[{[]/m)
  if (start === -1) return undefined
  try {
    return JSON.parse(output.slice(start))
  } catch {
    return undefined
  }
}

/**
 * Resolves a JSON pointer (RFC 6901). A step `*` visits every element of a list, and skips elements without a match.
 */
function at(value: unknown, pointer: string): unknown {
  const [step, ...rest] = pointer.split('/').slice(1)
  if (step === undefined) return value
  const below = rest.length > 0 ? `/${rest.join('/')}` : ''
  if (step === '*')
    return Array.isArray(value)
      ? value.map((element) => at(element, below)).filter((found) => found !== undefined)
      : undefined
  const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return at((value as Record<string, unknown>)[key], below)
}

/** What the command printed in place of a value, and why it is none, as parts of a sentence. */
interface NoValue {
  printed: string
  why: string
}

/** The largest share of a value that rounding to a whole number of units may change. */
const MAX_ROUNDING = 0.01

/** The maximum number of characters of a text that a failure quotes. The output follows it anyway. */
const MAX_QUOTED = 40

/** Whole numbers from 0 to 2⁵³ − 1, single or as a list. For anything else, why it is no value. */
function inBaseUnits(found: unknown, times: number, unit: WorkloadMetric['unit']): number | number[] | NoValue {
  if (Array.isArray(found)) {
    const all = found.map((one) => inBaseUnits(one, times, unit))
    const wrong = all.find((one) => typeof one !== 'number')
    if (wrong === undefined && all.length > 0) return all as number[]
    return wrong === undefined || Array.isArray(wrong) ? NO_NUMBER : wrong
  }
  if (typeof found === 'string')
    return { printed: JSON.stringify(found.slice(0, MAX_QUOTED)), why: ', which is no number such as 1234.5' }
  if (typeof found !== 'number') return NO_NUMBER
  const printed = String(found)
  if (found < 0) return { printed, why: ', which is negative: a value is 0 or more' }
  const exact = found * times
  const value = Math.round(exact)
  if (!Number.isSafeInteger(value))
    return { printed, why: `, which is more than ${Number.MAX_SAFE_INTEGER} ${unit}, the largest value` }
  if (Math.abs(value - exact) > MAX_ROUNDING * exact)
    return {
      printed,
      why: `, which would be rounded to ${value} ${unit}: set \`times\` of the metric to the factor that converts it to ${unit}${EXAMPLES[unit]}`,
    }
  return value
}

const NO_NUMBER: NoValue = { printed: 'no number', why: '' }

const EXAMPLES: Record<WorkloadMetric['unit'], string> = {
  ns: ', such as 1000000000 for seconds',
  bytes: ', such as 1048576 for MiB',
  operations: ', such as 1000 for thousands of operations',
}
