import {
  type Benchmark,
  type BenchmarkSummary,
  centerOf,
  describeWork,
  formatCenter,
  formatRatio,
  type RunDocument,
} from '@plimsoll/schema'

/** The maximum number of engines in a key figure. A list of runs has one line for it. */
const MAX_ENGINES = 4

/** A benchmark with one of its figures. */
interface Figure {
  benchmark: Benchmark
  summary: BenchmarkSummary
}

/**
 * Returns the figure that stands for a run in lists: the ratio of the first work with a ratio on a bind mount, else in
 * another scenario, else a median on a bind mount, else its first median (the mean, if the source gives no median). The same work on further
 * engines follows: `npm-ci small on bind, × native: 2.69× Docker Desktop, 1.50× OrbStack`. Returns null if the run has no figure.
 */
export function keyFigureOf(document: RunDocument, summaries: readonly BenchmarkSummary[]): string | null {
  const figures = summaries.flatMap((summary): Figure[] => {
    const benchmark = document.benchmarks[summary.benchmark]
    const isShown = benchmark?.status === 'ok' && !summary.control && isPrimary(benchmark, summary)
    return benchmark !== undefined && isShown && centerOf(summary) !== null ? [{ benchmark, summary }] : []
  })
  const hasRatio = ({ summary }: Figure) => typeof summary.ratio?.value === 'number'
  const isBind = ({ benchmark }: Figure) => benchmark.scenario === 'bind'
  const first =
    figures.find((figure) => isBind(figure) && hasRatio(figure)) ??
    figures.find(hasRatio) ??
    figures.find(isBind) ??
    figures[0]
  if (first === undefined) return null
  const same = figures.filter(
    (figure) =>
      figure.benchmark.scenario === first.benchmark.scenario &&
      describeWork(figure.benchmark) === describeWork(first.benchmark) &&
      figure.benchmark.variant === first.benchmark.variant &&
      hasRatio(figure) === hasRatio(first),
  )
  const amounts = same.slice(0, MAX_ENGINES).map(({ benchmark, summary }) => {
    const engine = document.engines.find(({ id }) => id === benchmark.engine)
    const { value } = summary.ratio ?? {}
    const amount = typeof value === 'number' ? formatRatio(value) : centerTitle(summary)
    return same.length > 1 && engine !== undefined ? `${amount} ${engine.product}` : amount
  })
  const reference = hasRatio(first) ? `, × ${first.summary.ratio?.reference}` : ''
  return `${describeWork(first.benchmark)} on ${first.benchmark.scenario}${reference}: ${amounts.join(', ')}`
}

function isPrimary({ metrics }: Benchmark, { metric }: BenchmarkSummary): boolean {
  return metrics.some(({ name, primary }) => name === metric && primary)
}

/** Formats the value of a result. */
function centerTitle(summary: BenchmarkSummary): string {
  const center = centerOf(summary)
  return center === null ? '' : formatCenter(center, summary.unit)
}
