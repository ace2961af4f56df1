import { alignedRankP } from '../statistics/aligned-rank.ts'
import { intervalOfWalsh, walshAverages } from '../statistics/hodges-lehmann.ts'
import { quantileOfSorted } from '../statistics/quantile.ts'
import { BOUND_LEVEL, LOOKS } from './check-design.ts'
import { type BenchmarkPairs, computeSlowness, logSlowdowns } from './slowdown.ts'

/** The statistics of one look (interim analysis) at a benchmark. Slowdowns are logarithms: above 0, head is slower. */
export interface LookStatistics {
  rounds: number
  /** The unadjusted two-sided p-value of the aligned-rank sign-flip test at this look. */
  p: number
  /** The Hodges–Lehmann estimate of the slowdown. */
  slowdown: number
  /** The upper end of the slowdown's interval at BOUND_LEVEL. */
  upper: number
}

/**
 * The statistics of each look (interim analysis) for which the benchmark has enough pairs. A look at n rounds uses the
 * first n pairs in the order of their rounds.
 * @throws {RangeError} if a value is not above 0
 */
export function computeLookStatistics(benchmark: BenchmarkPairs): LookStatistics[] {
  const { base, head } = computeSlowness(benchmark)
  return LOOKS.filter((rounds) => rounds <= base.length).map((rounds) =>
    lookAt(base.slice(0, rounds), head.slice(0, rounds)),
  )
}

/**
 * The statistics of one look, from the logarithms of both variants. At least 10 rounds are needed. With fewer rounds,
 * the interval has no end.
 */
export function lookAt(base: readonly number[], head: readonly number[]): LookStatistics {
  const rounds = base.length
  const walsh = walshAverages(logSlowdowns(base, head))
  const [, upper] = intervalOfWalsh(walsh, rounds, BOUND_LEVEL) as [number, number]
  return { rounds, p: alignedRankP(base, head), slowdown: quantileOfSorted(walsh, 0.5), upper }
}
