import type { Sample } from '@plimsoll/schema'
import { firstMatch } from '../catalog/regular-expression.ts'
import type { WorkloadMetric } from '../catalog/workload.ts'
import type { Lifecycle } from '../engine.ts'
import type { AgentRun } from './agent.ts'

/** The values of a sample, or its failure with the command's output. A failure is never an exception. */
export type MetricReading = { values: Sample['values'] } | { failure: string }

/**
 * The values of a sample's metrics. A value is a wall-clock time or a number in the command's output, converted to
 * whole base units. If an engine reports no events of a container, the metrics of its phases are left out.
 * @param seen the executions of the command and the phases of a container's life, if the work starts a container. Only
 * the output of the first execution is read.
 */
export function readMetrics(
  metrics: WorkloadMetric[],
  { runs, phases }: { runs: [AgentRun, ...AgentRun[]]; phases: Lifecycle | null },
): MetricReading {
  const values: Sample['values'] = {}
  const [{ wall, tail: output }, ...later] = runs
  let parsed: unknown
  for (const { name, primary, from } of metrics) {
    if (from === 'wall' || from === 'repeat') {
      values[name] = from === 'wall' ? wall : later.map(({ wall }) => wall)
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
    const value = inBaseUnits(found, from.times ?? 1)
    if (value === null) {
      const where = 'json' in from ? `at ${from.json || 'the top'}` : `matching ${from.regex}`
      return {
        failure: `the command printed no number ${where} for the metric ${name}\n${output.trim()}`,
      }
    }
    values[name] = value
  }
  return { values }
}

/** Converts a group of a match to a number. An empty group gives NaN, because JavaScript would convert it to 0. */
function numberIn(group: string | null | undefined): number {
  return group?.trim() ? Number(group) : Number.NaN
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

/** Whole numbers from 0 to 2⁵³ − 1, single or as a list. Null for anything else. */
function inBaseUnits(found: unknown, times: number): number | number[] | null {
  if (Array.isArray(found)) {
    const all = found.map((one) => inBaseUnits(one, times))
    return all.length > 0 && all.every((one) => typeof one === 'number') ? all : null
  }
  if (typeof found !== 'number') return null
  const value = Math.round(found * times)
  return Number.isSafeInteger(value) && value >= 0 ? value : null
}
