import {
  canonicalize,
  comparedValues,
  counted,
  countOutcomes,
  describeCpuChange,
  describeUnreliable,
  formatAmount,
  formatChange,
  formatShare,
  type Interval,
} from '@plimsoll/schema'
import { MAX_ROUNDS } from '@plimsoll/schema/verdict'
import type { CheckReport, CheckRow } from './check.ts'
import { findNullPairInterval, isProbable, rangeText } from './check-texts.ts'
import { inSentence } from './plain-titles.ts'

/** The result of a check in one line, and the rest of it in a second line. Both are plain text. */
export interface Headline {
  /** 🔴 slower, or more CPU time where wall time is inconclusive; ✅ no slowdown, ⚪ not decided, ⚠ broken by head, or cannot be trusted */
  mark: '🔴' | '✅' | '⚪' | '⚠'
  title: string
  more: string | null
}

/** A benchmark of a check, with its name in the headline. */
export interface NamedRow {
  name: string
  row: CheckRow
  threshold: number
  /** the level of the check's tests of wall times */
  alpha: number
}

/** The maximum number of benchmarks that a line names for each verdict. */
const MAX_NAMED = 3

/** The headline of a check. It names what became slower and by how much, and says what is uncertain. */
export function checkHeadline(report: CheckReport, named = nameRows(report)): Headline {
  const { status, nullPair } = report
  if (status === 'unreliable')
    return {
      mark: '⚠',
      title: 'unreliable: the runner was too noisy for a verdict',
      more: nullPair === null ? null : describeUnreliable(nullPair, findNullPairInterval(nullPair)),
    }
  const { title, ...headline } = verdictsHeadline(named, adviceOf(report))
  return { ...headline, title: report.complete ? title : `${title}; the run ended early` }
}

/**
 * The headline as a line of text, such as `✅ Plimsoll: no slowdown in 6 benchmarks (each at most 2.4% slower, with 95%
 * confidence)`.
 */
export function headlineText({ mark, title }: Headline): string {
  return `${mark} Plimsoll: ${title}`
}

/** The rows of a report, with their names in plain words. */
export function nameRows({ benchmarks, threshold, alphas }: CheckReport): NamedRow[] {
  return benchmarks.map((row) => ({ name: inSentence(row.title), row, threshold, alpha: alphas.wall }))
}

/** Samples below this time, in ns, vary much from round to round. */
const SHORT_SAMPLE = 1e9

/** What to do about an inconclusive check, by what kept it from a decision: time, rounds, or short samples. */
function adviceOf({ complete, looks, effort, benchmarks, threshold }: CheckReport): string {
  const most = looks.at(-1) ?? MAX_ROUNDS
  if (!complete) {
    const reached = effort === null ? '' : `: it reached round ${effort.rounds} of ${most}`
    return `For a verdict, let the check run longer, or measure fewer workloads, scenarios or engines${reached}.`
  }
  const inconclusive = benchmarks.filter(({ absence, verdict }) => absence === null && verdict === 'inconclusive')
  const expected = Math.max(0, ...inconclusive.map(halfWidthAtMostRounds))
  if (most < MAX_ROUNDS && expected < threshold)
    return `For a verdict, raise the number of rounds from ${most} to at most ${MAX_ROUNDS}.`
  const useless = most < MAX_ROUNDS ? `${MAX_ROUNDS} rounds would leave about ±${formatShare(expected)}, so ` : ''
  const times = inconclusive.flatMap(({ medians, metric }) =>
    medians !== null && metric.unit === 'ns' ? [medians.base] : [],
  )
  const shortest = Math.min(...times)
  return shortest < SHORT_SAMPLE
    ? `For a verdict, ${useless}let the workload repeat its work until it takes a second or more (now ${formatAmount(shortest, 'ns')}), or use a quieter runner.`
    : `For a verdict, ${useless}use a quieter or larger runner, or give the workload more work.`
}

/**
 * The half-width of an interval to be expected after the most rounds, as a share: it shrinks with the square root of the
 * rounds. 0 without an interval, because nothing is known then.
 */
function halfWidthAtMostRounds({ interval, pairs }: CheckRow): number {
  if (interval === null) return 0
  const [low, high] = interval.map(Math.log1p) as [number, number]
  return Math.expm1(((high - low) / 2) * Math.sqrt(pairs / MAX_ROUNDS))
}

