import { type BenchmarkSummary, describeAbsence, formatAmount, formatRatio, type RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { formatRange } from '../page/titles.ts'
import type { Panel, PanelRow } from './panel.ts'

/** The maximum number of rows on a readable page; the document has every benchmark. */
const MAX_ROWS = 1000

/** Renders the table of all benchmarks. If they have secondary metrics, renders a table of these metrics too. */
export function renderResults(document: RunDocument, panels: Panel[]): Html {
  const shown = limitRows(panels)
  const hidden = document.benchmarks.length - shown.reduce((sum, { rows }) => sum + rows.length, 0)
  return html`${table('Results by benchmark', shown.map(group))}
<p class="fine">Each mean is shown with min–max. Each median is shown with a 95% interval from order statistics, which needs at least six samples. Each ratio of medians is shown with a bootstrap 95% interval. All figures exclude warm-ups and failed samples.</p>
${hidden > 0 && html`<p class="fine">${hidden} more benchmarks are in the document.</p>`}
${shown.some(hasOthers) && html`<details><summary>Other metrics</summary>${table('Other metrics by benchmark', shown.filter(hasOthers).map(otherGroup))}</details>`}`
}

function table(title: string, groups: Html[]): Html {
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="figures stacked">
<thead><tr><th scope="col" class="stick">Engine</th><th scope="col" class="scenario">Scenario</th><th scope="col" class="number count">n</th><th scope="col" class="number">Mean</th><th scope="col" class="number">Min–max</th><th scope="col" class="number">Median</th><th scope="col" class="number">Ratio</th></tr></thead>
${groups}
</table></div>`
}

function group(panel: Panel): Html {
  const metric = panel.rows[0]?.primary.metric
  return html`<tbody>${groupHead(`${panel.title}: ${metric}`)}${panel.rows.map((row) => rowOf(row, row.primary))}</tbody>`
}

function otherGroup(panel: Panel): Html {
  const names = [...new Set(panel.rows.flatMap(({ others }) => others.map(({ metric }) => metric)))]
  return html`<tbody>${names.map((name) => [
    groupHead(`${panel.title}: ${name}`),
    panel.rows.map((row) => {
      const summary = row.others.find(({ metric }) => metric === name)
      return summary === undefined ? null : rowOf(row, summary)
    }),
  ])}</tbody>`
}

function groupHead(title: string): Html {
  return html`<tr class="group"><th colspan="7" scope="rowgroup"><span>${title}</span></th></tr>`
}

function rowOf(row: PanelRow, summary: BenchmarkSummary): Html {
  const { benchmark } = row
  return html`<tr data-row="${benchmark.status}"><th scope="row" class="stick"><span class="name">${row.engine}</span>${row.ambiguous && html`<small>${benchmark.engine}</small>`}</th><td class="scenario"><i class="key ${benchmark.scenario}"></i>${benchmark.scenario}${row.variant && html`<small>${row.variant}</small>`}</td>${
    benchmark.status !== 'ok' && summary.n === 0 ? null : summary.n === 0 ? nothing(row, summary) : figures(summary)
  }</tr>${benchmark.status !== 'ok' && problem(row)}`
}

function nothing({ benchmark }: PanelRow, { metric }: BenchmarkSummary): Html {
  return html`<td class="number count">0</td><td class="number strong">${describeAbsence(benchmark, metric)}</td><td colspan="3"></td>`
}

function figures(summary: BenchmarkSummary): Html {
  const { unit, mean, median, minimum, maximum, medianInterval, outliers } = summary
  const amount = (value: number | null) => (value === null ? '–' : formatAmount(value, unit))
  return html`<td class="number count">${summary.n ?? '–'}${outliers.length > 0 && html`<small>${outliers.length} outlying</small>`}</td>
<td class="number strong">${amount(mean)}</td><td class="number">${
    minimum === null || maximum === null || minimum === maximum ? '–' : formatRange(minimum, maximum, unit)
  }</td><td class="number">${amount(median)}${
    medianInterval !== null && html`<small>${formatRange(...medianInterval, unit)}</small>`
  }</td><td class="number">${ratio(summary)}</td>`
}

function ratio({ ratio }: BenchmarkSummary): Html {
  if (ratio === null) return html`–`
  const { value, interval, reference } = ratio
  return html`${formatRatio(value)}<small>${
    interval !== null && `${formatRatio(interval[0]).slice(0, -1)}–${formatRatio(interval[1])} `
  }${reference !== 'native' && `to ${reference}`}</small>`
}

function problem({ benchmark }: PanelRow): Html {
  const reason = benchmark.reason ?? 'no reason given'
  const [first = ''] = reason.split('\n', 1)
  const brief = first.length > 160 ? `${first.slice(0, 160)}…` : first
  return html`<tr class="problem"><td colspan="7"><div class="reason"><strong>${benchmark.status}</strong> ${
    brief === reason ? reason : html`<details><summary>${brief}</summary><pre>${reason}</pre></details>`
  }</div></td></tr>`
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
