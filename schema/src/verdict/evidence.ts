import { alignedRankP } from '../statistics/aligned-rank.ts'
import { intervalOfWalsh, walshAverages } from '../statistics/hodges-lehmann.ts'
import { quantileOfSorted } from '../statistics/quantile.ts'
import { BOUND_LEVEL, LOOKS } from './design.ts'
import { type BenchmarkPairs, logSlowdowns, slownessOf } from './slowdown.ts'

/** What one look at a benchmark shows. Slowdowns are logarithms: above 0 head is the slower. */
export interface Evidence {
  rounds: number
  /** Of the aligned-rank sign-flip test, two-sided, of this look alone. */
  p: number
  /** The Hodges–Lehmann estimate of the slowdown. */
  slowdown: number
  /** The upper end of its interval at BOUND_LEVEL. */
  upper: number
}

/**
 * What each look shows of a benchmark, for as many looks as it has pairs. A look at n rounds sees the first n pairs in the
 * order of their rounds. Throws a RangeError where a value is not above 0.
 */
export function evidenceOf(benchmark: BenchmarkPairs): Evidence[] {
  const { base, head } = slownessOf(benchmark)
  return LOOKS.filter((rounds) => rounds <= base.length).map((rounds) =>
    lookAt(base.slice(0, rounds), head.slice(0, rounds)),
  )
}

/** What the logarithms of both variants show. At least 10 rounds, or the interval has no end. */
export function lookAt(base: readonly number[], head: readonly number[]): Evidence {
  const rounds = base.length
  const walsh = walshAverages(logSlowdowns(base, head))
  const [, upper] = intervalOfWalsh(walsh, rounds, BOUND_LEVEL) as [number, number]
  return { rounds, p: alignedRankP(base, head), slowdown: quantileOfSorted(walsh, 0.5), upper }
}
