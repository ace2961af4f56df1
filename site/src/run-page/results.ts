import {
  type BenchmarkSummary,
  type ControlPair,
  controlPairs,
  describeAbsence,
  describeControl,
  describeRatioReason,
  describeWork,
  formatAmount,
  formatRatio,
  type RatioToReference,
  type RunDocument,
} from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { formatRange } from '../page/titles.ts'
import type { Panel, PanelRow } from './panel.ts'

/** The maximum number of rows on a readable page; the document has every benchmark. */
const MAX_ROWS = 1000

/**
 * Renders the table of all benchmarks except controls. If they have secondary metrics, renders a table of these metrics
 * too.
 */
export function renderResults(document: RunDocument, panels: Panel[]): Html {
  const shown = limitRows(panels)
  const hidden = countRows(panels) - countRows(shown)
  const pairs = Map.groupBy(controlPairs(document), ({ workload }) => workload)
  const ratios = shown.flatMap(({ rows }) =>
    rows.flatMap((row) => [row.primary, ...row.others].map(({ ratio }) => ratio)),
  )
  return html`${table(
    'Results by benchmark',
    shown.map((panel) => group(panel, pairs)),
  )}
<p class="fine">${explainFigures(document)}</p>
${reasonsOf(ratios).map((reason) => html`<p class="fine">${reason}</p>`)}${hidden > 0 && html`<p class="fine">${hidden} more benchmarks are in the document.</p>`}
${shown.some(hasOthers) && html`<details><summary>Other metrics</summary>${table('Other metrics by benchmark', shown.filter(hasOthers).map(otherGroup))}</details>`}`
}

function explainFigures({ origin }: RunDocument): string {
  const median =
    'Each median is shown with a 95% interval from order statistics, which needs at least six samples. A bar shows the median. All figures exclude warm-ups and failed samples.'
  return origin.kind === 'transcribed'
    ? `${median} Each ratio is the quotient of the source’s medians, or of its means if it has no medians.`
    : `${median} Each ratio is estimated from the rounds that both benchmarks have (Hodges–Lehmann), with its exact 95% interval, so it need not equal the quotient of the medians.`
}

/** Explains each status of a ratio without digits: `Too few rounds: A ratio needs …`. */
function reasonsOf(ratios: readonly (RatioToReference | null)[]): string[] {
  const reasons = ratios.flatMap((ratio) => {
    const reason = ratio && describeRatioReason(ratio)
    return ratio && reason ? [`${ratio.status.charAt(0).toUpperCase()}${ratio.status.slice(1)}: ${reason}`] : []
  })
  return [...new Set(reasons)].slice(0, MAX_REASONS)
}

/** The maximum number of explanations below the table. The numbers of rounds differ between some of them. */
const MAX_REASONS = 6

