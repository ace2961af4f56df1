import { counted, countOutcomes, describeUnreliable, formatAmount, formatChange } from '@plimsoll/schema'
import { MAX_ROUNDS } from '@plimsoll/schema/verdict'
import type { CheckReport, CheckRow } from './check.ts'
import { intervalOf } from './check-texts.ts'
import { inSentence } from './plain-titles.ts'

/** The result of a check in one line, and the rest of it in a second line. Both are plain text. */
export interface Headline {
  /** 🔴 slower, ✅ no slowdown, ⚪ not decided, ⚠ cannot be trusted */
  mark: '🔴' | '✅' | '⚪' | '⚠'
  title: string
  more: string | null
}

/** A benchmark of a check, with its name in the headline. */
export interface NamedRow {
  name: string
  row: CheckRow
  threshold: number
}

/** The maximum number of benchmarks that the second line names for each verdict. */
const MAX_NAMED = 3

/** The headline of a check. It names what became slower and by how much, and says what is uncertain. */
export function checkHeadline(report: CheckReport, named = rowsOf(report)): Headline {
  const { status, nullPair } = report
  if (status === 'unreliable')
    return {
      mark: '⚠',
      title: 'unreliable: the runner was too noisy for a verdict',
      more: nullPair === null ? null : describeUnreliable(nullPair, intervalOf(nullPair)),
    }
  const { title, ...headline } = verdictsHeadline(named, adviceOf(report))
  return { ...headline, title: report.complete ? title : `${title}; the run ended early` }
}

/** The headline as a line of text, such as `✅ Plimsoll: no slowdown in 6 benchmarks (each at most 2.4% slower)`. */
export function headlineText({ mark, title }: Headline): string {
  return `${mark} Plimsoll: ${title}`
}

/** The rows of a report, with their names in plain words. */
export function rowsOf({ benchmarks, threshold }: CheckReport): NamedRow[] {
  return benchmarks.map((row) => ({ name: inSentence(row.title), row, threshold }))
}

/** What to do about an inconclusive benchmark. */
function adviceOf({ complete, looks }: CheckReport): string {
  const most = looks.at(-1) ?? MAX_ROUNDS
  if (!complete) return 'Run the check again, with enough time for all rounds.'
  if (most < MAX_ROUNDS)
    return `Run the check again, or raise the number of rounds from ${most} to at most ${MAX_ROUNDS}.`
  return 'Run the check again, on a quieter runner if you can.'
}

/**
 * The headline of the verdicts of one or more reliable checks.
 * @param advice what to do if the checks are inconclusive
 */
export function verdictsHeadline(rows: readonly NamedRow[], advice = 'Run the check again.'): Headline {
  const groups = groupsOf(rows)
  const { slower, inconclusive, faster, notSlower } = groups
  const absent = absences(rows)
  const most = bound(notSlower)
  if (slower.length > 0) {
    const rest = [...(inconclusive.length > 0 ? [`${inconclusive.length} inconclusive`] : []), ...absent].join(', ')
    return {
      mark: '🔴',
      title: `${slower.length} of ${counted(rows.length, 'benchmark')} slower${first(slower, 'worst')}${rest && `; ${rest}`}`,
      more: sentences([
        slower.length === 1 ? spanOf(slower[0] as NamedRow) : list('Also slower', slower.slice(1), figures),
        list('Inconclusive', inconclusive, atMost),
        list('Faster', faster, figures),
        others(notSlower, most),
      ]),
    }
  }
  const rest = absent.length > 0 ? `; ${absent.join(', ')}` : ''
  const isShort = inconclusive.every(({ row }) => row.interval === null)
  if (inconclusive.length > 0)
    return {
      mark: '⚪',
      title: `inconclusive for ${inconclusive.length} of ${counted(rows.length, 'benchmark')}${isShort ? ': too few rounds' : ` (${possible(inconclusive[0] as NamedRow)})`}${rest}`,
      more: sentences([
        advice,
        list('Also inconclusive', isShort ? [] : inconclusive.slice(1), atMost),
        list('Faster', faster, figures),
        others(notSlower, most),
      ]),
    }
  const judged = faster.length + notSlower.length
  if (judged === 0) return { mark: '⚪', title: `no benchmark was compared${rest}`, more: null }
  const where = rest === '' ? counted(judged, 'benchmark') : `${judged} of ${counted(rows.length, 'benchmark')}`
  const gain = faster.length > 0 ? `; ${faster.length} faster${first(faster, 'best')}` : ''
  return {
    mark: rest === '' ? '✅' : '⚪',
    title: `no slowdown in ${where}${most}${gain}${rest}`,
    more: sentences([list('Also faster', faster.slice(1), figures)]),
  }
}