/**
 * The headline of the verdicts of one or more reliable checks. The title names what matters most, in the order: broken
 * by head, slower, inconclusive, no slowdown. The second line holds the other facts, and ends in what to do.
 * @param advice what to do if the checks are inconclusive
 */
export function verdictsHeadline(rows: readonly NamedRow[], advice = 'Run the check again.'): Headline {
  const { broken, slower, inconclusive, faster, notSlower } = groupsOf(rows)
  const absent = absences(rows)
  const isIdentical = rows.length > 0 && rows.every(({ row }) => row.identical)
  const same = sameFiles(rows, isIdentical)
  const costlier = slower.length > 0 ? [] : inconclusive.filter(({ row }) => row.cpu?.verdict === 'more')
  const isClear = slower.length === 0 && inconclusive.length === 0
  const isComplete = broken.length === 0 && absent.length === 0
  const common = commonSlowdown(slower)
  const of = (part: readonly NamedRow[]) => `${part.length} of ${counted(rows.length, 'benchmark')}`
  const titles = [
    broken.length > 0 &&
      `${of(broken)} ${broken.length === 1 ? 'works' : 'work'} in base, but not in head: ${names(broken)}`,
    isIdentical && 'base and head have the same files',
    slower.length > 0 &&
      `${of(slower)} slower${common === null ? first(slower, 'worst') : `: ${firstOf(slower, changed, ', ')}`}`,
    costlier.length > 0 && `more CPU time in ${of(costlier)}: ${firstOf(costlier, cpuFigures, '; ')}`,
    slower.length === 0 &&
      inconclusive.length > 0 &&
      !isIdentical &&
      `${costlier.length > 0 ? 'wall time ' : ''}inconclusive for ${of(inconclusive)}${reasonOf(inconclusive)}`,
    isClear && clearTitle(faster, notSlower, of, isComplete),
    [slower.length > 0 && inconclusive.length > 0 && `${inconclusive.length} inconclusive`, ...absent]
      .filter(Boolean)
      .join(', '),
  ]
  return {
    mark: slower.length + costlier.length > 0 ? '🔴' : broken.length > 0 ? '⚠' : isClear && isComplete ? '✅' : '⚪',
    title: titles.filter(Boolean).join('; '),
    more: sentences([
      isIdentical ? same : null,
      common,
      slower.length === 1 ? spanOf(slower[0] as NamedRow) : null,
      common !== null ? null : list('Also slower', slower.slice(1), figures),
      slower.length > 0
        ? list(`Inconclusive (${undecided(inconclusive)})`, inconclusive, possible)
        : list('Also inconclusive', isShort(inconclusive) ? [] : inconclusive.slice(1), possible),
      slower.length > 0 || isIdentical || isShort(inconclusive) ? null : `Inconclusive: ${undecided(inconclusive)}.`,
      isClear ? list('Also faster', faster.slice(1), figures) : list('Faster', faster, figures),
      isClear ? null : others(notSlower),
      gains(notSlower),
      isIdentical ? null : same,
      inconclusive.length > 0 && slower.length === 0 && !isIdentical ? advice : null,
    ]),
  }
}

/**
 * The title of verdicts without a slowdown. It begins with what became faster.
 * @param of counts benchmarks among all of them
 * @param isComplete whether all of them were compared
 */
function clearTitle(
  faster: readonly NamedRow[],
  notSlower: readonly NamedRow[],
  of: (part: readonly NamedRow[]) => string,
  isComplete: boolean,
): string {
  if (faster.length + notSlower.length === 0) return 'no benchmark was compared'
  const gain = faster.length > 0 ? [`${of(faster)} faster${first(faster, 'best')}`] : []
  const others = notSlower.length === 1 ? 'the other' : `the other ${notSlower.length}`
  const all = counted(notSlower.length, 'benchmark')
  const clear = !isComplete ? of(notSlower) : faster.length > 0 ? others : all
  return [...gain, ...(notSlower.length > 0 ? [`no slowdown in ${clear}${bound(notSlower)}`] : [])].join('; ')
}

/** Why benchmarks are inconclusive, or what could have happened to the first of them. */
function reasonOf(inconclusive: readonly NamedRow[]): string {
  const [first] = inconclusive as [NamedRow]
  // A title that begins with the CPU time does not repeat it.
  const described = first.row.cpu?.verdict === 'more' ? possibleTime(first) : possible(first)
  return isShort(inconclusive) ? ': too few rounds' : ` (${described})`
}

