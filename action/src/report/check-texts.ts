import {
  comparedValues,
  counted,
  describeCpuChange,
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
import { namePlatform } from './rows.ts'

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
    return id === null ? 'host' : [namePlatform(document, id), version].filter(Boolean).join(' ')
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

/**
 * The verdict on a benchmark as text, such as `slower`, `not slower: at most +3.1%` or `failed (head)`.
 * @param bound the bound of the verdict; by default the upper end of its interval
 */
export function verdictText(
  row: CheckRow,
  threshold: number,
  bound = verdictBound(row, row.interval, threshold),
): string {
  const verdict = [verdictTitle(row), bound].filter((text) => text !== null).join(': ')
  return [verdict, describeCpuChange(row, threshold)].filter((text) => text !== null).join('; ')
}

/**
 * The figures of a benchmark as texts: base and head (see `comparedValues`), the change with its interval, and the number of rounds. Empty for a
 * benchmark without a verdict.
 */
export function figureTexts(row: CheckRow, threshold: number): string[] {
  const { absence, metric, slowdown, interval, rounds, pairs } = row
  if (absence !== null) return ['', '', '', '', '']
  const middle = (value: number | undefined) => (value === undefined ? '' : formatAmount(value, metric.unit))
  const values = comparedValues(row)
  return [
    middle(values?.base),
    middle(values?.head),
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
  const probably = probablyText(report)
  const turned = benchmarks.some(({ metric }) => metric.better === 'higher')
  return [
    `Base: its median. Change: head ÷ base − 1 by rounds (Hodges–Lehmann)${turned ? ', base ÷ head − 1 where higher is better' : ''}; + is slower. Head: base with this change; its own median is in the CSV and the JSON. ${levels === '' ? '' : `Interval: ${levels}. `}${bounded ? 'At most: a one-sided 95% bound for each benchmark over all its tests.' : ''}`.trim(),
    ...(probably === null ? [] : [probably]),
    ...cpuTexts(report),
    ...methodTexts(report),
    ...effortTexts(report),
    ...uncompared,
  ]
}

/** The test that led to the verdicts of a check, and the smallest change that its job can see. */
export function methodTexts(report: CheckReport): string[] {
  const { status, alpha, alphas, threshold, looks, family } = report
  const { wall, cpu } = alphas
  const split = cpu === null ? '' : `, ${formatShare(wall)} for wall and ${formatShare(cpu)} for CPU times`
  return [
    `Method: base and head interleaved; aligned-rank sign-flip test after ${looks.join('·')} rounds; α ${formatShare(alpha)} per check over ${family} ${family === 1 ? 'benchmark' : 'benchmarks'} (Holm)${split}; threshold ${formatShare(threshold)}.${status === 'reliable' ? ` ${earliestText(report)}` : ''}`,
    ...(status === 'reliable' ? [resolutionText(report)] : []),
  ]
}

/** What CPU time is, if a table has it. The page on pull requests says more. */
export function cpuTexts({ status, benchmarks, threshold }: CheckReport): string[] {
  const open = status === 'reliable' ? benchmarks.filter(({ verdict }) => verdict === 'inconclusive') : []
  if (open.some(({ cpu }) => cpu !== null && cpu.verdict === null))
    return ['CPU times are not reported: base already differs from itself in them.']
  return benchmarks.some((row) => describeCpuChange(row, threshold) !== null) ? [CPU_TIME] : []
}

/** What a CPU time has and has not. */
export const CPU_TIME =
  'CPU time: that of the command and the processes it waited for; on a busy runner it varies less than wall time. Waiting costs none, and what services and a virtual machine use is not in it.'

function earliestText({ earliestReport }: CheckReport): string {
  return earliestReport === null
    ? 'With so many benchmarks, none can be reported as slower or faster within the planned rounds.'
    : `No benchmark can be reported as slower or faster before round ${earliestReport}.`
}

/**
 * The smallest slowdown that a job can see: the larger bound of the interval of its null pair, whose true difference is
 * 0.
 */
function resolutionText({ nullPair }: CheckReport): string {
  if (nullPair === null || nullPair.slowdown === null)
    return 'The base was not measured twice, so the smallest slowdown that this job can see is unknown.'
  const { benchmark, rounds, slowdown, p, interval } = nullPair
  const twice = `Measured twice in ${counted(rounds, 'round')}, the base differed from itself by ${describeDifference(slowdown, p, findNullPairInterval(nullPair))}.`
  if (interval === null) return `${benchmark}: ${twice}`
  const bound = formatChange(Math.max(...interval.map(Math.abs))).replace('+', '')
  return `Smallest slowdown that this job can see in ${benchmark}: about ${bound}. ${twice}`
}

/**
 * The confidence levels of the intervals of a short table, and what each is for. Null without an interval. The page on
 * pull requests has the same explanation.
 */
export function confidenceText({ status, benchmarks }: CheckReport): string | null {
  const { reported, others } = levelGroups(benchmarks)
  const parts = [
    others.length > 0 && (status === 'unreliable' ? rangeText(others) : `${rangeText(others)} ${FOR_ONE}`),
    reported.length > 0 && `${rangeText(reported)} ${FOR_REPORTS}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : `Confidence of the intervals in brackets: ${parts.join('; ')}.`
}

/** What “probably” means in the headline of a check. Null if no benchmark is probably slower or faster. */
export function probablyText({ benchmarks, alphas }: CheckReport): string | null {
  const probable = benchmarks.filter((row) => isProbable(row, alphas.wall))
  return probable.length === 0
    ? null
    : `“Probably”: the interval at ${rangeText(probable)} excludes 0, but the change does not meet the rule for a report.`
}

/**
 * Whether a benchmark is only probably slower or faster. Its interval, at the level of one benchmark, excludes 0, but a
 * report needs the level of the whole check, and a change that is large enough.
 * @param alpha the level of the check's tests of wall times
 */
export function isProbable({ verdict, interval, adjustedP }: CheckRow, alpha: number): boolean {
  if (interval === null) return false
  if (verdict === 'inconclusive') return interval[0] > 0 && adjustedP > alpha
  return verdict === 'not slower' && interval[1] < 0
}

/** What the two levels are for. */
export const FOR_ONE = 'for a benchmark alone, so that after all its tests “at most” still holds with 95%'
export const FOR_REPORTS =
  'for a benchmark reported as slower or faster, because a report must be certain among all benchmarks and tests of the check'

/** The confidence levels of the intervals, such as `99.96% at each test (slower), 96.8% (not slower)`. */
function levelsText(benchmarks: CheckRow[]): string {
  const { reported, others } = levelGroups(benchmarks)
  const groups = [reported, others].filter((rows) => rows.length > 0)
  const parts = groups.map((rows) => {
    const verdicts = [...new Set(rows.map(({ verdict }) => verdict))].filter((verdict) => verdict !== null)
    const of = groups.length > 1 ? ` (${verdicts.join(', ')})` : ''
    return `${rangeText(rows)}${rows === reported ? ' at each test' : ''}${of}`
  })
  return parts.join(', ')
}

/**
 * The benchmarks with an interval. Intervals that only bound a change share one level. Each benchmark `reported` as slower
 * or faster has the level of its own step of Holm's adjustment.
 */
function levelGroups(benchmarks: CheckRow[]): { reported: CheckRow[]; others: CheckRow[] } {
  const shown = benchmarks.filter(({ absence, level }) => absence === null && level !== null)
  const isReported = ({ verdict }: CheckRow) => verdict === 'slower' || verdict === 'faster'
  return { reported: shown.filter(isReported), others: shown.filter((row) => !isReported(row)) }
}

export function rangeText(rows: CheckRow[]): string {
  const levels = rows.map(({ level }) => level as number)
  const [least, most] = [Math.min(...levels), Math.max(...levels)].map(formatLevel) as [string, string]
  return least === most ? least : `${least} to ${most}`
}

/** The interval of a null pair, as the texts of the package schema take it. Null if there is none. */
export function findNullPairInterval({ interval, level }: NonNullable<CheckReport['nullPair']>) {
  return interval === null || level === null ? null : { ends: interval, level }
}

function effortTexts({ effort, complete, looks }: CheckReport): string[] {
  if (effort === null) return []
  const { rounds, samples, took } = effort
  const early = complete ? '' : ', before the run ended early'
  return [`Effort: ${rounds} of at most ${looks.at(-1)} rounds, ${samples} samples, about ${aboutTime(took)}${early}.`]
}

export function aboutTime(ns: number): string {
  const seconds = Math.round(ns / 1e9)
  return seconds < 90 ? `${seconds} s` : `${Math.round(ns / 60e9)} min`
}
