import {
  describeDifference,
  formatAmount,
  formatChange,
  formatChanges,
  formatLevel,
  formatShare,
  type RunDocument,
  verdictBound,
  verdictTitle,
} from '@plimsoll/schema'
import { type CheckReport, type CheckRow, soleEngine } from './check.ts'
import { platformOf } from './rows.ts'

/**
 * A line on the variants, such as `base → head: commit 0123456789 → fedcba9876 · on Docker Engine 28.0.0`. A property that
 * both variants share appears once. Null if nothing is known about them.
 */
export function variantsText(document: RunDocument): string | null {
  const properties = variantProperties(document)
  return properties === null || properties === '' ? null : `base → head: ${properties}`
}

/**
 * The properties of the variants. Null for a plain run.
 * @param format the text of one property, which is a commit, an engine or an image
 */
export function variantProperties(document: RunDocument, format = (text: string) => text): string | null {
  const { variants } = document.design
  if (!variants) return null
  const { base, head } = variants
  const commit = (of: string | null) => of?.slice(0, 10) ?? 'not committed'
  const engine = (id: string | null) => {
    const version = document.engines.find((engine) => engine.id === id)?.version
    return id === null ? 'host' : [platformOf(document, id), version].filter(Boolean).join(' ')
  }
  const single = soleEngine(document)
  const engines = base.engine === head.engine && single !== null ? [single, single] : [base.engine, head.engine]
  const parts = [
    base.commit || head.commit ? ['commit', commit(base.commit), commit(head.commit)] : [],
    engines.some(Boolean) ? ['on', ...engines.map(engine)] : [],
    base.image || head.image ? ['image', base.image ?? 'its own', head.image ?? 'its own'] : [],
  ].filter((part) => part.length > 0)
  const texts = parts.map(([what, ...both]) => `${what} ${[...new Set(both.map(format))].join(' → ')}`)
  return texts.join(' · ')
}

/** The verdict on a benchmark as text, such as `slower`, `not slower: at most +3.1%` or `failed (head)`. */
export function verdictText(row: CheckRow, threshold: number): string {
  return [verdictTitle(row), verdictBound(row, row.interval, threshold)].filter((text) => text !== null).join(': ')
}

/**
 * The figures of a benchmark as texts: the medians, the change with its interval, and the number of rounds. Empty for a
 * benchmark without a verdict.
 */
export function figureTexts(row: CheckRow, threshold: number): string[] {
  const { absence, medians, metric, slowdown, interval, rounds, pairs } = row
  if (absence !== null) return ['', '', '', '', '']
  const middle = (value: number | undefined) => (value === undefined ? '' : formatAmount(value, metric.unit))
  return [
    middle(medians?.base),
    middle(medians?.head),
    slowdown === null ? '' : formatChange(slowdown, threshold),
    interval === null ? '' : formatChanges(interval, threshold),
    String(rounds || pairs),
  ]
}

/** Whether no benchmark of a check was compared. */
export function isUnjudged({ benchmarks }: CheckReport): boolean {
  return benchmarks.every(({ absence }) => absence !== null)
}

/** How the verdicts of a check were reached, in one or two sentences for each step. */
export function remarkTexts(report: CheckReport): string[] {
  const { status, benchmarks, alone } = report
  const uncompared = alone.length > 0 ? [`In one variant only, so not compared: ${alone.join('; ')}.`] : []
  if (isUnjudged(report)) return uncompared
  const bounded =
    status === 'reliable' && benchmarks.some(({ verdict }) => verdict === 'not slower' || verdict === 'inconclusive')
  const levels = levelsText(benchmarks)
  const turned = benchmarks.some(({ metric }) => metric.better === 'higher')
  return [
    `Base, Head: medians. Change: head ÷ base − 1 (Hodges–Lehmann)${turned ? ', base ÷ head − 1 where higher is better' : ''}; + is slower. ${levels === '' ? '' : `Interval: ${levels}. `}${bounded ? 'At most: a one-sided 95% bound for each benchmark over all its tests.' : ''}`.trim(),
    ...methodTexts(report),
    ...effortTexts(report),
    ...uncompared,
  ]
}

