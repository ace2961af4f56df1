import { type Check, formatShare, splitAlpha, UNRELIABLE } from '@plimsoll/schema'
import { earliestReport, type Forecast } from '@plimsoll/schema/verdict'
import type { Plan } from '@plimsoll/workloads'

/** The plan of a check, which compares two variants, as lines to print before its first sample. */
export function planLines({ check, benchmarks }: Plan): string[] {
  if (!check) return []
  const count = benchmarks.filter(({ variant }) => variant === 'base').length
  const second = benchmarks.find(({ variant }) => variant === 'second-base')
  const { rounds, look } = earliestReport(count, splitAlpha(benchmarks, check.level).wall)
  return [
    `A check of ${count} ${count === 1 ? 'benchmark' : 'benchmarks'}, base against head` +
      (second ? `, and base against itself (a null pair) in ${second.workload} ${second.scenario}` : ''),
    `The samples are tested after ${check.looks.join(', ')} rounds; no benchmark can be reported as slower or faster before round ${look ?? rounds} ` +
      `(α ${formatShare(check.level)}, threshold ${formatShare(check.threshold)})`,
  ]
}

/**
 * The progress of a check at a look, which is an interim analysis of the samples so far.
 * @param secondsPerRound the duration of a round of the benchmarks that continue; null if it is not known
 */
export function lookLines(
  rounds: number,
  check: Check,
  forecast: Forecast | null,
  secondsPerRound: number | null,
): string[] {
  const decided = check.benchmarks.filter(({ stopped }) => stopped)
  const counts = Map.groupBy(decided, ({ verdict, absence }) => absence ?? verdict ?? 'inconclusive')
  const list =
    check.status === 'unreliable'
      ? UNRELIABLE
      : [...counts].map(([verdict, all]) => `${all.length} ${verdict}`).join(', ')
  const open = check.benchmarks.length - decided.length
  const line = `After ${rounds} rounds: ${decided.length} of ${check.benchmarks.length} benchmarks decided${list && ` (${list})`}`
  return open > 0 && forecast ? [line, forecastLine(rounds, forecast, secondsPerRound)] : [line]
}

function forecastLine(rounds: number, { rounds: whole, from, to }: Forecast, secondsPerRound: number | null): string {
  const span = from === to ? '' : ` (${from} to ${to})`
  const seconds = secondsPerRound === null ? null : (whole - rounds) * secondsPerRound
  const more =
    seconds === null
      ? ''
      : `, at most ${seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`} more`
  return `Forecast: ${whole} rounds in all${span}${more}`
}
