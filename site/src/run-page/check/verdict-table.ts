import {
  type CellSummary,
  type Check,
  type CheckedCell,
  type CheckedNullPair,
  describeUnjudged,
  formatAmount,
  formatChange,
  formatChanges,
  formatLevel,
  type Outcome,
  outcomeOf,
  type RunDocument,
  verdictBound,
  verdictTitle,
} from '@plimsoll/schema'
import { type Html, html } from '../../html.ts'
import { wordsOfWork } from '../../page/text.ts'
import { classOf } from './tally.ts'

/** A page stays one that can be read; the document has everything. */
const MOST_ROWS = 1000

/** What wants attention stands first. */
const ORDER: Outcome[] = ['slower', 'inconclusive', 'uncalled', 'faster', 'not slower', 'absent']

/** The cells of a check, what wants attention first; among equals in the order of the document. */
export function inOrder({ cells }: Check): CheckedCell[] {
  return cells.toSorted((a, b) => ORDER.indexOf(outcomeOf(a)) - ORDER.indexOf(outcomeOf(b)))
}

/** The table of verdicts, cell by cell. @param primaries of the primary metric, by index of the cell */
export function renderVerdictTable(document: RunDocument, check: Check, primaries: Map<number, CellSummary>): Html {
  const cells = inOrder(check)
  const engines = enginesOf(document)
  return html`<div class="scroll" role="region" aria-label="Verdicts by cell" tabindex="0"><table class="figures verdicts stacked">
<thead><tr><th scope="col" class="stick">Cell</th><th scope="col" class="scenario">Verdict</th><th scope="col" class="number wide-figure">Change</th><th scope="col" class="number">Base${engines.base && html`<small>${engines.base}</small>`}</th><th scope="col" class="number">Head${engines.head && html`<small>${engines.head}</small>`}</th><th scope="col" class="number">Rounds</th></tr></thead>
<tbody>${cells.slice(0, MOST_ROWS).map((cell) => rowOf(document, cell, check.threshold, primaries))}${check.nullPair && nullPairRow(check.nullPair, primaries)}</tbody>
</table></div>${
    cells.length > MOST_ROWS && html`<p class="fine">${cells.length - MOST_ROWS} more cells are in the document.</p>`
  }`
}

/** The engine of each arm, where they are what is compared. */
function enginesOf({ design: { arms } }: RunDocument): { base: string | null; head: string | null } {
  if (!arms || arms.base.engine === arms.head.engine) return { base: null, head: null }
  return { base: arms.base.engine, head: arms.head.engine }
}

function rowOf(
  { cells }: RunDocument,
  cell: CheckedCell,
  threshold: number,
  primaries: Map<number, CellSummary>,
): Html {
  const { rounds, pairs } = cell
  const outcome = outcomeOf(cell)
  return html`<tr data-verdict="${outcome}"><th scope="row" class="stick"><span class="name">${wordsOfWork(cell.cell)}</span></th><td class="scenario">${verdict({ ...cell, absence: describeUnjudged(cell, cells) }, outcome, threshold)}</td>
<td class="number strong wide-figure">${change(cell, threshold)}</td><td class="number">${amount(cell.medians?.base, primaries.get(cell.base))}</td><td class="number">${amount(cell.medians?.head, primaries.get(cell.head))}</td>
<td class="number">${rounds === 0 ? pairs : rounds}${rounds > 0 && pairs > rounds && html`<small>of ${pairs}</small>`}</td></tr>`
}

/** What the chart shows below the cells. */
function nullPairRow(pair: CheckedNullPair, primaries: Map<number, CellSummary>): Html {
  return html`<tr data-verdict="null-pair"><th scope="row" class="stick"><span class="name">base against itself</span><small>${wordsOfWork(pair.cell)}</small></th><td class="scenario"><span class="verdict null-pair">null pair</span></td>
<td class="number wide-figure">${change(pair)}</td><td class="number">${median(primaries.get(pair.base))}</td><td class="number">${median(primaries.get(pair.second))}<small>second base</small></td>
<td class="number">${pair.rounds}</td></tr>`
}

function change({ slowdown, interval }: Pick<CheckedCell, 'slowdown' | 'interval'>, threshold?: number): Html {
  if (slowdown === null) return html`–`
  return html`${formatChange(slowdown, threshold)}${
    interval !== null &&
    html`<small>${formatChanges(interval.ends, threshold)} <span class="level">(${formatLevel(interval.level)})</span></small>`
  }`
}

function verdict(cell: CheckedCell, outcome: Outcome, threshold: number): Html {
  const bound = verdictBound(cell, cell.interval?.ends ?? null, threshold)
  return html`<span class="verdict ${classOf(outcome)}">${verdictTitle(cell)}</span>${bound && html`<small>${bound}</small>`}`
}

function median(summary: CellSummary | undefined): string {
  return summary === undefined || summary.median === null ? '–' : formatAmount(summary.median, summary.unit)
}

/** A figure of the rounds that the verdict was drawn from, in the unit of the cell. */
function amount(value: number | undefined, summary: CellSummary | undefined): string {
  return value === undefined || summary === undefined ? '–' : formatAmount(value, summary.unit)
}
