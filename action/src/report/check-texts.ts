import {
  describeDifference,
  describeUnfit,
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

/** What stands between the counts and the table. */
export function leadTexts(report: CheckReport, document: RunDocument): string[] {
  const { status, nullPair } = report
  const unfit = status === 'unfit' && nullPair !== null ? describeUnfit(nullPair, intervalOf(nullPair)) : null
  return [unfit, armsText(document)].filter((text) => text !== null)
}

/** `base → head: commit 0123456789 → fedcba9876 · engine docker 28.0.0`: what the arms share is said once. */
function armsText(document: RunDocument): string | null {
  const { arms } = document.design
  if (!arms) return null
  const { base, head } = arms
  const commit = (of: string | null) => of?.slice(0, 10) ?? 'not committed'
  const engine = (id: string | null) => {
    const version = document.engines.find((engine) => engine.id === id)?.version
    return id === null ? 'host' : [id, version].filter(Boolean).join(' ')
  }
  const single = soleEngine(document)
  const engines = base.engine === head.engine && single !== null ? [single, single] : [base.engine, head.engine]
  const parts = [
    base.commit || head.commit ? ['commit', commit(base.commit), commit(head.commit)] : [],
    engines.some(Boolean) ? ['engine', ...engines.map(engine)] : [],
    base.image || head.image ? ['image', base.image ?? 'its own', head.image ?? 'its own'] : [],
  ].filter((part) => part.length > 0)
  const texts = parts.map(([what, one, other]) => `${what} ${one === other ? one : `${one} → ${other}`}`)
  return texts.length === 0 ? null : `base → head: ${texts.join(' · ')}`
}

/** `slower`, `not slower: at most +3.1%`, `failed (head)`. */
export function verdictText(row: CheckRow, threshold: number): string {
  return [verdictTitle(row), verdictBound(row, row.interval, threshold)].filter((text) => text !== null).join(': ')
}

/** The medians, the change and its interval, and the rounds; nothing about a cell that is not judged. */
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

/** How the verdicts came about, in a sentence or two each. */
export function remarkTexts(report: CheckReport): string[] {
  const { status, alpha, threshold, looks, family, cells, alone } = report
  const bounded =
    status === 'fit' && cells.some(({ verdict }) => verdict === 'not slower' || verdict === 'inconclusive')
  const turned = cells.some(({ metric }) => metric.better === 'higher')
  return [
    `Base, Head: medians. Change: head ÷ base − 1 (Hodges–Lehmann)${turned ? ', base ÷ head − 1 where higher is better' : ''}; + is slower. ${levelsText(cells)}${bounded ? 'At most: a one-sided 95% bound for each cell over all its looks.' : ''}`.trim(),
    `Method: base and head interleaved; aligned-rank sign-flip test, looks at ${looks.join('·')} rounds; α ${formatShare(alpha)} per check over ${family} ${family === 1 ? 'cell' : 'cells'} (Holm); threshold ${formatShare(threshold)}.${status === 'fit' ? ` ${earliestText(report)}` : ''}`,
    ...(status === 'fit' ? [resolutionText(report)] : []),
    ...effortTexts(report),
    ...(alone.length > 0 ? [`In one arm only, so not compared: ${alone.join('; ')}.`] : []),
  ]
}

function earliestText({ earliestCall }: CheckReport): string {
  return earliestCall === null
    ? 'So many cells cannot be called slower or faster within the planned rounds.'
    : `Nothing can be called slower or faster before round ${earliestCall}.`
}

function resolutionText({ nullPair }: CheckReport): string {
  if (nullPair === null || nullPair.slowdown === null)
    return 'No null pair was measured: nothing shows whether this job tells equal arms apart.'
  const { cell, rounds, slowdown, p } = nullPair
  return `This job’s resolution, by the null pair (base against base): ${cell}, ${rounds} rounds, ${describeDifference(slowdown, p, intervalOf(nullPair))}.`
}

/** The levels of the intervals: one for the bounds, and for every call that of its own step of Holm's adjustment. */
function levelsText(cells: CheckRow[]): string {
  const shown = cells.filter(({ absence, level }) => absence === null && level !== null)
  const isCall = ({ verdict }: CheckRow) => verdict === 'slower' || verdict === 'faster'
  const groups = [shown.filter(isCall), shown.filter((row) => !isCall(row))].filter((rows) => rows.length > 0)
  const parts = groups.map((rows) => {
    const verdicts = [...new Set(rows.map(({ verdict }) => verdict))].filter((verdict) => verdict !== null)
    const of = groups.length > 1 ? ` (${verdicts.join(', ')})` : ''
    const looks = rows.every(isCall) ? ' at each look' : ''
    return `${rangeText(rows.map(({ level }) => level as number))}${looks}${of}`
  })
  return parts.length === 0 ? '' : `Interval: ${parts.join(', ')}. `
}

function rangeText(levels: number[]): string {
  const [least, most] = [Math.min(...levels), Math.max(...levels)].map(formatLevel) as [string, string]
  return least === most ? least : `${least} to ${most}`
}

function intervalOf({ interval, level }: NonNullable<CheckReport['nullPair']>) {
  return interval === null || level === null ? null : { ends: interval, level }
}

function effortTexts({ status, effort, complete }: CheckReport): string[] {
  if (effort === null) return []
  const { rounds, samples, took, fixed } = effort
  const spent = `Effort: ${rounds} of at most ${fixed.rounds} rounds, ${samples} samples, about ${aboutTime(took)}`
  if (status === 'unfit') return [`${spent}.`]
  if (!complete) return [`${spent}, before the run ended early.`]
  const saved = fixed.samples > samples ? `${aboutTime(fixed.took - took)} saved` : 'nothing saved'
  return [
    `${spent}; ${fixed.rounds} rounds of every cell would have been ${fixed.samples} samples, about ${aboutTime(fixed.took)}: ${saved}.`,
  ]
}

function aboutTime(ns: number): string {
  const seconds = Math.round(ns / 1e9)
  return seconds < 90 ? `${seconds} s` : `${Math.round(ns / 60e9)} min`
}
