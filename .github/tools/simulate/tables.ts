import { METHODS } from './methods.ts'
import { NOISE_MODELS } from './noise.ts'
import type { ReportLine } from './report-lines.ts'
import { CVS, runNoiseName } from './run-noise.ts'
import { ALPHAS, NAMES } from './simulate-checks.ts'
import { CHANGES, HISTORY_NAMES, RUNS_AFTER } from './simulate-histories.ts'
import { REPLICATION_NAMES, RUN_COUNTS } from './simulate-replications.ts'
import { BIASED, FIXED_ROUNDS, RUN_NAMES, SUITES } from './simulate-runs.ts'
import { type Count, type Tally, welchAtEqualLevel } from './tally.ts'

/** The rows of a table, each a list of fields; the first row is the heading. */
type Table = string[][]

/** The counts by the name of each scenario, kind of noise or spread. */
type Tallies = Record<string, Tally>

/** Returns a table as text, with the columns aligned. */
export function tableText(table: Table): string {
  const widths = (table[0] as string[]).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: string[]) => row.map((field, column) => field.padEnd(widths[column] as number)).join('  ')
  return table.map((row) => lineOf(row).trimEnd()).join('\n')
}

/** The required and achieved rates. */
export function linesTable(lines: readonly ReportLine[]): Table {
  return [
    ['rate', 'measured', '95% interval', 'required', ''],
    ...lines.map(({ what, reached, interval, limit, met }) => [
      what,
      share(reached),
      interval.map(percent).join(' to '),
      limit === null ? 'no limit' : `${limit.kind} ${percent(limit.share)}`,
      met ? '' : 'MISSED',
    ]),
  ]
}

/** The results of each method on the same times, with a row per scenario and method. */
export function methodsTable(tallies: Tallies): Table {
  const alphas = ALPHAS.map((alpha) => `α ${100 * alpha}%`)
  return [
    ['times', 'method', ...alphas.map((at) => `false, ${at}`), ...alphas.map((at) => `+10% found, ${at}`)],
    ...Object.entries(tallies).flatMap(([scenario, tally]) => {
      const counted = (name: (alpha: number) => string) => ALPHAS.map((alpha) => share(tally.counts[name(alpha)]))
      const rows = METHODS.map((method) => [
        scenario,
        method,
        ...counted((alpha) => NAMES.falseAlarm(method, alpha)),
        ...counted((alpha) => NAMES.found(method, alpha)),
      ])
      return tally.welchFound.length === 0 ? rows : rows.toSpliced(2, 0, equalLevelRow(scenario, tally))
    }),
  ]
}

/**
 * A row for Welch's test. Its level is chosen so that its false-alarm rate equals the false-alarm rate of the verdict.
 */
function equalLevelRow(scenario: string, tally: Tally): string[] {
  const alarms = ALPHAS.map((alpha) => tally.counts[NAMES.falseAlarm('verdict', alpha)] as Count)
  const found = alarms.map((count) => welchAtEqualLevel(tally, count))
  return [scenario, 'interleaved Welch, same false-alarm rate', ...alarms.map(share), ...found.map(share)]
}

/** The kinds of noise with required rates. */
const REQUIRED = NOISE_MODELS.flatMap((model) => CVS.map((cv) => runNoiseName(model, cv)))

/** The runs without a bias, with a row per kind of noise and suite. */
export function healthyRunsTable(tallies: Tallies): Table {
  return [
    ['times', 'suite', 'mean rounds', 'true ratio in interval', 'ratios estimated', 'workload withheld', 'unreliable'],
    ...Object.entries(tallies).flatMap(([noise, { counts }]) =>
      SUITES.map(({ name }) => [
        noise,
        name,
        quotient(counts[RUN_NAMES.rounds(name)] as Count),
        share(counts[RUN_NAMES.covered(name)]),
        share(counts[RUN_NAMES.estimated(name)]),
        share(counts[RUN_NAMES.anyWithheld(name)]),
        share(counts[RUN_NAMES.unreliable(name)]),
      ]),
    ),
  ]
}

/** The workloads that are withheld because of a bias, with a row per kind of noise and biased scenario. */
export function biasTable(tallies: Tallies): Table {
  const designs = [...FIXED_ROUNDS, ...SUITES]
  return [
    ['times', '+10% in', ...designs.map(({ name }) => name)],
    ...REQUIRED.flatMap((noise) =>
      BIASED.map((biased) => [
        noise,
        biased,
        ...designs.map(({ name }) => share(tallies[noise]?.counts[RUN_NAMES.found(name, biased)])),
      ]),
    ),
  ]
}

/** Series of runs, with a row per way in which their true ratios spread. */
export function seriesTable(tallies: Tallies): Table {
  return [
    [
      'spread between runs',
      ...RUN_COUNTS.flatMap((runs) => [`${runs} runs: next run inside`, 'true ratio inside', 'half-width']),
    ],
    ...Object.entries(tallies).map(([name, { counts }]) => [
      name,
      ...RUN_COUNTS.flatMap((runs) => [
        share(counts[REPLICATION_NAMES.predicted(runs)]),
        share(counts[REPLICATION_NAMES.covered(runs)]),
        `±${(100 * Number(quotient(counts[REPLICATION_NAMES.width(runs)] as Count, 4))).toFixed(0)}%`,
      ]),
    ]),
  ]
}

/** How often a history shows a change, with a row for each spread from run to run. */
export function historyTable(tallies: Tallies): Table {
  return [
    ['spread between runs', 'at the end', 'an issue', ...CHANGES.map((change) => `${change}× found`)],
    ...Object.entries(tallies).map(([name, { counts }]) => [
      name,
      ...[HISTORY_NAMES.falseAtEnd, HISTORY_NAMES.falseEver].map((counter) => share(counts[counter])),
      ...CHANGES.map((change) =>
        RUNS_AFTER.map((after) => share(counts[HISTORY_NAMES.found(change, after)])).join(', '),
      ),
    ]),
  ]
}

/** A counted share in percent, or a dash if nothing was counted. */
function share(count: Count | undefined): string {
  return count === undefined ? '–' : percent(count.hits / count.of)
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)}%`
}

function quotient({ hits, of }: Count, digits = 1): string {
  return (hits / of).toFixed(digits)
}
