import {
  type Benchmark,
  type ControlPair,
  describeControl,
  describeWithheld,
  describeWork,
  formatRatio,
  MIN_ROUNDS,
  type RunDocument,
  runReliability,
  TOLERANCE,
  WIDEST_CONTROL,
} from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { formatWork } from '../page/titles.ts'

/** The maximum number of workloads on a readable page; the document has every benchmark. */
const MAX_WORKLOADS = 100

/**
 * Renders how a measured run was checked against itself: its control pairs (two equal things), and what they say about
 * the ratios of each workload. Null for a run without ratios, for a check, and for a transcribed run.
 */
export function renderControls(document: RunDocument): Html | null {
  const works = comparedWorks(document)
  if (works.length === 0) return null
  const reliability = runReliability(document)
  const { pairs } = reliability
  const byWork = Map.groupBy(pairs, ({ workload }) => workload)
  return html`<section aria-labelledby="controls"><h2 id="controls">Checked against itself</h2>
<p>${explainPairs(pairs)}${isLayerUnchecked(document, pairs) && ' Nothing checks layer: no other scenario is equal to it.'}</p>
${[...describeWithheld(reliability).values()].map((sentence) => html`<p>${sentence}</p>`)}
<div class="scroll" role="region" aria-label="Control pairs" tabindex="0"><table class="figures stacked">
<thead><tr><th scope="col" class="stick">Workload</th><th scope="col" class="scenario">Equal things</th><th scope="col" class="number count">Rounds</th><th scope="col" class="number">Ratio</th><th scope="col" class="number">Ratios of the workload</th></tr></thead>
<tbody>${works.slice(0, MAX_WORKLOADS).map((work) => workRows(document, work, byWork.get(work) ?? []))}</tbody>
</table></div>
${works.length > MAX_WORKLOADS && html`<p class="fine">${works.length - MAX_WORKLOADS} more workloads are in the document.</p>`}</section>
`
}

function explainPairs(pairs: readonly ControlPair[]): string {
  if (pairs.length === 0)
    return 'This run did not measure two equal things, so its ratios are unchecked: another folder or moment may change them.'
  return `The run measured two equal things for some workloads, so the true ratio of each pair is 1. “Checked to” is the largest bound of their 95% intervals. If an interval lies wholly outside ±${100 * TOLERANCE}%, or is wider than a factor of ${WIDEST_CONTROL}, the ratios of the workload are withheld.`
}

/** The workloads (`describeWork`) that a plain measured run compares in several scenarios, in document order. */
function comparedWorks({ origin, benchmarks }: RunDocument): string[] {
  if (origin.kind === 'transcribed' || benchmarks.some(({ variant }) => variant !== null)) return []
  const measured = benchmarks.filter(({ samples }) => samples.length > 0)
  return [...Map.groupBy(measured, describeWork)].flatMap(([work, members]) => (members.length > 1 ? [work] : []))
}

function workRows({ benchmarks }: RunDocument, work: string, pairs: readonly ControlPair[]): Html | Html[] {
  const verdict = describeControl(pairs).replace(/^withheld: .*/, 'withheld')
  if (pairs.length === 0)
    return html`<tr><th scope="row" class="stick">${formatWork(work)}</th><td class="scenario">none</td><td class="number count">–</td><td class="number">–</td><td class="number strong">${verdict}</td></tr>`
  return pairs.map(
    (pair, at) =>
      html`<tr><th scope="row" class="stick">${formatWork(work)}</th><td class="scenario">${describePair(pair, benchmarks)}</td><td class="number count">${pair.estimate.rounds}</td><td class="number">${estimateOf(pair)}</td><td class="number strong">${at === 0 ? verdict : ''}</td></tr>`,
  )
}

function describePair({ kind, benchmark }: ControlPair, benchmarks: readonly Benchmark[]): string {
  const { scenario, engine } = benchmarks[benchmark] as Benchmark
  const where = engine === null ? '' : ` on ${engine}`
  return kind === 'repeat' ? `${scenario} twice${where}` : `volume ÷ bind${where}`
}

function estimateOf({ estimate: { value, interval } }: ControlPair): Html | string {
  if (value === null || interval === null) return `fewer than ${MIN_ROUNDS} rounds`
  return html`${formatRatio(value)}<small>${formatRatio(interval[0]).slice(0, -1)}–${formatRatio(interval[1])}</small>`
}

/** Whether a run with control pairs measured `layer`, but no pair has it. */
function isLayerUnchecked({ benchmarks }: RunDocument, pairs: readonly ControlPair[]): boolean {
  const isLayer = ({ scenario }: Benchmark) => scenario === 'layer'
  return (
    pairs.length > 0 &&
    benchmarks.some(isLayer) &&
    !pairs.some(({ benchmark }) => isLayer(benchmarks[benchmark] as Benchmark))
  )
}
