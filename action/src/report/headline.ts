import { counted, countOutcomes, describeUnreliable, formatAmount, formatChange, formatLevel } from '@plimsoll/schema'
import type { CheckReport, CheckRow } from './check.ts'
import { intervalOf } from './check-texts.ts'

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
  const { title, ...headline } = verdictsHeadline(named)
  return { ...headline, title: report.complete ? title : `${title}; the run ended early` }
}

/** The headline as a line of text, such as `✅ Plimsoll: no slowdown in 6 benchmarks (each at most +2.4%)`. */
export function headlineText({ mark, title }: Headline): string {
  return `${mark} Plimsoll: ${title}`
}

/** The rows of a report, with their names in plain words. */
export function rowsOf({ benchmarks, threshold }: CheckReport): NamedRow[] {
  return benchmarks.map((row) => ({ name: row.title, row, threshold }))
}

/** The headline of the verdicts of one or more reliable checks. */
export function verdictsHeadline(rows: readonly NamedRow[]): Headline {
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
        list('Inconclusive', inconclusive, possible),
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
      title: `inconclusive for ${inconclusive.length} of ${counted(rows.length, 'benchmark')}${isShort ? ': too few rounds' : first(inconclusive, 'worst case', possible)}${rest}`,
      more: sentences([
        list('Also inconclusive', isShort ? [] : inconclusive.slice(1), possible),
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
function first(rows: readonly NamedRow[], superlative: string, describe = figures): string {
  return `${rows.length > 1 ? `, ${superlative}` : ''}: ${describe(rows[0] as NamedRow)}`
}

/** What happened to a benchmark: `npm ci on a bind mount, 8.10 → 9.37 s, +15.7%`. */
export function figures({ name, row, threshold }: NamedRow): string {
  return [name, medianTexts(row), changeText(row, threshold)].filter((text) => text !== '').join(', ')
}

/** What could have happened to a benchmark that is not decided. */
function possible({ name, row: { interval }, threshold }: NamedRow): string {
  return interval === null
    ? `${name}, too few rounds`
    : `${name} may be up to ${formatChange(interval[1], threshold)} slower`
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
  const text = formatChange(slowdown, threshold)
  return metric.better === 'lower' ? text : `${text.slice(1)} ${slowdown < 0 ? 'faster' : 'slower'}`
}

function spanOf({ row: { interval, level }, threshold }: NamedRow): string | null {
  if (interval === null || level === null) return null
  const [low, high] = interval.map((change) => formatChange(change, threshold))
  return `The slowdown is between ${low} and ${high} (${formatLevel(level)} interval).`
}

function list(what: string, rows: readonly NamedRow[], describe: (row: NamedRow) => string): string | null {
  if (rows.length === 0) return null
  const rest = rows.length > MAX_NAMED ? [`${rows.length - MAX_NAMED} more`] : []
  return `${what}: ${[...rows.slice(0, MAX_NAMED).map(describe), ...rest].join('; ')}.`
}

function others(notSlower: readonly NamedRow[], most: string): string | null {
  return notSlower.length === 0 ? null : `Not slower: ${counted(notSlower.length, 'benchmark')}${most}.`
}

/** The largest slowdown that is still possible in a list of benchmarks. Empty if none of them can be slower. */
function bound(rows: readonly NamedRow[]): string {
  const [row] = rows
  const change = row?.row.interval?.[1] ?? 0
  return row === undefined || change <= 0
    ? ''
    : ` (${rows.length > 1 ? 'each ' : ''}at most ${formatChange(change, row.threshold)})`
}

function sentences(texts: (string | null)[]): string | null {
  return texts.filter((text) => text !== null).join(' ') || null
}