function table(title: string, groups: Html[]): Html {
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="figures stacked">
<thead><tr><th scope="col" class="stick">Engine</th><th scope="col" class="scenario">Scenario</th><th scope="col" class="number count">n</th><th scope="col" class="number">Median</th><th scope="col" class="number">Min–max</th><th scope="col" class="number wide-figure">Ratio</th></tr></thead>
${groups}
</table></div>`
}

function group(panel: Panel, pairs: Map<string, ControlPair[]>): Html {
  const [first] = panel.rows
  const isCompared = first !== undefined && panel.rows.some(({ primary }) => primary.ratio?.value != null)
  const own = first === undefined ? [] : (pairs.get(describeWork(first.benchmark)) ?? [])
  const checked = isCompared && own.length > 0 ? describeControl(own) : null
  return html`<tbody>${groupHead(`${panel.title}: ${first?.primary.metric}`, checked)}${rowsOf(
    panel,
    panel.rows.map((row) => ({ row, summary: row.primary })),
  )}</tbody>`
}

function otherGroup(panel: Panel): Html {
  const names = [...new Set(panel.rows.flatMap(({ others }) => others.map(({ metric }) => metric)))]
  return html`<tbody>${names.map((name) => [
    groupHead(`${panel.title}: ${name}`),
    rowsOf(
      panel,
      panel.rows.flatMap((row) => {
        const summary = row.others.find(({ metric }) => metric === name)
        return summary === undefined ? [] : [{ row, summary }]
      }),
    ),
  ])}</tbody>`
}

function groupHead(title: string, remark: string | null = null): Html {
  return html`<tr class="group"><th colspan="6" scope="rowgroup"><span>${title}${remark !== null && html` <small>${remark}</small>`}</span></th></tr>`
}

/** The figures of one metric of one row. */
interface Line {
  row: PanelRow
  summary: BenchmarkSummary
}

function rowsOf(panel: Panel, lines: Line[]): Html[] {
  const barred = lines.filter((line) => hasBar(line, lines))
  const largest = barred.reduce((most, { summary }) => Math.max(most, summary.median ?? 0), 0)
  return lines.map((line) => rowOf(line, panel, barred.includes(line) ? largest : 0))
}

/** Whether a row is compared, so that its bar says something: it has a ratio with digits, or it is the reference of one. */
function hasBar({ row, summary }: Line, lines: readonly Line[]): boolean {
  if (summary.ratio !== null) return summary.ratio.value !== null
  return lines.some(({ summary: { ratio } }) => ratio?.value != null && ratio.reference === row.benchmark.scenario)
}

/** @param largest the median with the longest bar; 0 for a row without a bar */
function rowOf({ row, summary }: Line, panel: Panel, largest: number): Html {
  const { benchmark } = row
  return html`<tr data-row="${benchmark.status}"><th scope="row" class="stick"><span class="name">${row.engine}</span>${row.ambiguous && html`<small>${benchmark.engine}</small>`}</th><td class="scenario"><i class="key ${benchmark.scenario}"></i>${benchmark.scenario}${row.variant && html`<small>${row.variant}</small>`}</td>${
    benchmark.status !== 'ok' && summary.n === 0
      ? null
      : summary.n === 0
        ? nothing(row, summary)
        : figures(row, summary, panel, largest)
  }</tr>${benchmark.status !== 'ok' && problem(row)}`
}

function nothing({ benchmark }: PanelRow, { metric }: BenchmarkSummary): Html {
  return html`<td class="number count">0</td><td class="number strong">${describeAbsence(benchmark, metric)}</td><td colspan="2"></td>`
}

function figures(row: PanelRow, summary: BenchmarkSummary, panel: Panel, largest: number): Html {
  const { unit, mean, median, minimum, maximum, medianInterval, outliers } = summary
  const center =
    median === null && mean !== null
      ? html`${formatAmount(mean, unit)}<small>mean</small>`
      : html`${median === null ? '–' : formatAmount(median, unit)}`
  return html`<td class="number count">${summary.n ?? '–'}${outliers.length > 0 && html`<small>${outliers.length} outlying</small>`}</td>
<td class="number strong">${center}${
    medianInterval !== null && html`<small>${formatRange(...medianInterval, unit)}</small>`
  }${median !== null && largest > 0 && bar(median / largest, row.benchmark.scenario)}</td><td class="number">${
    minimum === null || maximum === null || minimum === maximum ? '–' : formatRange(minimum, maximum, unit)
  }</td><td class="number wide-figure">${ratioOf(summary, panel)}</td>`
}

/** Draws a bar without a text alternative, because the median is beside it. @param share of the longest bar, 0 to 1 */
function bar(share: number, scenario: string): Html {
  return html`<svg class="median-bar ${scenario}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(share * 1000) / 10}" height="4"/></svg>`
}

/**
 * Renders a ratio: its digits with the interval, or its status in words, with the reason as a tooltip. The reason is
 * also below the table.
 */
function ratioOf(summary: BenchmarkSummary, panel: Panel): Html {
  const { ratio } = summary
  if (ratio === null) return html`–`
  const { status, value, interval, reference, rounds } = ratio
  if (value === null) return html`<span class="status" title="${describeRatioReason(ratio)}">${status}</span>`
  const remarks = [
    interval && `${formatRatio(interval[0]).slice(0, -1)}–${formatRatio(interval[1])}`,
    status === 'source' ? `source’s ${basisOf(summary, panel, reference)}` : rounds !== summary.n && `${rounds} rounds`,
    reference !== 'native' && `to ${reference}`,
  ].filter((remark) => remark)
  return html`${formatRatio(value)}<small>${remarks.join(', ')}</small>`
}

/** What a ratio of a transcribed run compares: the medians, if both benchmarks have one. */
function basisOf({ median, metric }: BenchmarkSummary, { rows }: Panel, reference: string): 'medians' | 'means' {
  const references = rows
    .filter(({ benchmark }) => benchmark.scenario === reference)
    .flatMap(({ primary, others }) => [primary, ...others].filter((summary) => summary.metric === metric))
  return median !== null && references.every((summary) => summary.median !== null) ? 'medians' : 'means'
}

function problem({ benchmark }: PanelRow): Html {
  const reason = benchmark.reason ?? 'no reason given'
  const [first = ''] = reason.split('\n', 1)
  const brief = first.length > 160 ? `${first.slice(0, 160)}…` : first
  return html`<tr class="problem"><td colspan="6"><div class="reason"><strong>${benchmark.status}</strong> ${
    brief === reason ? reason : html`<details><summary>${brief}</summary><pre>${reason}</pre></details>`
  }</div></td></tr>`
}

function countRows(panels: Panel[]): number {
  return panels.reduce((sum, { rows }) => sum + rows.length, 0)
}

function hasOthers({ rows }: Panel): boolean {
  return rows.some(({ others }) => others.length > 0)
}

function limitRows(panels: Panel[]): Panel[] {
  let left = MAX_ROWS
  return panels.flatMap((panel) => {
    const rows = panel.rows.slice(0, left)
    left -= rows.length
    return rows.length === 0 ? [] : [{ ...panel, rows }]
  })
}
