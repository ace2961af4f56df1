import { type Benchmark, describeBenchmark } from '@plimsoll/schema'
import { describeBoth, NOT_A_VERDICT } from '@plimsoll/schema/compare'
import { field } from '../report/csv.ts'
import { notesOf, type RunPair, warningsOf } from './sections.ts'

const HEADER = 'kind,of,what,unit,statistic,a,a_n,b,b_n,ratio,ratio_low,ratio_high,remark'

/** A comparison of two runs as one RFC 4180 CSV table: the differences, then B ÷ A of every metric in base units. */
export function compareCsv(compared: RunPair): string {
  const { a, b, comparison } = compared
  const nameIn = (benchmarks: Benchmark[], at: number) => `benchmark ${describeBenchmark(benchmarks[at] as Benchmark)}`
  const rows: Row[] = [
    { kind: 'note', remark: NOT_A_VERDICT },
    { kind: 'document', what: 'id', a: a.id, b: b.id },
    { kind: 'document', what: 'hash', a: a.hash, b: b.hash },
    { kind: 'document', what: 'startedAt', a: a.document.startedAt, b: b.document.startedAt },
    ...warningsOf(compared).map((remark) => ({ kind: 'note', remark })),
    ...comparison.differences.map(({ of, what, unit, a, b, effect }) => ({
      kind: 'difference',
      of: of === null ? 'run' : `${of.kind} ${of.name}`,
      what,
      unit,
      a: a ?? 'unknown',
      b: b ?? 'unknown',
      remark: effect,
    })),
    ...notesOf(compared).map((remark) => ({ kind: 'note', remark })),
    ...comparison.benchmarks.flatMap((benchmark) =>
      benchmark.metrics.map(({ metric, unit, a: own, b: other, ratio, reason }) => ({
        kind: 'metric',
        of: `benchmark ${describeBoth(a.document.benchmarks[benchmark.a] as Benchmark, b.document.benchmarks[benchmark.b] as Benchmark)}`,
        what: metric,
        unit,
        statistic: ratio?.statistic ?? 'median',
        a: own[ratio?.statistic ?? 'median'],
        a_n: own.n,
        b: other[ratio?.statistic ?? 'median'],
        b_n: other.n,
        ratio: ratio?.value,
        ratio_low: ratio?.interval?.[0],
        ratio_high: ratio?.interval?.[1],
        remark: reason,
      })),
    ),
    ...comparison.benchmarksOnlyInA.map((at) => ({ kind: 'only in A', of: nameIn(a.document.benchmarks, at) })),
    ...comparison.benchmarksOnlyInB.map((at) => ({ kind: 'only in B', of: nameIn(b.document.benchmarks, at) })),
  ]
  const columns = HEADER.split(',')
  return [HEADER, ...rows.map((row) => columns.map((column) => field(textOf(row[column]))).join(','))].join('\n')
}

type Row = Record<string, string | number | boolean | null | undefined>

function textOf(value: Row[string]): string | number | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null)
}