/** The test that led to the verdicts of a check, and the smallest change that its job can see. */
export function methodTexts(report: CheckReport): string[] {
  const { status, alpha, threshold, looks, family } = report
  return [
    `Method: base and head interleaved; aligned-rank sign-flip test after ${looks.join('·')} rounds; α ${formatShare(alpha)} per check over ${family} ${family === 1 ? 'benchmark' : 'benchmarks'} (Holm); threshold ${formatShare(threshold)}.${status === 'reliable' ? ` ${earliestText(report)}` : ''}`,
    ...(status === 'reliable' ? [resolutionText(report)] : []),
  ]
}

function earliestText({ earliestReport }: CheckReport): string {
  return earliestReport === null
    ? 'With so many benchmarks, none can be reported as slower or faster within the planned rounds.'
    : `No benchmark can be reported as slower or faster before round ${earliestReport}.`
}

function resolutionText({ nullPair }: CheckReport): string {
  if (nullPair === null || nullPair.slowdown === null)
    return 'No null pair (base against base) was measured, so the resolution of this job is unknown.'
  const { benchmark, rounds, slowdown, p } = nullPair
  return `This job’s resolution, by the null pair (base against base): ${benchmark}, ${rounds} rounds, ${describeDifference(slowdown, p, intervalOf(nullPair))}.`
}

/** The confidence levels of the intervals of a short table, and why they are high. Null without an interval. */
export function confidenceText({ benchmarks }: CheckReport): string | null {
  const levels = levelsText(benchmarks, '')
  return levels === ''
    ? null
    : `Confidence of the intervals in brackets: ${levels}. It is above 95%, because the check tests several benchmarks several times.`
}

/**
 * The confidence levels of the intervals. Intervals that only bound a change share one level. Each benchmark reported
 * as slower or faster has the level of its own step of Holm's adjustment.
 */
function levelsText(benchmarks: CheckRow[], ofReports = ' at each test'): string {
  const shown = benchmarks.filter(({ absence, level }) => absence === null && level !== null)
  const isReported = ({ verdict }: CheckRow) => verdict === 'slower' || verdict === 'faster'
  const groups = [shown.filter(isReported), shown.filter((row) => !isReported(row))].filter((rows) => rows.length > 0)
  const parts = groups.map((rows) => {
    const verdicts = [...new Set(rows.map(({ verdict }) => verdict))].filter((verdict) => verdict !== null)
    const of = groups.length > 1 ? ` (${verdicts.join(', ')})` : ''
    const testing = rows.every(isReported) ? ofReports : ''
    return `${rangeText(rows.map(({ level }) => level as number))}${testing}${of}`
  })
  return parts.join(', ')
}

function rangeText(levels: number[]): string {
  const [least, most] = [Math.min(...levels), Math.max(...levels)].map(formatLevel) as [string, string]
  return least === most ? least : `${least} to ${most}`
}

/** The interval of a null pair, as the texts of the package schema take it. Null if there is none. */
export function intervalOf({ interval, level }: NonNullable<CheckReport['nullPair']>) {
  return interval === null || level === null ? null : { ends: interval, level }
}

function effortTexts({ status, effort, complete }: CheckReport): string[] {
  if (effort === null) return []
  const { rounds, samples, took, fixed } = effort
  const spent = `Effort: ${rounds} of at most ${fixed.rounds} rounds, ${samples} samples, about ${aboutTime(took)}`
  if (status === 'unreliable') return [`${spent}.`]
  if (!complete) return [`${spent}, before the run ended early.`]
  const saved = fixed.samples > samples ? `${aboutTime(fixed.took - took)} saved` : 'nothing saved'
  return [
    `${spent}; ${fixed.rounds} rounds of every benchmark would have been ${fixed.samples} samples, about ${aboutTime(fixed.took)}: ${saved}.`,
  ]
}

function aboutTime(ns: number): string {
  const seconds = Math.round(ns / 1e9)
  return seconds < 90 ? `${seconds} s` : `${Math.round(ns / 60e9)} min`
}
