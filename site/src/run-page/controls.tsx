import {
  type Benchmark,
  type ControlPair,
  comparedWorks,
  describeControl,
  describeWithheld,
  formatRatio,
  formatRatioInterval,
  MIN_ROUNDS,
  type RunDocument,
  type RunReliability,
  TOLERANCE,
  WIDEST_CONTROL,
} from '@plimsoll/schema'
import { type DataRow, DataTable } from '../../components/data-table.tsx'
import { formatWork } from '../page-parts/titles.ts'
import { LeftOut } from './left-out.tsx'

/** The maximum numbers of workloads and of pairs of a workload on a readable page. */
const [MAX_WORKLOADS, MAX_PAIRS] = [100, 20]

interface Properties {
  /** The id of the run. */
  id: string
  document: RunDocument
  reliability: RunReliability
}

interface PairsProperties {
  id: string
  document: RunDocument
  /** The workloads that the run compares in several scenarios. */
  works: readonly string[]
  pairs: readonly ControlPair[]
}

/**
 * How a measured run was checked against itself: its control pairs (two equal things), and what they say about the
 * ratios of each workload. Nothing for a run without ratios, for a check, and for a transcribed run.
 */
export function Controls({ id, document, reliability }: Properties) {
  const works = worksOf(document)
  if (works.length === 0) return null
  const { pairs } = reliability
  const withheld = describeWithheld(reliability)
  return (
    <section aria-labelledby="controls">
      <h2 id="controls">Checked against itself</h2>
      <p>
        {explainPairs(pairs)}
        {isLayerUnchecked(document, pairs) && ' Nothing checks layer: no other scenario is equal to it.'}
      </p>
      {works.slice(0, MAX_WORKLOADS).map((work) => withheld.has(work) && <p key={work}>{withheld.get(work)}</p>)}
      {pairs.length > 0 && <Pairs id={id} document={document} works={works} pairs={pairs} />}
    </section>
  )
}

/** The control pairs of each workload. Without any pair, the sentence above says all of it. */
function Pairs({ id, document, works, pairs }: PairsProperties) {
  const byWork = Map.groupBy(pairs, ({ workload }) => workload)
  const shown = works.slice(0, MAX_WORKLOADS)
  return (
    <>
      <DataTable
        label="Control pairs"
        columns={[
          ['Workload'],
          ['Equal things', 'beside'],
          ['Rounds', 'number'],
          ['Ratio', 'number'],
          ['Ratios of the workload', 'number strong'],
        ]}
        rows={shown.flatMap((work) => rowsOf(document, work, byWork.get(work) ?? []))}
      />
      <LeftOut id={id} shown={shown.length} all={works.length} noun="workloads" />
    </>
  )
}

function explainPairs(pairs: readonly ControlPair[]): string {
  if (pairs.length === 0)
    return 'This run did not measure two equal things, so its ratios are unchecked: another folder or moment may change them.'
  return `The run measured two equal things for some workloads, so the true ratio of each pair is 1. Equal things agree within the largest bound of their 95% intervals. If an interval lies wholly outside ±${100 * TOLERANCE}%, the ratios of the workload are withheld; if it is wider than a factor of ${WIDEST_CONTROL}, they are ranges that are at least as wide. They are ranges too if samples on a file system without a journal differ too much.`
}

/** The workloads that a plain measured run compares in several scenarios, in document order. */
function worksOf(document: RunDocument): string[] {
  const { origin, benchmarks } = document
  const isPlain = origin.kind === 'measured' && benchmarks.every(({ variant }) => variant === null)
  return isPlain ? comparedWorks(document) : []
}

/** One row for each control pair of a workload, or one that says that it has none. */
function rowsOf({ benchmarks }: RunDocument, work: string, pairs: readonly ControlPair[]): DataRow[] {
  const verdict = describeControl(pairs).replace(/^withheld: .*/, 'withheld')
  const rows = pairs.length === 0 ? [null] : pairs.slice(0, MAX_PAIRS)
  return rows.map((pair, at) => ({
    key: `${work} ${at}`,
    fields: [
      formatWork(work),
      ...(pair === null
        ? ['none', '–', '–']
        : [describePair(pair, benchmarks), pair.estimate.rounds, <Estimate key={at} {...pair} />]),
      ...(at === 0 ? [verdict] : []),
    ],
  }))
}

function describePair({ kind, benchmark }: ControlPair, benchmarks: readonly Benchmark[]): string {
  const { scenario, engine } = benchmarks[benchmark] as Benchmark
  const where = engine === null ? '' : ` on ${engine}`
  return kind === 'repeat' ? `${scenario} twice${where}` : `volume ÷ bind${where}`
}

function Estimate({ estimate: { value, interval } }: ControlPair) {
  if (value === null || interval === null) return `fewer than ${MIN_ROUNDS} rounds`
  return (
    <>
      {formatRatio(value)}
      <small>{formatRatioInterval(interval)}</small>
    </>
  )
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
