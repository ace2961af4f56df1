import {
  type BenchmarkSummary,
  type Check,
  type CheckedBenchmark,
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
import { formatWork } from '../../page/titles.ts'
import { classOf } from './tally.ts'

/** The maximum number of rows on a readable page; the document has every benchmark. */
const MAX_ROWS = 1000

/** The outcomes of a check's benchmarks in order of importance. */
const ORDER: Outcome[] = ['slower', 'inconclusive', 'unreported', 'faster', 'not slower', 'absent']

/**
 * Returns the benchmarks of a check, most important outcomes first. Benchmarks with equal outcomes keep the order of
 * the document.
 */
export function inOrder({ benchmarks }: Check): CheckedBenchmark[] {
  return benchmarks.toSorted((a, b) => ORDER.indexOf(outcomeOf(a)) - ORDER.indexOf(outcomeOf(b)))
}

/**
 * Renders the table of verdicts, one row for each benchmark.
 * @param primaries the summaries of the primary metric, by index of the benchmark
 */
export function renderVerdictTable(
  document: RunDocument,
  check: Check,
  primaries: Map<number, BenchmarkSummary>,
): Html {
  const benchmarks = inOrder(check)
  const engines = enginesOf(document)
  return html`<div class="scroll" role="region" aria-label="Verdicts by benchmark" tabindex="0"><table class="figures verdicts stacked">
<thead><tr><th scope="col" class="stick">Benchmark</th><th scope="col" class="scenario">Verdict</th><th scope="col" class="number wide-figure">Change</th><th scope="col" class="number">Base${engines.base && html`<small>${engines.base}</small>`}</th><th scope="col" class="number">Head${engines.head && html`<small>${engines.head}</small>`}</th><th scope="col" class="number">Rounds</th></tr></thead>
<tbody>${benchmarks.slice(0, MAX_ROWS).map((benchmark) => rowOf(document, benchmark, check.threshold, primaries))}${check.nullPair && nullPairRow(check.nullPair, primaries)}</tbody>
</table></div>${
    benchmarks.length > MAX_ROWS &&
    html`<p class="fine">${benchmarks.length - MAX_ROWS} more benchmarks are in the document.</p>`
  }`
}

/** Returns the engine of each variant if the check compares engines; otherwise null. */
function enginesOf({ design: { variants } }: RunDocument): { base: string | null; head: string | null } {
  if (!variants || variants.base.engine === variants.head.engine) return { base: null, head: null }
  return { base: variants.base.engine, head: variants.head.engine }
}

function rowOf(
  { benchmarks }: RunDocument,
  benchmark: CheckedBenchmark,
  threshold: number,
  primaries: Map<number, BenchmarkSummary>,
): Html {
  const { rounds, pairs } = benchmark
  const outcome = outcomeOf(benchmark)
  return html`<tr data-verdict="${outcome}"><th scope="row" class="stick"><span class="name">${formatWork(benchmark.benchmark)}</span></th><td class="scenario">${verdict({ ...benchmark, absence: describeUnjudged(benchmark, benchmarks) }, outcome, threshold)}</td>
<td class="number strong wide-figure">${change(benchmark, threshold)}</td><td class="number">${amount(benchmark.medians?.base, primaries.get(benchmark.base))}</td><td class="number">${amount(benchmark.medians?.head, primaries.get(benchmark.head))}</td>
<td class="number">${rounds === 0 ? pairs : rounds}${rounds > 0 && pairs > rounds && html`<small>of ${pairs}</small>`}</td></tr>`
}

/** Renders the row of the null pair, which compares the base of a check with itself. */
function nullPairRow(pair: CheckedNullPair, primaries: Map<number, BenchmarkSummary>): Html {
  return html`<tr data-verdict="null-pair"><th scope="row" class="stick"><span class="name">base against itself</span><small>${formatWork(pair.benchmark)}</small></th><td class="scenario"><span class="verdict null-pair">null pair</span></td>
<td class="number wide-figure">${change(pair)}</td><td class="number">${median(primaries.get(pair.base))}</td><td class="number">${median(primaries.get(pair.second))}<small>second base</small></td>
<td class="number">${pair.rounds}</td></tr>`
}

function change({ slowdown, interval }: Pick<CheckedBenchmark, 'slowdown' | 'interval'>, threshold?: number): Html {
  if (slowdown === null) return html`–`
  return html`${formatChange(slowdown, threshold)}${
    interval !== null &&
    html`<small>${formatChanges(interval.ends, threshold)} <span class="level">(${formatLevel(interval.level)})</span></small>`
  }`
}

function verdict(benchmark: CheckedBenchmark, outcome: Outcome, threshold: number): Html {
  const bound = verdictBound(benchmark, benchmark.interval?.ends ?? null, threshold)
  return html`<span class="verdict ${classOf(outcome)}">${verdictTitle(benchmark)}</span>${bound && html`<small>${bound}</small>`}`
}

function median(summary: BenchmarkSummary | undefined): string {
  return summary === undefined || summary.median === null ? '–' : formatAmount(summary.median, summary.unit)
}

/**
 * Formats a value, in the unit of the benchmark. The value is computed from the rounds that the verdict is based on. A
 * round measures each variant once.
 */
function amount(value: number | undefined, summary: BenchmarkSummary | undefined): string {
  return value === undefined || summary === undefined ? '–' : formatAmount(value, summary.unit)
}
