import type { RunDocument } from '@plimsoll/schema'
import {
  agreementRemarks,
  type BenchmarkLine,
  benchmarkLines,
  benchmarksOnlyIn,
  type Comparison,
  compareRuns,
  comparisonWarnings,
  type DifferenceLine,
  differenceEffects,
  differenceLines,
  NOT_A_VERDICT,
} from '@plimsoll/schema/compare'
import { type Html, html } from '../html.ts'
import { formatWork, isCheck } from '../page/titles.ts'
import { drawRatios, type RatioRow } from './ratio-figure.ts'

/** The maximum number of rows of a readable figure; the table has every benchmark. */
const MAX_ROWS = 60

/**
 * Renders the comparison of two runs: first how the runs differ, then the ratio B ÷ A of each benchmark, without a
 * verdict. Escapes the texts of the documents, which are untrusted.
 */
export function renderComparison(a: RunDocument, b: RunDocument): Html {
  const comparison = compareRuns(a, b)
  const warnings = [...aboutKinds(a, b), ...comparisonWarnings(comparison), ...notesOf(a, b)]
  return html`${warnings.length > 0 && html`<div class="warning" role="note"><h2>Read with care</h2><ul>${warnings.map((text) => html`<li>${text}</li>`)}</ul></div>`}
${renderDifferences(comparison)}
${renderBenchmarks(a, b, comparison)}`
}

/**
 * Describes how two documents differ in kind, for example if one is a check and the other a plain run; empty if they
 * are of the same kind.
 */
function aboutKinds(a: RunDocument, b: RunDocument): string[] {
  const [checkA, checkB] = [isCheck(a), isCheck(b)]
  return [
    ...(checkA === checkB
      ? []
      : [
          `${checkA ? 'A' : 'B'} is a check and ${checkA ? 'B' : 'A'} is a plain run. Every benchmark of a check belongs to a variant such as base or head, so A and B have no benchmark in common.`,
        ]),
    ...(checkA && checkB
      ? ['A and B are checks. Each has its verdicts on its own page. Variants of different checks cannot be compared.']
      : []),
    ...(a.suite.name === b.suite.name
      ? []
      : [
          `A ran the suite ${a.suite.name} and B ran the suite ${b.suite.name}, so they may have few benchmarks in common.`,
        ]),
  ]
}

function notesOf(a: RunDocument, b: RunDocument): string[] {
  return [...a.notes.map(({ text }) => `A: ${text}`), ...b.notes.map(({ text }) => `B: ${text}`)]
}

function renderDifferences(comparison: Comparison): Html {
  const lines = differenceLines(comparison)
  const agreement = agreementRemarks(comparison)
  return html`<section aria-labelledby="differs"><h2 id="differs">${lines.length > 0 ? 'What differs' : 'What differs: no recorded differences'}</h2>
${
  lines.length > 0 &&
  html`<div class="scroll" role="region" aria-label="Table of what differs" tabindex="0"><table class="facts-of-two"><thead><tr><th scope="col">What</th><th scope="col">A</th><th scope="col">B</th></tr></thead>
${groupsOf(lines).map(([of, group]) => html`<tbody><tr class="group"><th colspan="3" scope="rowgroup"><span>${of}</span></th></tr>${group.map(({ what, a, b }) => html`<tr><th scope="row">${what}</th><td>${a}</td><td>${b}</td></tr>`)}</tbody>`)}
</table></div>`
}${differenceEffects(comparison).map(fine)}
${agreement.length > 0 && html`<details><summary>Same or unknown in both</summary>${agreement.map(fine)}</details>`}
</section>`
}

function groupsOf(lines: DifferenceLine[]): [string, DifferenceLine[]][] {
  return [...Map.groupBy(lines, ({ of }) => (of === 'run' ? 'runs and machines' : of))]
}

function renderBenchmarks(a: RunDocument, b: RunDocument, comparison: Comparison): Html {
  const lines = benchmarkLines(a.benchmarks, b.benchmarks, comparison)
  return html`<section aria-labelledby="benchmarks"><h2 id="benchmarks">${lines.length > 0 ? 'Benchmark by benchmark: not a verdict' : 'Benchmark by benchmark: no benchmarks in common'}</h2>
<p>${sentence(NOT_A_VERDICT)}</p>
${renderFigure(lines, a)}${
  lines.length > 0 &&
  html`<div class="scroll" role="region" aria-label="Table of benchmarks" tabindex="0"><table class="figures ratios-table"><thead><tr><th scope="col" class="stick">Workload<small>and scenario</small></th><th scope="col" class="number">A<small>median</small></th><th scope="col" class="number">B<small>median</small></th><th scope="col" class="number">B ÷ A<small>95% interval</small></th></tr></thead><tbody>
${lines.map(renderLine)}</tbody></table></div>
<p class="fine">B ÷ A is the ratio of the medians. It has a bootstrap interval if both runs have at least three samples; n is the number of samples.</p>`
}${benchmarksOnlyIn(a.benchmarks, b.benchmarks, comparison).map(fine)}
</section>`
}

function renderLine({ work, place, a, nOfA, b, nOfB, ratio, interval, compared }: BenchmarkLine): Html {
  const result =
    compared.ratio === null
      ? html`<td class="number reason-of-benchmark">${ratio}</td>`
      : html`<td class="number strong">${ratio}<small>${interval === '' ? 'no interval' : interval}</small></td>`
  return html`<tr><th scope="row" class="stick"><span class="name">${formatWork(work)} · ${compared.metric}</span><small>${place}${isMoreBetter(compared) && ' · more is better'}</small></th><td class="number">${a}<small>n ${nOfA}</small></td><td class="number">${b}<small>n ${nOfB}</small></td>${result}</tr>
`
}

function isMoreBetter({ better }: BenchmarkLine['compared']): boolean {
  return better === 'higher'
}

function renderFigure(lines: BenchmarkLine[], a: RunDocument): Html {
  const rows = lines.flatMap(({ benchmark, work, place, ratio: text, compared }): RatioRow[] => {
    const { ratio } = compared
    if (ratio === null || ratio.value <= 0) return []
    const interval = ratio.interval !== null && ratio.interval[0] > 0 ? ratio.interval : null
    const scenario = a.benchmarks[benchmark]?.scenario ?? ''
    const arrow = isMoreBetter(compared) ? ' ↑' : ''
    return [{ work: formatWork(work), place: `${place}${arrow}`, scenario, ratio: ratio.value, interval, text }]
  })
  if (rows.length === 0) return html``
  const shown = rows.slice(0, MAX_ROWS)
  return html`<figure class="chart"><figcaption><strong>B ÷ A of the medians of the primary metric.</strong> Left of the line at 1, the figure of B is smaller than that of A; right of this line, it is larger. The lines through the marks are 95% intervals.${lines.some(({ compared }) => isMoreBetter(compared)) && ' An arrow ↑ marks metrics of which more is better.'}${shown.length < rows.length && html` The first ${shown.length} of ${rows.length} benchmarks.`}</figcaption>
<div class="chart-wide">${drawRatios(shown, 'wide')}</div><div class="chart-narrow">${drawRatios(shown, 'narrow')}</div></figure>
`
}

function fine(text: string): Html {
  return html`<p class="fine">${text}</p>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
