import { ANALYSIS_VERSION, type Benchmark, describeBenchmark, type RunDocument } from '@plimsoll/schema'
import {
  comparedNotes,
  compareRuns,
  comparisonWarnings,
  describeBoth,
  describeComparison,
  describeSubject,
  NOT_A_VERDICT,
} from '@plimsoll/schema/compare'
import { type Block, type Records, type Report, type Row, rangeFields } from '../report/report.ts'
import { benchmarksSection, briefDifferences, differencesSections, type Run, type RunPair } from './sections.ts'

/**
 * The comparison of two runs: what was found, the cost of B ÷ A for each benchmark, then the differences between the runs.
 * Tables show only the primary metrics, and the differences that matter unless `all` is set; records and data have all.
 */
export function comparisonReport(a: Run, b: Run, all = false): Report {
  const compared = { a, b, comparison: compareRuns(a.document, b.document) }
  return { blocks: () => blocksOf(compared, all), records: () => recordsOf(compared), data: () => dataOf(compared) }
}

function blocksOf(compared: RunPair, all: boolean): Block[] {
  const { a, b, comparison } = compared
  return [
    { texts: describeComparison(a.document, b.document, comparison.benchmarks), form: 'line', tone: 'strong' },
    { texts: [NOT_A_VERDICT], form: 'line' },
    { texts: [headLine('A', a), headLine('B', b)], form: 'item' },
    { texts: comparisonWarnings(comparison), form: 'item', tone: 'warning' },
    benchmarksSection(compared, all),
    ...(all ? differencesSections(comparison) : [briefDifferences(comparison)]),
    { texts: comparedNotes(a.document, b.document), form: 'item', tone: 'warning' },
  ]
}

/** Describes run A or B of a comparison in one line. */
function headLine(name: 'A' | 'B', { document: { suite, startedAt, status }, id, hash }: Run): string {
  return `${name}: ${suite.name} ${suite.version} · ${startedAt} · ${status} · run ${id} · ${hash}`
}

function dataOf({ a, b, comparison }: RunPair) {
  const { benchmarks, benchmarksOnlyInA, benchmarksOnlyInB, ...found } = comparison
  return {
    verdict: null,
    notAVerdict: NOT_A_VERDICT,
    found: describeComparison(a.document, b.document, comparison.benchmarks),
    analysisVersion: ANALYSIS_VERSION,
    a: runData(a),
    b: runData(b),
    ...found,
    benchmarks: benchmarks.map((benchmark) => ({ ...identityOf(a.document, benchmark.a), ...benchmark })),
    benchmarksOnlyInA: benchmarksOnlyInA.map((at) => ({ ...identityOf(a.document, at), a: at })),
    benchmarksOnlyInB: benchmarksOnlyInB.map((at) => ({ ...identityOf(b.document, at), b: at })),
  }
}

function runData({ id, hash, document: { suite, startedAt, status, notes } }: Run) {
  return { id, hash, suite, startedAt, status, notes }
}

function identityOf({ benchmarks }: RunDocument, at: number) {
  const { workload, params, scenario, engine, variant } = benchmarks[at] as Benchmark
  return { workload, params, scenario, engine, variant }
}

const COLUMNS =
  'kind,of,what,unit,statistic,a,a_n,b,b_n,cost,cost_low,cost_high,ratio_a,ratio_b,relative,relative_low,relative_high,remark'

/** The differences, then the cost of B ÷ A in every metric. Values are in base units. */
function recordsOf(compared: RunPair): Records {
  const { a, b, comparison } = compared
  const nameIn = (benchmarks: Benchmark[], at: number) => `benchmark ${describeBenchmark(benchmarks[at] as Benchmark)}`
  const rows: Row[] = [
    { kind: 'note', remark: NOT_A_VERDICT },
    { kind: 'document', what: 'id', a: a.id, b: b.id },
    { kind: 'document', what: 'hash', a: a.hash, b: b.hash },
    { kind: 'document', what: 'startedAt', a: a.document.startedAt, b: b.document.startedAt },
    ...comparisonWarnings(comparison).map((remark) => ({ kind: 'note', remark })),
    ...comparison.differences.map(({ part, of, what, unit, a, b, effect }) => ({
      kind: 'difference',
      of: describeSubject({ part, of }),
      what,
      unit,
      a: a ?? 'unknown',
      b: b ?? 'unknown',
      remark: effect,
    })),
    ...comparedNotes(a.document, b.document).map((remark) => ({ kind: 'note', remark })),
    ...comparison.benchmarks.flatMap((benchmark) =>
      benchmark.metrics.map(({ metric, unit, a: own, b: other, cost, relative, reason }) => ({
        kind: 'metric',
        of: `benchmark ${describeBoth(a.document.benchmarks[benchmark.a] as Benchmark, b.document.benchmarks[benchmark.b] as Benchmark)}`,
        what: metric,
        unit,
        statistic: cost?.statistic ?? 'median',
        a: own[cost?.statistic ?? 'median'],
        a_n: own.n,
        b: other[cost?.statistic ?? 'median'],
        b_n: other.n,
        cost: cost?.value,
        ...rangeFields('cost', cost?.interval),
        ratio_a: relative?.a.value,
        ratio_b: relative?.b.value,
        relative: relative?.quotient?.value,
        ...rangeFields('relative', relative?.quotient?.interval),
        remark: reason,
      })),
    ),
    ...comparison.benchmarksOnlyInA.map((at) => ({ kind: 'only in A', of: nameIn(a.document.benchmarks, at) })),
    ...comparison.benchmarksOnlyInB.map((at) => ({ kind: 'only in B', of: nameIn(b.document.benchmarks, at) })),
  ]
  return { columns: COLUMNS.split(','), rows }
}