/** What inconclusive means. The threshold is that of each check. */
function undecided(inconclusive: readonly NamedRow[]): string {
  const thresholds = [...new Set(inconclusive.map(({ threshold }) => formatShare(threshold)))]
  return `a slowdown of ${thresholds.join(' or ')} or more is neither certain nor ruled out`
}

function isShort(inconclusive: readonly NamedRow[]): boolean {
  return inconclusive.every(({ row }) => row.interval === null)
}

/** What equal files of base and head mean for their benchmarks. Null if all of them differ. */
function sameFiles(rows: readonly NamedRow[], isIdentical: boolean): string | null {
  const identical = rows.filter(({ row }) => row.identical && row.absence === null)
  if (identical.length === 0) return null
  const what = isIdentical
    ? `Nothing that is measured differs: the files of base and head are identical.`
    : list('The same files in base and head', identical, ({ name }) => name)
  return `${what} A difference in their times is noise.`
}

/** The absence of a benchmark that fails in head only: base works, so head broke it. */
export const BROKEN = 'failed (head)'

function groupsOf(rows: readonly NamedRow[]) {
  const of = (verdict: CheckRow['verdict'], size: (row: CheckRow) => number) =>
    rows.filter(({ row }) => row.absence === null && row.verdict === verdict).sort((a, b) => size(b.row) - size(a.row))
  return {
    broken: rows.filter(({ row }) => row.absence === BROKEN),
    slower: of('slower', ({ slowdown }) => slowdown ?? 0),
    // The benchmark whose smallest possible change is the largest is the most likely to be slower, after those that surely
    // need more CPU time.
    inconclusive: of('inconclusive', ({ interval, cpu }) =>
      cpu?.verdict === 'more' ? 1 + (cpu.slowdown ?? 0) : Math.min(1, interval?.[0] ?? Number.NEGATIVE_INFINITY),
    ),
    faster: of('faster', ({ slowdown }) => -(slowdown ?? 0)),
    notSlower: of('not slower', ({ interval }) => interval?.[1] ?? 0),
  }
}

/** The benchmarks that were not compared, such as `1 failed`. The title begins with those that head broke. */
function absences(rows: readonly NamedRow[]): string[] {
  const others = rows.filter(({ row }) => row.absence !== BROKEN)
  return countOutcomes({ status: 'reliable', benchmarks: others.map(({ row }) => row) })
    .filter(({ outcome }) => outcome === 'absent')
    .map(({ count, title }) => `${count} ${title}`)
}

/** The first benchmark of a list, which is the one that matters most. */
function first(rows: readonly NamedRow[], superlative: string): string {
  return `${rows.length > 1 ? `, ${superlative}` : ''}: ${figures(rows[0] as NamedRow)}`
}

/**
 * The slowdown that slower benchmarks of one workload may all have: the values that their intervals have in common. Null
 * if there are none.
 */
function commonSlowdown(slower: readonly NamedRow[]): string | null {
  const works = new Set(slower.map(({ row: { workload, params } }) => canonicalize([workload, params])))
  const intervals = slower.flatMap(({ row: { interval } }) => (interval === null ? [] : [interval]))
  if (slower.length < 2 || works.size > 1 || intervals.length < slower.length) return null
  const [low, high] = [Math.max(...intervals.map(([low]) => low)), Math.min(...intervals.map(([, high]) => high))]
  if (low > high) return null
  const { threshold } = slower[0] as NamedRow
  const all = slower.length === 2 ? 'both' : `all ${slower.length}`
  return `The same slowdown, between ${withoutSign(low, threshold)} and ${withoutSign(high, threshold)}, would fit ${all} benchmarks: they may not differ from each other.`
}

/** A benchmark with its change: `npm ci on a bind mount +15.7%`. */
function changed({ name, row, threshold }: NamedRow): string {
  return `${name} ${changeText(row, threshold)}`
}

/** What happened to a benchmark: `npm ci on a bind mount, 8.10 → 9.37 s, +15.7%`. */
export function figures({ name, row, threshold }: Omit<NamedRow, 'alpha'>): string {
  return [name, valueTexts(row), changeText(row, threshold)].filter((text) => text !== '').join(', ')
}

/**
 * What could have happened to a benchmark that is not decided, and what its CPU time says: `npm ci on a volume: between 3%
 * faster and 20% slower, CPU time at most +2.1%`.
 */
function possible(named: NamedRow): string {
  const cpu = describeCpuChange(named.row, named.threshold)
  return [possibleTime(named), cpu].filter((text) => text !== null).join(', ')
}

