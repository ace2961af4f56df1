import {
  type Benchmark,
  type BenchmarkSummary,
  chooseCenter,
  describeWork,
  findingsOfRun,
  formatCenter,
  formatRatio,
  formatRatioInterval,
  isCopiedMount,
  type RunDocument,
  runReliability,
} from '@plimsoll/schema'

/** The maximum number of engines that a key figure names. A list of runs has one line for it. */
const MAX_NAMED = 2

/** A benchmark with one of its figures. */
interface Figure {
  benchmark: Benchmark
  summary: BenchmarkSummary
}

/**
 * Returns the figure that stands for a run in lists: what it found first, in short. Of a run that found no ratio of its own: the ratio of the first work with a ratio on a bind mount, else in
 * another scenario, else a median on a bind mount, else its first median (the mean, if the source gives no median). The
 * same work on a second engine follows: `npm-ci small on bind, × native: 2.69× Docker Desktop, 1.50× OrbStack`. More
 * engines, and configurations of one product, are a range. A ratio of which more is better says so.
 * Returns null if the run has no figure.
 */
export function describeKeyFigure(
  document: RunDocument,
  summaries: readonly BenchmarkSummary[],
  reliability = runReliability(document),
): string | null {
  const found = findingsOfRun(document, 'command', { reliability, summaries })[0]?.short ?? null
  if (found !== null) return found
  const figures = summaries.flatMap((summary): Figure[] => {
    const benchmark = document.benchmarks[summary.benchmark]
    const isShown = benchmark?.status === 'ok' && !summary.control && isPrimary(benchmark, summary)
    return benchmark !== undefined && isShown && chooseCenter(summary) !== null ? [{ benchmark, summary }] : []
  })
  const hasRatio = ({ summary: { ratio } }: Figure) => ratio !== null && (ratio.value ?? ratio.interval) !== null
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
  const direction = first.summary.better === 'higher' ? ' (higher is better)' : ''
  const reference = hasRatio(first) ? `, × ${first.summary.ratio?.reference}${direction}` : ''
  return `${describeWork(first.benchmark)} on ${first.benchmark.scenario}${reference}: ${describeAmounts(same, document)}`
}

/** Describes the amounts of the same work on one or more engines: with their engines, or as a range. */
function describeAmounts(figures: readonly Figure[], document: RunDocument): string {
  const products = figures.map(({ benchmark }) => productOf(benchmark, document))
  const isNamed = figures.length <= MAX_NAMED && new Set(products).size === figures.length
  if (isNamed && !figures.some(({ benchmark }) => isCopiedMount(benchmark, document)))
    return figures
      .map(({ summary }, index) => [amountOf(summary), ...(figures.length > 1 ? [products[index]] : [])].join(' '))
      .join(', ')
  const { range, counts } = describeEngines(figures, document)
  return `${range ?? amountOf((figures[0] as Figure).summary)}, ${counts}`
}

/**
 * The range of one benchmark over several engines, `1.20–2.69×`, and what is in it: `4 configurations of 3 products, 1 not
 * comparable`. The range is null if no engine has an estimate.
 */
function describeEngines(figures: readonly Figure[], document: RunDocument): { range: string | null; counts: string } {
  const comparable = figures.filter(({ benchmark }) => !isCopiedMount(benchmark, document))
  const estimated = comparable.filter(({ summary: { ratio } }) => ratio === null || ratio.value !== null)
  const [apart, without] = [figures.length - comparable.length, comparable.length - estimated.length]
  const counted = estimated.length > 0 ? estimated : comparable
  const configurations = new Set(counted.map(({ benchmark }) => benchmark.engine)).size
  const products = new Set(counted.map(({ benchmark }) => productOf(benchmark, document))).size
  const sorted = estimated.map(({ summary }) => summary).sort((a, b) => comparedValue(a) - comparedValue(b))
  const ends = [sorted[0], sorted.at(-1)].flatMap((summary) => (summary === undefined ? [] : [amountOf(summary)]))
  const counts = [
    products === configurations
      ? `${configurations} engines`
      : `${configurations} configurations of ${products === 1 ? 'one product' : `${products} products`}`,
    ...(apart > 0 ? [`${apart} not comparable`] : []),
    ...(without > 0 && estimated.length > 0 ? [`${without} without an estimate`] : []),
  ]
  return {
    range: ends.length === 0 ? null : [...new Set(ends)].join('–').replace('×–', '–'),
    counts: counts.join(', '),
  }
}

function productOf({ engine }: Benchmark, document: RunDocument): string | undefined {
  return document.engines.find(({ id }) => id === engine)?.product
}

function isPrimary({ metrics }: Benchmark, { metric }: BenchmarkSummary): boolean {
  return metrics.some(({ name, primary }) => name === metric && primary)
}

/** Formats the ratio of a result, or its range, or its value if it has neither. */
function amountOf(summary: BenchmarkSummary): string {
  const { value = null, interval = null } = summary.ratio ?? {}
  if (value !== null) return formatRatio(value)
  if (interval !== null) return formatRatioInterval(interval)
  const center = chooseCenter(summary)
  return center === null ? '' : formatCenter(center, summary.unit)
}

function comparedValue(summary: BenchmarkSummary): number {
  return summary.ratio?.value ?? chooseCenter(summary)?.value ?? Number.NaN
}
