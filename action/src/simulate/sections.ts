import { plainRow, type Section } from '../report/report.ts'
import { METHODS } from './methods.ts'
import type { ReportLine } from './report-lines.ts'
import { ALPHAS, NAMES } from './simulate-checks.ts'
import { type Count, type Tally, welchAtEqualLevel } from './tally.ts'

/** The required and achieved rates. */
export function linesSection(title: string, lines: readonly ReportLine[]): Section {
  return section(
    title,
    1,
    ['rate', 'measured', '95% interval', 'required', ''],
    lines.map(({ what, reached, interval, limit, met }) => [
      what,
      share(reached),
      interval.map(percent).join(' to '),
      limit === null ? 'no limit' : `${limit.kind} ${percent(limit.share)}`,
      met ? '' : 'MISSED',
    ]),
  )
}

/** The results of each method on the same times, with a row per scenario and method. */
export function methodsSection(title: string, tallies: Record<string, Tally>): Section {
  const alphas = ALPHAS.map((alpha) => `α ${100 * alpha}%`)
  return section(
    title,
    2,
    ['times', 'method', ...alphas.map((at) => `false, ${at}`), ...alphas.map((at) => `+10% found, ${at}`)],
    Object.entries(tallies).flatMap(([scenario, tally]) => {
      const counted = (name: (alpha: number) => string) => ALPHAS.map((alpha) => share(tally.counts[name(alpha)]))
      const rows = METHODS.map((method) => [
        scenario,
        method,
        ...counted((alpha) => NAMES.falseAlarm(method, alpha)),
        ...counted((alpha) => NAMES.found(method, alpha)),
      ])
      return tally.welchFound.length === 0 ? rows : rows.toSpliced(2, 0, equalLevelRow(scenario, tally))
    }),
  )
}

/**
 * A row for Welch's test. Its level is chosen so that its false-alarm rate equals the false-alarm rate of the verdict.
 */
function equalLevelRow(scenario: string, tally: Tally): string[] {
  const alarms = ALPHAS.map((alpha) => tally.counts[NAMES.falseAlarm('verdict', alpha)] as Count)
  const found = alarms.map((count) => welchAtEqualLevel(tally, count))
  return [scenario, 'interleaved Welch, same false-alarm rate', ...alarms.map(share), ...found.map(share)]
}

/** The rounds that checks without a change use, as a share of the maximum. */
export function roundsSection(title: string, tallies: Record<string, Tally>): Section {
  return section(
    title,
    1,
    ['times', 'rounds used', 'benchmarks "not slower"'],
    Object.entries(tallies).map(([scenario, { counts }]) => [
      scenario,
      share(counts[NAMES.rounds]),
      share(counts[NAMES.notSlower]),
    ]),
  )
}

/** A counted share in percent, or a dash if nothing was counted. */
export function share(count: Count | undefined): string {
  return count === undefined ? '–' : percent(count.hits / count.of)
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)}%`
}

/** A table whose first `words` columns are texts. */
export function section(title: string, words: number, heading: string[], rows: string[][]): Section {
  return { title, heading, words, rows: rows.map((fields) => plainRow(...fields)), remarks: [] }
}
