import type { BenchmarkSummary, Check, RunDocument } from '@plimsoll/schema'
import { SYMBOLS } from '../../charts/responsive-chart.ts'
import { type Html, html } from '../../html.ts'
import { type Figure, renderFigure } from '../figure.ts'
import { renderMethod } from './method.ts'
import { renderVariants } from './variants.ts'
import { renderVerdictTable } from './verdict-table.ts'

/**
 * Renders the results of a check: the verdict of each benchmark, and the method.
 * @param summaries the summaries of the same document
 * @param figure the chart of the verdicts; null if no benchmark has an estimate
 */
export function renderVerdicts(
  document: RunDocument,
  check: Check,
  summaries: BenchmarkSummary[],
  figure: Figure | null,
): Html {
  const primaries = new Map(
    summaries
      .filter(({ benchmark, metric }) =>
        document.benchmarks[benchmark]?.metrics.some(({ name, primary }) => primary && name === metric),
      )
      .map((summary) => [summary.benchmark, summary]),
  )
  return html`<section aria-labelledby="verdicts"><h2 id="verdicts">Verdicts</h2>
${renderVariants(document)}
${figure && [SYMBOLS, renderFigure(figure)]}
${renderVerdictTable(document, check, primaries)}
<p class="fine">Change is the change of time from base to head (Hodges–Lehmann estimate), with its interval and the confidence level of this interval. Base and Head are medians. Rounds is the number of rounds that the verdict is based on.</p>
${renderMethod(document, check)}
</section>
`
}
