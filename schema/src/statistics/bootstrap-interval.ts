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
  const combined = new Float64Array(RESAMPLES)
  for (let index = 0; index < RESAMPLES; index++) {
    const value = combine(own[index] as number, theirs[index] as number)
    if (!Number.isFinite(value)) return null
    combined[index] = value
  }
  combined.sort()
  return [quantileOfSorted(combined, (1 - LEVEL) / 2), quantileOfSorted(combined, (1 + LEVEL) / 2)]
}

/** The medians of the resamples, each of as many values drawn with replacement, found by counting draws by rank. */
function resampledMedians(values: readonly number[], generator: Generator): Float64Array {
  const sorted = sortAscending(values)
  const n = sorted.length
  const half = Math.floor((n - 1) / 2)
  const draws = new Uint32Array(n)
  const medians = new Float64Array(RESAMPLES)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    for (let i = 0; i < n; i++) draws[i] = 0
    for (let i = 0; i < n; i++) {
      const rank = generator.below(n)
      draws[rank] = (draws[rank] as number) + 1
    }
    let index = 0
    let passed = draws[0] as number
    while (passed <= half) passed += draws[++index] as number
    const lower = sorted[index] as number
    if (n % 2 === 1) {
      medians[resample] = lower
    } else {
      while (passed <= half + 1) passed += draws[++index] as number
      medians[resample] = (lower + (sorted[index] as number)) / 2
    }
  }
  return medians
}
