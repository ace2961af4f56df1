import type { Benchmark, RunDocument } from '@plimsoll/schema'
import { counted, describeBenchmark } from '@plimsoll/schema/browser'
import {
  type BenchmarkLine,
  benchmarkLines,
  COST_EXPLAINED,
  type ComparedMetric,
  type Comparison,
  comparedNotes,
  compareRuns,
  comparisonWarnings,
  describeComparison,
  whyNothingPairs,
  whyNoVerdict,
} from '@plimsoll/schema/compare'
import type { ReactNode } from 'react'
import { Chart } from '../../components/chart-frame.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { ErratumLink } from '../../components/erratum-article.tsx'
import { ReadWithCare } from '../../components/read-with-care.tsx'
import { findErratum } from '../history/errata-links.ts'
import { firstRows } from '../page-parts/charts/row-chart.ts'
import { directionTitle, findMetricTarget } from '../page-parts/metric-direction.ts'
import { formatWork, isCheck } from '../page-parts/titles.ts'
import { BenchmarkNames, MachineDifferences, RunDifferences } from './differences.tsx'
import { type Direction, describeDirection, judgeDirection, PAST, PRESENT } from './direction.ts'
import { type ComparedRuns, type Doubts, findDoubts } from './doubts.ts'
import { type RatioRow, ratioChart } from './ratio-chart.ts'
import { originProperties } from './run-origin.tsx'

/**
 * The comparison of two runs: what was found, then the cost of each benchmark in B ÷ its cost in A, then how the machines
 * and the runs differ, without a verdict.
 */
