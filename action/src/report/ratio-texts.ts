import {
  type Benchmark,
  type BenchmarkSummary,
  describeAbsence,
  describeControl,
  describeRatio,
  describeRatioReason,
  describeWithheld,
  describeWork,
  formatAmount,
  type RatioStatus,
  type RunDocument,
  type RunReliability,
  runReliability,
} from '@plimsoll/schema'
import type { ReportRow, ReportTable } from './rows.ts'

/**
 * The heading of a column of ratios: `× native`, or `× reference` if the ratios have several references. Empty without
 * a ratio.
 */
export function ratioHeading(rows: readonly Pick<ReportRow, 'summary'>[]): string {
  if (rows.every(({ summary }) => summary.ratio === null)) return ''
  return `× ${soleReference(rows) ?? 'reference'}`
}

/**
 * The ratio of a row as text: its estimate or range, the reason why it has none in two or three words, or `reference`. It names
 * the reference if the heading cannot. Empty if nothing is compared with the row, and the row with nothing.
 */
export function ratioText({ summary: { ratio }, isReference }: ReportRow, rows: readonly ReportRow[]): string {
  if (ratio === null) return isReference ? 'reference' : ''
  const hasDigits = ratio.interval !== null || ratio.value !== null
  return hasDigits && soleReference(rows) === null ? `${describeRatio(ratio)} ${ratio.reference}` : describeRatio(ratio)
}

function soleReference(rows: readonly Pick<ReportRow, 'summary'>[]): string | null {
  const references = new Set(rows.flatMap(({ summary: { ratio } }) => ratio?.reference ?? []))
  return references.size === 1 ? ([...references][0] as string) : null
}

/** The median, min–max and n of a row as texts. A transcribed source may state only the mean. */
export function figureTexts(benchmark: Benchmark, summary: BenchmarkSummary): [string, string, string] {
  const { median, mean, minimum, maximum, n, unit } = summary
  const amount = (value: number) => formatAmount(value, unit)
  const range = minimum === null || maximum === null ? '' : `${amount(minimum)} – ${amount(maximum)}`
  if (median !== null) return [amount(median), range, countText(benchmark, summary)]
  if (mean !== null) return [`${amount(mean)} (mean)`, range, countText(benchmark, summary)]
  return [describeAbsence(benchmark, summary.metric), '', n === null ? '' : String(n)]
}

/**
 * The number of values of a metric. If some successful samples lack the metric, the number of samples that have it,
 * such as `2 of 6`.
 */
function countText({ samples }: Benchmark, { metric, n }: BenchmarkSummary): string {
  const good = samples.filter(({ warmup, failure }) => !warmup && failure === null)
  const having = good.filter(({ values }) => Object.hasOwn(values, metric))
  return having.length < good.length ? `${having.length} of ${good.length}` : String(n ?? '')
}

/** What the control pairs of a run say, for the tables of its report. */
export interface Controls {
  reliability: RunReliability
  /** For each withheld workload, the reason and the remedy as a sentence. */
  withheld: Map<string, string>
}

/** What the control pairs of a run say. */
export function describeControls(document: RunDocument): Controls {
  const reliability = runReliability(document)
  return { reliability, withheld: describeWithheld(reliability) }
}

/** The sentences below a table: why its ratios have no digits, and what the control pairs of its workload say. */
export function ratioRemarks({ rows, metric }: ReportTable, controls: Controls): string[] {
  const ratios = rows.flatMap(({ summary: { ratio } }) => ratio ?? [])
  // A withheld ratio has a sentence with a remedy below, and an unreliable run has one at the top of the report.
  const explained = ratios.filter(({ status }) => status !== 'withheld' && status !== 'unreliable')
  const reasons = new Set(explained.flatMap((ratio) => describeRatioReason(ratio) ?? []))
  const isPrimary = rows.some(({ benchmark }) =>
    benchmark.metrics.some(({ primary, name }) => primary && name === metric),
  )
  return [...reasons, ...(isPrimary ? controlTexts(rows, controls) : [])]
}

/** What the control pairs of a table's workload say. Empty if the table has no ratio that depends on them. */
function controlTexts(rows: readonly ReportRow[], { reliability, withheld }: Controls): string[] {
  const judged = rows.filter(({ summary: { ratio } }) => ratio !== null && JUDGED.includes(ratio.status))
  const [first] = judged
  if (first === undefined) return []
  const work = describeWork(first.benchmark)
  const sentence = withheld.get(work)
  if (sentence !== undefined) return [sentence]
  const control = describeControl(reliability.pairs.filter(({ workload }) => workload === work))
  const hasLayer = control !== UNCHECKED && judged.some(({ benchmark }) => benchmark.scenario === 'layer')
  return [`${work}: ${control}${hasLayer ? `; layer ${UNCHECKED}` : ''}.`]
}

/** The statuses of the ratios that depend on the control pairs. */
const JUDGED: readonly RatioStatus[] = ['resolved', 'range', 'withheld', 'unreliable']

const UNCHECKED = 'unchecked'

/** A sentence for every report with ratios by rounds. */
export const ESTIMATED =
  'A ratio compares samples of the same round, so slow minutes of the machine distort it less than they do the quotient of the medians.'
