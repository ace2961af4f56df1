import {
  type BenchmarkSummary,
  benchmarkOutcome,
  type Check,
  type CheckedBenchmark,
  type CheckedNullPair,
  comparedValues,
  describeCpuChange,
  describeUnjudged,
  formatAmount,
  formatChange,
  formatChanges,
  formatLevel,
  type Outcome,
  type RunDocument,
  verdictBound,
  verdictTitle,
  withSlowdown,
} from '@plimsoll/schema'
import { type DataRow, DataTable } from '../../../components/data-table.tsx'
import { formatWork } from '../../page-parts/titles.ts'
import { LeftOut, MAX_BENCHMARKS } from '../left-out.tsx'
import { inOrder } from './variants.ts'

interface Properties {
  /** The id of the run. */
  id: string
  document: RunDocument
  check: Check
  /** The summaries of the primary metric, by index of the benchmark. */
  primaries: Map<number, BenchmarkSummary>
}

/** The table of verdicts, one row for each benchmark. */
export function VerdictTable({ id, document, check, primaries }: Properties) {
  const benchmarks = inOrder(check)
  const shown = benchmarks.slice(0, MAX_BENCHMARKS)
  const engines = enginesOf(document)
  return (
    <>
      <DataTable
        label="Verdicts by benchmark"
        className="figures verdicts"
        columns={[
          ['Benchmark'],
          ['Verdict', 'beside'],
          ['Change', 'number strong'],
          ['Base', 'number', engines.base],
          ['Head', 'number', engines.head],
          ['Rounds', 'number'],
        ]}
        rows={[
          ...shown.map((benchmark, at) => ({
            key: String(at),
            ...rowOf(
              { ...benchmark, absence: describeUnjudged(benchmark, document.benchmarks) },
              check.threshold,
              primaries,
            ),
          })),
          ...(check.nullPair ? [nullPairRow(check.nullPair, document, primaries)] : []),
        ]}
      />
      <LeftOut id={id} shown={shown.length} all={benchmarks.length} noun="benchmarks" />
    </>
  )
}

/** Returns the engine of each variant if the check compares engines; otherwise null. */
function enginesOf({ design: { variants } }: RunDocument): { base: string | null; head: string | null } {
  if (!variants || variants.base.engine === variants.head.engine) return { base: null, head: null }
  return { base: variants.base.engine, head: variants.head.engine }
}

function rowOf(
  benchmark: CheckedBenchmark,
  threshold: number,
  primaries: Properties['primaries'],
): Omit<DataRow, 'key'> {
  const { rounds, pairs, base, head, interval } = benchmark
  const outcome = benchmarkOutcome(benchmark)
  const values = comparedValues(benchmark)
  const bound = verdictBound(benchmark, interval?.ends ?? null, threshold)
  const cpu = describeCpuChange(benchmark, threshold)
  return {
    attributes: { 'data-verdict': outcome },
    fields: [
      <span key="name" className="name">
        {formatWork(benchmark.benchmark)}
      </span>,
      <>
        <span className={`verdict ${outcomeClass(outcome)}`}>{verdictTitle(benchmark)}</span>
        {bound && <small>{bound}</small>}
        {cpu && <small>{cpu}</small>}
      </>,
      <Change key="change" {...benchmark} threshold={threshold} />,
      amount(values?.base, primaries.get(base)),
      amount(values?.head, primaries.get(head)),
      <>
        {rounds === 0 ? pairs : rounds}
        {rounds > 0 && pairs > rounds && <small>of {pairs}</small>}
      </>,
    ],
  }
}

/** The row of the null pair, which compares the base of a check with itself. */
function nullPairRow(pair: CheckedNullPair, document: RunDocument, primaries: Properties['primaries']): DataRow {
  const base = primaries.get(pair.base)
  const metric = document.benchmarks[pair.base]?.metrics.find(({ primary }) => primary)
  const second =
    base?.median && pair.slowdown !== null && metric ? withSlowdown(base.median, pair.slowdown, metric) : undefined
  return {
    key: 'null-pair',
    attributes: { 'data-verdict': 'null-pair' },
    fields: [
      <>
        <span className="name">base against itself</span>
        <small>{formatWork(pair.benchmark)}</small>
      </>,
      <span key="verdict" className="verdict null-pair">
        null pair
      </span>,
      <Change key="change" {...pair} />,
      amount(base?.median ?? undefined, base),
      <>
        {amount(second, base)}
        <small>second base</small>
      </>,
      pair.rounds,
    ],
  }
}

interface ChangeProperties extends Pick<CheckedBenchmark, 'slowdown' | 'interval'> {
  threshold?: number
}

function Change({ slowdown, interval, threshold }: ChangeProperties) {
  if (slowdown === null) return '–'
  return (
    <>
      {formatChange(slowdown, threshold)}
      {interval !== null && (
        <small>
          {formatChanges(interval.ends, threshold)} <span className="level">({formatLevel(interval.level)})</span>
        </small>
      )}
    </>
  )
}

/** Returns the CSS class of an outcome. The class sets the outcome's colour and sign. */
export function outcomeClass(outcome: Outcome): string {
  return outcome.replace(' ', '-')
}

/**
 * Formats a value, in the unit of the benchmark. The value is computed from the rounds that the verdict is based on. A
 * round measures each variant once.
 */
function amount(value: number | undefined, summary: BenchmarkSummary | undefined): string {
  return value === undefined || summary === undefined ? '–' : formatAmount(value, summary.unit)
}