function groupsOf(rows: readonly NamedRow[]) {
  const of = (verdict: CheckRow['verdict'], size: (row: CheckRow) => number) =>
    rows.filter(({ row }) => row.absence === null && row.verdict === verdict).sort((a, b) => size(b.row) - size(a.row))
  return {
    slower: of('slower', ({ slowdown }) => slowdown ?? 0),
    inconclusive: of('inconclusive', ({ interval }) => interval?.[1] ?? Number.POSITIVE_INFINITY),
    faster: of('faster', ({ slowdown }) => -(slowdown ?? 0)),
    notSlower: of('not slower', ({ interval }) => interval?.[1] ?? 0),
  }
}

/** The benchmarks that were not compared, such as `1 failed`. */
function absences(rows: readonly NamedRow[]): string[] {
  return countOutcomes({ status: 'reliable', benchmarks: rows.map(({ row }) => row) })
    .filter(({ outcome }) => outcome === 'absent')
    .map(({ count, title }) => `${count} ${title}`)
}

/** The first benchmark of a list, which is the one that matters most. */
function first(rows: readonly NamedRow[], superlative: string): string {
  return `${rows.length > 1 ? `, ${superlative}` : ''}: ${figures(rows[0] as NamedRow)}`
}

/** What happened to a benchmark: `npm ci on a bind mount, 8.10 → 9.37 s, +15.7%`. */
export function figures({ name, row, threshold }: NamedRow): string {
  return [name, medianTexts(row), changeText(row, threshold)].filter((text) => text !== '').join(', ')
}

/** What could have happened to a benchmark that is not decided: `npm ci on a volume: between 3% faster and 20% slower`. */
function possible({ name, row: { interval }, threshold }: NamedRow): string {
  if (interval === null) return `${name}: too few rounds`
  const [low, high] = interval.map((change) => inWords(change, threshold)) as [string, string]
  return `${name}: between ${low} and ${high}`
}

/** The worst that could have happened to a benchmark that is not decided. */
function atMost({ name, row: { interval }, threshold }: NamedRow): string {
  return interval === null ? `${name}, too few rounds` : `${name}, up to ${inWords(interval[1], threshold)}`
}

/** A change without its sign, such as `3.0% faster`. */
function inWords(change: number, threshold: number): string {
  const text = formatChange(change, threshold)
  return `${text.replace(/^[−+]/, '')} ${text.startsWith('−') ? 'faster' : 'slower'}`
}

/** The medians of both variants. A unit that they share appears once. */
function medianTexts({ medians, metric }: CheckRow): string {
  if (medians === null) return ''
  const [base, head] = [formatAmount(medians.base, metric.unit), formatAmount(medians.head, metric.unit)]
  const unit = / \D+$/.exec(head)?.[0]
  return `${unit !== undefined && base.endsWith(unit) ? base.slice(0, -unit.length) : base} → ${head}`
}

/** A change. Where higher is better, a sign would contradict the medians, so words replace it. */
function changeText({ slowdown, metric }: CheckRow, threshold: number): string {
  if (slowdown === null) return ''
  return metric.better === 'lower' ? formatChange(slowdown, threshold) : inWords(slowdown, threshold)
}

function spanOf({ row: { interval }, threshold }: NamedRow): string | null {
  if (interval === null) return null
  const [low, high] = interval.map((change) => formatChange(change, threshold))
  return `The slowdown is between ${low} and ${high}.`
}

function list(what: string, rows: readonly NamedRow[], describe: (row: NamedRow) => string): string | null {
  if (rows.length === 0) return null
  const rest = rows.length > MAX_NAMED ? [`${rows.length - MAX_NAMED} more`] : []
  return `${what}: ${[...rows.slice(0, MAX_NAMED).map(describe), ...rest].join('; ')}.`
}

function others(notSlower: readonly NamedRow[], most: string): string | null {
  return notSlower.length === 0 ? null : `No slowdown: ${counted(notSlower.length, 'benchmark')}${most}.`
}

/** The largest slowdown that is still possible in a list of benchmarks. Empty if none of them can be slower. */
function bound(rows: readonly NamedRow[]): string {
  const [row] = rows
  const change = row?.row.interval?.[1] ?? 0
  return row === undefined || change <= 0
    ? ''
    : ` (${rows.length > 1 ? 'each ' : ''}at most ${inWords(change, row.threshold)})`
}

function sentences(texts: (string | null)[]): string | null {
  return texts.filter((text) => text !== null).join(' ') || null
}
