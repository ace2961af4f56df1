import { type Benchmark, type BenchmarkSummary, type Check, describeWork, type RunDocument } from '@plimsoll/schema'
import { formatWork, workloadTitle } from '../page-parts/titles.ts'
import { groupVariants, variantTitle } from './check/variants.ts'

/** The benchmarks of one workload with one set of parameters. They are comparable with each other. */
export interface Panel {
  /** An id for the elements of the panel, unique on the page. */
  id: string
  title: string
  rows: PanelRow[]
}

export interface PanelRow {
  benchmark: Benchmark
  /** The product name of the engine. The section on the environment has the version. */
  engine: string
  /** Whether another engine of the run has the same title. In that case, say the engine's id as well. */
  ambiguous: boolean
  /** The label of the variant, if the panel contains all variants of a check; otherwise null. */
  variant: string | null
  /** The summary of the benchmark's primary metric. */
  primary: BenchmarkSummary
  others: BenchmarkSummary[]
}

/**
 * Groups the benchmarks of a run into panels, without the controls. Panels and rows keep the order of the document. The
 * variants of a benchmark of a check are adjacent and share a panel.
 */
export function groupByWorkload(document: RunDocument, summaries: BenchmarkSummary[], check: Check | null): Panel[] {
  const byBenchmark = Map.groupBy(summaries, ({ benchmark }) => benchmark)
  const titles = document.engines.map(({ product }) => product)
  const indexes = check === null ? document.benchmarks.keys() : groupVariants(document, check)
  const panels = new Map<string, Panel>()
  for (const index of indexes) {
    const benchmark = document.benchmarks[index] as Benchmark
    if (benchmark.control) continue
    const ofBenchmark = byBenchmark.get(index) ?? []
    const name = benchmark.metrics.find(({ primary }) => primary)?.name
    const primary = ofBenchmark.find(({ metric }) => metric === name)
    if (primary === undefined) continue
    const work = describeWork(benchmark)
    const key = JSON.stringify([work, check === null ? benchmark.variant : null])
    const title = check === null ? workloadTitle(benchmark) : formatWork(work)
    const panel = panels.get(key) ?? { id: `p${panels.size + 1}`, title, rows: [] }
    const others = ofBenchmark.filter((summary) => summary !== primary)
    const engine = document.engines.find(({ id }) => id === benchmark.engine)?.product ?? 'host'
    panel.rows.push({
      benchmark,
      engine,
      ambiguous: titles.filter((title) => title === engine).length > 1,
      variant: check === null || benchmark.variant === null ? null : variantTitle(benchmark.variant),
      primary,
      others,
    })
    panels.set(key, panel)
  }
  return [...panels.values()]
}
