import {
  type BenchmarkSummary,
  type CenterFigures,
  describeRatio,
  describeRatioReason,
  formatRatio,
  type RunDocument,
  ratioOfCenters,
  summarizeRun,
} from '@plimsoll/schema'
import { MIN_RUNS, type RepeatedRatio, repeatedRatios } from '@plimsoll/schema/between-runs'
import type { Interval } from '@plimsoll/schema/statistics'
import type { EditionRow } from './edition.ts'

export interface RatioFigures {
  /**
   * The ratio to the reference row. In a measured run it is the run's own ratio, null unless it may be shown. Otherwise
   * it is the quotient of the medians, or of a source's means. Null for the reference itself.
   */
  ratio: number | null
  /**
   * The ratio of a row of a measured run as text: with its interval, or its range or status and the reason why it has no
   * estimate. `interval` is its 95% interval, if it has one, and `runs` is the number of runs with an estimate. Null for
   * other rows.
   */
  measuredRatio: { text: string; reason: string | null; interval: Interval | null; runs: number } | null
  /** The 95% prediction interval of one more run's ratio. Null below three runs. */
  nextRun: [number, number] | null
}

export const NO_RATIO: RatioFigures = { ratio: null, measuredRatio: null, nextRun: null }

/** Reads a run by its hash; null if the run was deleted or its file is damaged. */
export type ReadRun = (hash: string) => RunDocument | null

interface RowOfRatio {
  row: EditionRow
  /** The row's own figures, and the ratio if the source states one. */
  figures: CenterFigures & { ratio: number | null }
  /** The run of the row; null if the row has none, or if it was deleted. */
  document: RunDocument | null
  /** The figures of the reference row; null if the row is a reference itself. */
  divisor: CenterFigures | null
  load: ReadRun
}

/** Returns the ratio of a row to its reference row. */
export function ratioOfRow({ row, figures, document, divisor, load }: RowOfRatio): RatioFigures {
  const { benchmark, repeats = [], reference } = row
  if (benchmark !== null && document === null) return NO_RATIO
  if (benchmark === null || document?.origin.kind !== 'measured')
    return { ratio: figures.ratio ?? quotientOf(figures, divisor), measuredRatio: null, nextRun: null }
  if (reference === null) return NO_RATIO
  const others = repeats.flatMap(({ run }) => load(run) ?? [])
  if (others.length > 0) return repeatedRatioOf(benchmark.benchmark, [document, ...others])
  const ratio = findSummary(document, benchmark.benchmark)?.ratio ?? null
  if (ratio === null) return NO_RATIO
  return {
    ratio: ratio.value,
    measuredRatio: {
      text: describeRatio(ratio),
      reason: describeRatioReason(ratio),
      interval: ratio.interval,
      runs: ratio.value === null ? 0 : 1,
    },
    nextRun: null,
  }
}

/** The ratio of a benchmark of the first of several runs of one design. It has digits from three runs on. */
function repeatedRatioOf(benchmark: number, documents: [RunDocument, ...RunDocument[]]): RatioFigures {
  const cached = repeatedCache.get(documents[0])
  const isSame =
    cached?.documents.length === documents.length && documents.every((one, at) => one === cached.documents[at])
  const ratios = isSame ? cached.ratios : repeatedRatios(documents)
  if (!isSame) repeatedCache.set(documents[0], { documents, ratios })
  const found = ratios.find((ratio) => ratio.primary && ratio.benchmark === benchmark)
  if (found === undefined) return NO_RATIO
  const { mean, interval, prediction, estimates, runs } = found
  const statuses = new Map(runs.flatMap((run) => (run === null ? [] : [[run.status, run] as const])))
  const [only] = statuses.values()
  if (estimates === 0 && statuses.size === 1 && only !== undefined)
    return {
      ratio: null,
      measuredRatio: {
        text: `${only.status} in each run`,
        reason: `In each run: ${describeRatioReason(only)}`,
        interval: null,
        runs: 0,
      },
      nextRun: null,
    }
  const missing = documents.length - estimates
  const reason =
    missing === 0
      ? null
      : `${missing} of ${documents.length} runs have no estimate of some ratios, because they withhold it or have too few rounds.`
  if (mean === null || interval === null)
    return {
      ratio: null,
      measuredRatio: { text: `${estimates} of ${MIN_RUNS} runs needed`, reason, interval: null, runs: estimates },
      nextRun: null,
    }
  return {
    ratio: mean,
    measuredRatio: { text: formatRatio(mean, interval), reason, interval, runs: estimates },
    nextRun: prediction,
  }
}

/** The ratios over the runs of an edition, by its first run. Every row of the runs needs them. */
const repeatedCache = new WeakMap<RunDocument, { documents: RunDocument[]; ratios: RepeatedRatio[] }>()

/** The summary of a benchmark's primary metric. */
export function findSummary(document: RunDocument, benchmark: number): BenchmarkSummary | undefined {
  const primary = document.benchmarks[benchmark]?.metrics.find(({ primary }) => primary)?.name
  const summaries = summaryCache.get(document) ?? summarizeRun(document)
  summaryCache.set(document, summaries)
  return summaries.find((summary) => summary.benchmark === benchmark && summary.metric === primary)
}

/** The summaries of the runs of an edition. Every row of a run needs them. */
const summaryCache = new WeakMap<RunDocument, BenchmarkSummary[]>()

function quotientOf(figures: CenterFigures, divisor: CenterFigures | null): number | null {
  return divisor && (ratioOfCenters(figures, divisor)?.value ?? null)
}