/** A benchmark with the change of its CPU time: `npm ci on a volume +9.0% (+8.1% to +9.9%)`. */
function cpuFigures({ name, row, threshold }: NamedRow): string {
  return `${name} ${describeCpuChange(row, threshold)?.replace(/^CPU time /, '')}`
}

function possibleTime({ name, row, threshold, alpha }: NamedRow): string {
  const { interval } = row
  if (interval === null) return `${name}: too few rounds`
  const [low, high] = interval.map((change) => inWords(change, threshold)) as [string, string]
  if (interval[0] <= 0) return `${name}: between ${low} and ${high}`
  return isProbable(row, alpha)
    ? `${name}: probably slower, ${between(interval, threshold)}`
    : `${name}: slower, ${between(interval, threshold)}, but not shown to be ${formatShare(threshold)} or more`
}

/** The benchmarks that are not slower, and whose interval lies below 0, but that are not reported as faster. */
function gains(notSlower: readonly NamedRow[]): string | null {
  const gained = notSlower.filter(({ row, alpha }) => isProbable(row, alpha))
  return list('Probably faster', gained, ({ name, row, threshold }) => {
    const [low, high] = row.interval as Interval
    return `${name}, ${between([-high, -low], threshold)}`
  })
}

/** An interval of changes in one direction, without signs: `between 4.8% and 43.6%`. */
function between(interval: Interval, threshold: number): string {
  const [low, high] = interval.map((change) => withoutSign(change, threshold))
  return `between ${low} and ${high}`
}

/** A change in words, such as `3.0% faster`. */
function inWords(change: number, threshold: number): string {
  return `${withoutSign(change, threshold)} ${formatChange(change, threshold).startsWith('−') ? 'faster' : 'slower'}`
}

function withoutSign(change: number, threshold: number): string {
  return formatChange(change, threshold).replace(/^[−+]/, '')
}

/** The values of both variants, which agree with the change. A unit that they share appears once. */
function valueTexts(row: CheckRow): string {
  const values = comparedValues(row)
  if (values === null) return ''
  const [base, head] = [formatAmount(values.base, row.metric.unit), formatAmount(values.head, row.metric.unit)]
  const unit = / \D+$/.exec(head)?.[0]
  return `${unit !== undefined && base.endsWith(unit) ? base.slice(0, -unit.length) : base} → ${head}`
}

/** A change. Where higher is better, a sign would contradict the values, so words replace it. */
function changeText({ slowdown, metric }: CheckRow, threshold: number): string {
  if (slowdown === null) return ''
  return metric.better === 'lower' ? formatChange(slowdown, threshold) : inWords(slowdown, threshold)
}

function spanOf({ row, threshold }: NamedRow): string | null {
  const { interval, level } = row
  if (interval === null || level === null) return null
  const [low, high] = interval.map((change) => formatChange(change, threshold))
  return `The slowdown is between ${low} and ${high} (${rangeText([row])} interval).`
}

function list(what: string, rows: readonly NamedRow[], describe: (row: NamedRow) => string): string | null {
  return rows.length === 0 ? null : `${what}: ${firstOf(rows, describe, '; ')}.`
}

/** The names of benchmarks, such as `npm ci on a volume, npm ci on a bind mount`. */
function names(rows: readonly NamedRow[]): string {
  return firstOf(rows, ({ name }) => name, ', ')
}

function firstOf(rows: readonly NamedRow[], describe: (row: NamedRow) => string, separator: string): string {
  const rest = rows.length > MAX_NAMED ? [`${rows.length - MAX_NAMED} more`] : []
  return [...rows.slice(0, MAX_NAMED).map(describe), ...rest].join(separator)
}

function others(notSlower: readonly NamedRow[]): string | null {
  return notSlower.length === 0 ? null : `No slowdown: ${counted(notSlower.length, 'benchmark')}${bound(notSlower)}.`
}

/**
 * The largest slowdown that is still possible in a list of benchmarks. Empty if none of them can be slower. Each upper end
 * holds with 95% over all tests of its benchmark.
 */
function bound(rows: readonly NamedRow[]): string {
  const [row] = rows
  const change = row?.row.interval?.[1] ?? 0
  return row === undefined || change <= 0
    ? ''
    : ` (${rows.length > 1 ? 'each ' : ''}at most ${inWords(change, row.threshold)}, with 95% confidence)`
}

function sentences(texts: (string | null)[]): string | null {
  return texts.filter((text) => text !== null).join(' ') || null
}
