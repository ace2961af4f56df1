import { ANALYSIS_VERSION, type Benchmark, type RunDocument } from '@plimsoll/schema'
import { compareRuns, NOT_A_VERDICT } from '@plimsoll/schema/compare'
import { type FORMATS, withRevealedTexts } from '../report/report.ts'
import { compareCsv } from './csv.ts'
import { compareMarkdown } from './markdown.ts'
import type { Run, RunPair } from './sections.ts'
import { compareTable } from './table.ts'

/**
 * Compare two runs: first the differences between them, then the ratio B ÷ A for each benchmark. The formats `table`
 * and `markdown` show only the primary metrics. The formats `csv` and `json` show all metrics.
 */
export function renderComparison(a: Run, b: Run, format: (typeof FORMATS)[number]): string {
  const plain = [a, b].map((run) => ({ ...run, document: withRevealedTexts(run.document) })) as [Run, Run]
  const compared = { a: plain[0], b: plain[1], comparison: compareRuns(plain[0].document, plain[1].document) }
  if (format === 'csv') return compareCsv(compared)
  if (format === 'markdown') return compareMarkdown(compared)
  if (format === 'json') return compareJson(compared)
  return compareTable(compared)
}

function compareJson({ a, b, comparison }: RunPair): string {
  const { benchmarks, benchmarksOnlyInA, benchmarksOnlyInB, ...found } = comparison
  const data = {
    verdict: null,
    notAVerdict: NOT_A_VERDICT,
    analysisVersion: ANALYSIS_VERSION,
    a: runData(a),
    b: runData(b),
    ...found,
    benchmarks: benchmarks.map((benchmark) => ({ ...identityOf(a.document, benchmark.a), ...benchmark })),
    benchmarksOnlyInA: benchmarksOnlyInA.map((at) => ({ ...identityOf(a.document, at), a: at })),
    benchmarksOnlyInB: benchmarksOnlyInB.map((at) => ({ ...identityOf(b.document, at), b: at })),
  }
  return JSON.stringify(data, null, 2)
}

function runData({ id, hash, document: { suite, startedAt, status, notes } }: Run) {
  return { id, hash, suite, startedAt, status, notes }
}

function identityOf({ benchmarks }: RunDocument, at: number) {
  const { workload, params, scenario, engine, variant } = benchmarks[at] as Benchmark
  return { workload, params, scenario, engine, variant }
}
