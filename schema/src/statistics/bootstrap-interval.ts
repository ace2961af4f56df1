import type { Generator } from './generator.ts'
import { type Interval, LEVEL } from './interval.ts'
import { quantileOfSorted, sortAscending } from './quantile.ts'

const RESAMPLES = 2000

/**
 * The percentile bootstrap interval of combine(median(values), median(reference)), 95%, from 2,000 resamples of each
 * side drawn with `generator` (Efron and Tibshirani, An Introduction to the Bootstrap, 13.3). null when either side has
 * fewer than 3 values, or where a resample combines to no finite number. With few values such an interval is too narrow.
 */
export function bootstrapInterval(
  values: readonly number[],
  reference: readonly number[],
  generator: Generator,
  combine: (median: number, referenceMedian: number) => number,
): Interval | null {
  if (values.length < 3 || reference.length < 3) return null
  const own = resampledMedians(values, generator)
  const theirs = resampledMedians(reference, generator)
  const combined = own.map((median, index) => combine(median, theirs[index] as number)).sort()
  if (!combined.every(Number.isFinite)) return null
  return [quantileOfSorted(combined, (1 - LEVEL) / 2), quantileOfSorted(combined, (1 + LEVEL) / 2)]
}

/** The medians of the resamples, each of as many values drawn with replacement, found by counting draws by rank. */
function resampledMedians(values: readonly number[], generator: Generator): Float64Array {
  const sorted = sortAscending(values)
  const n = sorted.length
  const draws = new Uint32Array(n)
  return new Float64Array(RESAMPLES).map(() => {
    draws.fill(0)
    for (let i = 0; i < n; i++) {
      const rank = generator.below(n)
      draws[rank] = (draws[rank] as number) + 1
    }
    const lower = valueAt(Math.floor((n - 1) / 2))
    return n % 2 === 1 ? lower : (lower + valueAt(n / 2)) / 2
  })

  /** The drawn value with `rank` drawn values before it. */
  function valueAt(rank: number): number {
    let index = 0
    for (let passed = draws[0] as number; passed <= rank; passed += draws[index] as number) index++
    return sorted[index] as number
  }
}
