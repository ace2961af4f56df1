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
import { ColumnHeads, ScrollRegion } from '../../../components/data-table.tsx'
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
      <ScrollRegion name="Verdicts by benchmark">
        <table className="figures verdicts stacked">
          <ColumnHeads
            columns={[
              ['Benchmark', 'stick'],
              ['Verdict', 'scenario'],
              ['Change', 'number wide-figure'],
              ['Base', 'number', engines.base],
              ['Head', 'number', engines.head],
              ['Rounds', 'number'],
            ]}
          />
          <tbody>
            {shown.map((benchmark, at) => (
              <Row
                key={at}
                benchmark={{ ...benchmark, absence: describeUnjudged(benchmark, document.benchmarks) }}
                outcome={benchmarkOutcome(benchmark)}
                threshold={check.threshold}
                primaries={primaries}
              />
            ))}
            {check.nullPair && <NullPairRow pair={check.nullPair} document={document} primaries={primaries} />}
          </tbody>
        </table>
      </ScrollRegion>
      <LeftOut id={id} shown={shown.length} all={benchmarks.length} noun="benchmarks" />
    </>
  )
}

/** Returns the engine of each variant if the check compares engines; otherwise null. */
function enginesOf({ design: { variants } }: RunDocument): { base: string | null; head: string | null } {
  if (!variants || variants.base.engine === variants.head.engine) return { base: null, head: null }
  return { base: variants.base.engine, head: variants.head.engine }
}

interface RowProperties extends Pick<Properties, 'primaries'> {
  benchmark: CheckedBenchmark
  outcome: Outcome
  threshold: number
}

function Row({ benchmark, outcome, threshold, primaries }: RowProperties) {
  const { rounds, pairs, base, head, interval } = benchmark
  const values = comparedValues(benchmark)
  const bound = verdictBound(benchmark, interval?.ends ?? null, threshold)
  const cpu = describeCpuChange(benchmark, threshold)
  return (
    <tr data-verdict={outcome}>
      <th scope="row" className="stick">
        <span className="name">{formatWork(benchmark.benchmark)}</span>
      </th>
      <td className="scenario">
        <span className={`verdict ${outcomeClass(outcome)}`}>{verdictTitle(benchmark)}</span>
        {bound && <small>{bound}</small>}
        {cpu && <small>{cpu}</small>}
      </td>
      <td className="number strong wide-figure" data-label="Change">
        <Change {...benchmark} threshold={threshold} />
      </td>
      <td className="number" data-label="Base">
        {amount(values?.base, primaries.get(base))}
      </td>
      <td className="number" data-label="Head">
        {amount(values?.head, primaries.get(head))}
      </td>
      <td className="number" data-label="Rounds">
        {rounds === 0 ? pairs : rounds}
        {rounds > 0 && pairs > rounds && <small>of {pairs}</small>}
      </td>
    </tr>
  )
}

interface NullPairProperties extends Pick<Properties, 'document' | 'primaries'> {
  pair: CheckedNullPair
}

/** The row of the null pair, which compares the base of a check with itself. */
function NullPairRow({ pair, document, primaries }: NullPairProperties) {
  const base = primaries.get(pair.base)
  const metric = document.benchmarks[pair.base]?.metrics.find(({ primary }) => primary)
  const second =
    base?.median && pair.slowdown !== null && metric ? withSlowdown(base.median, pair.slowdown, metric) : undefined
  return (
    <tr data-verdict="null-pair">
      <th scope="row" className="stick">
        <span className="name">base against itself</span>
        <small>{formatWork(pair.benchmark)}</small>
      </th>
      <td className="scenario">
        <span className="verdict null-pair">null pair</span>
      </td>
      <td className="number wide-figure" data-label="Change">
        <Change {...pair} />
      </td>
      <td className="number" data-label="Base">
        {amount(base?.median ?? undefined, base)}
      </td>
      <td className="number" data-label="Head">
        {amount(second, base)}
        <small>second base</small>
      </td>
      <td className="number" data-label="Rounds">
        {pair.rounds}
      </td>
    </tr>
  )
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
