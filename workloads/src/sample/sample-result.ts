import type { ResourceUsage } from '@plimsoll/schema'
import type { Lifecycle } from '../engine.ts'
import { firstMatch } from '../read-catalog/regular-expression.ts'
import type { Workload } from '../read-catalog/workload.ts'
import { type AgentReport, USAGE } from './agent.ts'
import { readMetrics } from './read-metrics.ts'
import type { SampleResult } from './take-sample.ts'

/**
 * Converts an agent's report into a sample or into the sample's failure. A `wrong` text takes precedence over other
 * failures.
 */
export function sampleResult(
  report: AgentReport,
  workload: Workload,
  wrong: string | null,
  phases: Lifecycle | null = null,
): SampleResult {
  const { runs, target, available, calibration } = report
  const seen = { target, available, calibration, calibratedOn: 'benchmark' as const }
  const [first, ...later] = runs
  const forged = runs.length > workload.times ? "another process wrote into the agent's report" : null
  if (wrong || forged || !first) {
    const failure = wrong ?? forged ?? 'the agent reported no run'
    const known = workload.unsupported.find(({ says }) => firstMatch(says, failure))
    return { ...NOTHING, failure, unsupported: known?.because ?? null, ...seen }
  }
  const cpu = { user: sum(runs.map(({ user }) => user)), system: sum(runs.map(({ system }) => system)) }
  const usage = Object.fromEntries(
    USAGE.map((name) => [name, sum(runs.map((run) => run[name]))]),
  ) as unknown as ResourceUsage
  const read = readMetrics(workload.metrics, {
    runs: [{ ...first, tail: lastBytes(first.tail, workload.output) }, ...later],
    phases,
  })
  return 'failure' in read
    ? { ...NOTHING, failure: read.failure, unsupported: null, ...seen }
    : { values: read.values, cpu, usage, printed: first.tail, failure: null, unsupported: null, ...seen }
}

const NOTHING = { values: {}, cpu: null, usage: null, printed: null }

/** The end of a text. */
function lastBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= most ? text : bytes.subarray(-most).toString()
}

/** The result of `timeCommand` as a sample. */
export function hostTimedResult(...args: Parameters<typeof sampleResult>): SampleResult {
  return { ...sampleResult(...args), calibratedOn: 'host' }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
