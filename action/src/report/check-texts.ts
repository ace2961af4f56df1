import { formatAmount, type RunDocument } from '@plimsoll/schema'
import type { CheckReport, CheckRow } from './check.ts'
import { soleEngine } from './check.ts'
import { probabilityText } from './rows.ts'

/** The counts, verdict first: `1 slower · 0 faster · 8 not slower · 3 inconclusive · 1 failed`. */
export function headline({ status, cells }: CheckReport): string {
  if (status === 'unfit') return 'unfit: nothing is called'
  const count = (verdict: string) => cells.filter((row) => row.verdict === verdict).length
  const judged = ['slower', 'faster', 'not slower', 'inconclusive'].map((verdict) => `${count(verdict)} ${verdict}`)
  const absent = Map.groupBy(
    cells.filter(({ absence }) => absence !== null),
    ({ absence }) => /^(failed|unsupported|skipped)/.exec(absence as string)?.[0] ?? 'not comparable',
  )
  return [...judged, ...[...absent].map(([kind, rows]) => `${rows.length} ${kind}`)].join(' · ')
}

/** What stands between the counts and the table. */
export function leadTexts(report: CheckReport, document: RunDocument): string[] {
  const { status, nullPair } = report
  const unfit =
    status === 'unfit' && nullPair !== null
      ? `The null pair, base against base in ${nullPair.cell}, came out different (${nullPairText(nullPair)}): what looks like a change here may be a matter of places or neighbours, so run the check again, and if that is unfit too, look at the notes on the machine.`
      : null
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

/** `slower`, `not slower: at most +3.1%`, `failed (head)`; of an unfit check nothing. */
export function verdictText({ verdict, absence, interval, pairs }: CheckRow): string {
  if (absence !== null) return absence
  if (verdict === null) return 'not called'
  if (verdict === 'slower' || verdict === 'faster') return verdict
  return interval === null ? `${verdict}: only ${pairs} rounds` : `${verdict}: at most ${percent(interval[1])}`
}

/** The medians, the change and its interval, and the rounds; nothing about a cell that is not judged. */
export function figureTexts({ absence, medians, metric, slowdown, interval, rounds, pairs }: CheckRow): string[] {
  if (absence !== null) return ['', '', '', '', '']
  const middle = (value: number | undefined) => (value === undefined ? '' : formatAmount(value, metric.unit))
  return [
    middle(medians?.base),
    middle(medians?.head),
    slowdown === null ? '' : percent(slowdown),
    interval === null ? '' : intervalText(interval),
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
    `Method: base and head interleaved; aligned-rank sign-flip test, looks at ${looks.join('·')} rounds; α ${bare(alpha)} per check over ${family} ${family === 1 ? 'cell' : 'cells'} (Holm); threshold ${bare(threshold)}.${status === 'fit' ? ` ${earliestText(report)}` : ''}`,
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
  if (nullPair === null) return 'No null pair was measured: nothing shows whether this job tells equal arms apart.'
  const { cell, rounds } = nullPair
  return `This job’s resolution, by the null pair (base against base): ${cell}, ${rounds} rounds, ${nullPairText(nullPair)}.`
}

/** The levels of the intervals: one for the bounds, and for every call that of its own step of Holm's adjustment. */
function levelsText(cells: CheckRow[]): string {
  const shown = cells.filter(({ absence, level }) => absence === null && level !== null)
  const isCall = ({ verdict }: CheckRow) => verdict === 'slower' || verdict === 'faster'
  const groups = [shown.filter(isCall), shown.filter((row) => !isCall(row))].filter((rows) => rows.length > 0)
  const parts = groups.map((rows) => {
    const verdicts = [...new Set(rows.map(({ verdict }) => verdict))].filter((verdict) => verdict !== null)
    const of = groups.length > 1 ? ` (${verdicts.join(', ')})` : ''
    return `${rangeText(rows.map(({ level }) => level as number))}${of}`
  })
  return parts.length === 0 ? '' : `Interval: ${parts.join(', ')}. `
}

function rangeText(levels: number[]): string {
  const [least, most] = [Math.min(...levels), Math.max(...levels)].map(levelText) as [string, string]
  return least === most ? least : `${least} to ${most}`
}

function nullPairText({ p, slowdown, interval }: NonNullable<CheckReport['nullPair']>): string {
  const estimate = slowdown === null ? [] : [`estimate ${percent(slowdown)}`]
  const ends = interval === null ? [] : [`99% interval ${intervalText(interval)}`]
  return [`p ${p < 0.001 ? '' : '= '}${probabilityText(p)}`, ...estimate, ...ends].join(', ')
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

function intervalText([low, high]: readonly [number, number]): string {
  return `${percent(low)} to ${percent(high)}`
}

/** `+12.3%`, `−0.4%`, `0.0%`. */
function percent(share: number): string {
  const digits = Math.abs(100 * share).toFixed(1)
  return `${digits === '0.0' ? '' : share < 0 ? '−' : '+'}${digits}%`
}

/** `1%`, `0.5%`. */
function bare(share: number): string {
  return `${Number((100 * share).toPrecision(3))}%`
}

/** Enough digits to tell a level from 100%. */
function levelText(level: number): string {
  const digits = Math.max(1, Math.ceil(-Math.log10(1 - level)) - 1)
  return `${Number((100 * level).toFixed(digits))}%`
}