export function RunComparison(runs: ComparedRuns) {
  const { a, b } = runs
  const comparison = compareRuns(a, b)
  const warnings = [...aboutKinds(a, b), ...comparisonWarnings(comparison)]
  const found = describeComparison(a, b, comparison.benchmarks)
  return (
    <>
      {comparison.benchmarks.length === 0 && (
        <p className="warning" role="note">
          <strong>A and B have no benchmark in common, so no cost is compared.</strong> {whyNothingPairs(a, b)}
        </p>
      )}
      {found.map((sentence, at) => (
        <p key={sentence} className={at === 0 ? 'lede' : undefined}>
          {formatWork(sentence)}
        </p>
      ))}
      <ReadWithCare warnings={warnings} notes={comparedNotes(a, b)} />
      <Benchmarks a={a} b={b} comparison={comparison} doubts={findDoubts(runs, comparison)} />
      <MachineDifferences comparison={comparison} />
      <RunDifferences a={a} b={b} comparison={comparison} />
    </>
  )
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

type Compared = Pick<ComparedRuns, 'a' | 'b'> & { comparison: Comparison }

function Benchmarks({ a, b, comparison, doubts }: Compared & { doubts: Doubts }) {
  const lines = benchmarkLines(a.benchmarks, b.benchmarks, comparison).map((line) => withoutDirection(line, a))
  const hasCosts = lines.some(({ compared }) => compared.cost !== null)
  const pairs = comparison.benchmarks.length
  return (
    <section aria-labelledby="benchmarks">
      <h2 id="benchmarks">
        {pairs > 0 ? 'Benchmark by benchmark' : 'Benchmark by benchmark: no benchmarks in common'}
      </h2>
      <p>{countsOf(comparison)}</p>
      {pairs > 0 && <p>{sentence(whyNoVerdict(doubts))}</p>}
      {pairs > 0 && !hasCosts && <p>No common benchmark has a cost; the table says why.</p>}
      {hasCosts && doubts.all.length > 0 && (
        <p>
          <strong>All costs below are hollow and grey, because they may not show what a change costs:</strong>{' '}
          {doubts.all.join('; ')}.
        </p>
      )}
      <Costs lines={lines} doubts={doubts} />
      {lines.length > 0 && (
        <DataTable
          label="Table of benchmarks"
          columns={[
            ['Workload', 'wrap', 'and scenario'],
            ['A', 'number', 'median, × reference'],
            ['B', 'number', 'median, × reference'],
            ['Cost of B ÷ A', 'number', '95% interval; relative to the reference'],
            ['Difference', 'direction'],
          ]}
          rows={lines.map((line, at) => ({ key: String(at), fields: fieldsOf(line, doubts, errataOf(line, a, b)) }))}
        />
      )}
      {hasCosts && (
        <p className="fine">
          {COST_EXPLAINED} n is the number of samples. With at least three in both runs, the cost has a bootstrap
          interval, and one run takes longer only if the whole interval says so. The interval holds the spread within
          these two runs, not from run to run. So a cost counts as doubtful if equal things differ more: native in A and
          in B, or one benchmark measured twice in a run.
        </p>
      )}
      <NotCompared a={a} b={b} comparison={comparison} lines={lines} />
    </section>
  )
}

/** Says how many benchmarks the runs have in common, and each alone. Repeats are not counted. */
function countsOf({ benchmarks, benchmarksOnlyInA, benchmarksOnlyInB }: Comparison): string {
  const common = counted(benchmarks.length, 'benchmark')
  const only = [`${benchmarksOnlyInA.length} only in A`, `${benchmarksOnlyInB.length} only in B`]
  const shown = only.filter((text) => !text.startsWith('0 '))
  if (shown.length === 0) return `A and B have the same ${common}.`
  return `A and B have ${common} in common; ${shown.join(', ')}.`
}

/** The benchmarks that have no line in the table, folded. */
function NotCompared({ a, b, comparison, lines }: Compared & { lines: BenchmarkLine[] }) {
  const { benchmarks, benchmarksOnlyInA, benchmarksOnlyInB } = comparison
  const inTable = new Set(lines.map(({ benchmark }) => benchmark))
  const withoutLine = benchmarks.map((pair) => pair.a).filter((at) => !inTable.has(at))
  return [
    { title: 'in both runs, without a common primary metric', of: a, indexes: withoutLine },
    { title: 'only in A', of: a, indexes: benchmarksOnlyInA },
    { title: 'only in B', of: b, indexes: benchmarksOnlyInB },
  ].map(
    ({ title, of, indexes }) =>
      indexes.length > 0 && (
        <details key={title}>
          <summary>
            {counted(indexes.length, 'benchmark')} {title}
          </summary>
          <BenchmarkNames names={indexes.map((at) => describeBenchmark(of.benchmarks[at] as Benchmark))} />
        </details>
      ),
  )
}

/** Returns the anchors of the errata of a line's figures on `/errata`. */
function errataOf({ benchmark }: BenchmarkLine, a: RunDocument, b: RunDocument): string[] {
  const workload = a.benchmarks[benchmark]?.workload ?? ''
  return [...new Set([a, b].flatMap((run) => findErratum({ ...originProperties(run), workload }) ?? []))]
}

function fieldsOf(line: BenchmarkLine, doubts: Doubts, errata: string[]): ReactNode[] {
  const { work, place, a, nOfA, b, nOfB, cost, interval, ratioOfA, ratioOfB, relative, compared } = line
  return [
    <>
      {formatWork(work)} · {compared.metric}
      {errata.map((erratum) => [' ', <ErratumLink key={erratum} erratum={erratum} root="" />])}
      <small>
        {place}
        {isMoreBetter(compared) && ' · more is better'}
      </small>
    </>,
    <>
      {a}
      <small>n {nOfA}</small>
      <small>{ratioOfA}</small>
    </>,
    <>
      {b}
      <small>n {nOfB}</small>
      <small>{ratioOfB}</small>
    </>,
    compared.cost === null ? (
      cost
    ) : (
      <>
        <b>{cost}</b>
        <small>{interval || 'no interval'}</small>
        <small>{relative}</small>
      </>
    ),
    <DirectionText key="direction" compared={compared} generated={doubts.generated} {...doubtOf(line, doubts)} />,
  ]
}

interface DirectionProperties extends Doubt, Pick<Doubts, 'generated'> {
  compared: ComparedMetric
}

/** Says in a sign and in words which run takes longer. The colour means the same; a doubtful cost has none. */
function DirectionText({ compared, isDoubtful, reason, generated }: DirectionProperties) {
  if (compared.cost === null) return '–'
  const direction = judgeDirection(compared.cost)
  const { sign, hollow, className } = DIRECTIONS[direction]
  return (
    <>
      <span className={isDoubtful ? 'muted' : className}>
        {isDoubtful ? hollow : sign} {describeDirection(direction, compared, isDoubtful)}
      </span>
      {generated !== null && <small className="warn">{generated}</small>}
      {reason !== null && <small>{reason}</small>}
    </>
  )
}

const DIRECTIONS: Record<Direction, { sign: string; hollow: string; className: string }> = {
  worse: { sign: '▲', hollow: '△', className: 'slower' },
  better: { sign: '▼', hollow: '▽', className: 'faster' },
  unclear: { sign: '○', hollow: '○', className: 'muted' },
}

interface Doubt {
  isDoubtful: boolean
  /** The reason of a doubt about this cost alone, if its interval tells the runs apart. Null if all costs are in doubt. */
  reason: string | null
}

function doubtOf(line: BenchmarkLine, { all, ofLine }: Doubts): Doubt {
  const { cost } = line.compared
  if (all.length > 0) return { isDoubtful: true, reason: null }
  const reason = cost === null || judgeDirection(cost) === 'unclear' ? null : ofLine(line)
  return { isDoubtful: reason !== null, reason }
}

/** Whether the cost of a metric is the inverse of B ÷ A. */
function isMoreBetter({ better, cost }: ComparedMetric): boolean {
  return cost !== null && better === 'higher'
}

/** Removes the cost of a metric that should meet a value, because neither less nor more of it costs anything. */
function withoutDirection(line: BenchmarkLine, a: RunDocument): BenchmarkLine {
  const { compared } = line
  const metric = { ...compared, workload: a.benchmarks[line.benchmark]?.workload ?? '' }
  if (compared.cost === null || findMetricTarget(metric) === null) return line
  const reason = directionTitle(metric)
  return { ...line, cost: `none (${reason})`, interval: '', compared: { ...compared, cost: null, reason } }
}

function Costs({ lines, doubts }: { lines: BenchmarkLine[]; doubts: Doubts }) {
  const rows = lines.flatMap((line): RatioRow[] => {
    const { work, place, compared } = line
    if (compared.cost === null) return []
    const direction = judgeDirection(compared.cost)
    const { isDoubtful } = doubtOf(line, doubts)
    return [
      {
        cost: compared.cost,
        direction,
        isDoubtful,
        text: describeDirection(direction, compared, isDoubtful),
        work: formatWork(work),
        place: isMoreBetter(compared) ? `${place} ↑` : place,
      },
    ]
  })
  if (rows.length === 0) return null
  const { shown, remark } = firstRows(rows, 'benchmarks')
  const isColoured = rows.some(({ isDoubtful, direction }) => !isDoubtful && direction !== 'unclear')
  const tense = isColoured ? PRESENT : PAST
  return (
    <Chart chart={ratioChart(shown, tense.longer, doubts.generated)}>
      <strong>Cost of B ÷ cost of A.</strong>{' '}
      {doubts.generated !== null && <strong className="warn">{sentence(doubts.generated)}.</strong>} Right of the line
      at 1, B {tense.longer} or {tense.more} (▲
      {isColoured && ', in the colour for worse'}); left of it, A {isColoured ? 'does' : 'did'} (▼
      {isColoured && ', in the colour for better'}). Hollow and grey: the 95% interval, drawn as a line, includes 1, or
      there is none, or something else makes the cost doubtful
      {lines.some(({ compared }) => isMoreBetter(compared)) && '; ↑ marks a rate, whose cost is its inverse'}. {remark}
    </Chart>
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
