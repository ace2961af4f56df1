import { type Interval, LEVEL } from './interval.ts'
import { quantileOfSorted, sortAscending } from './quantile.ts'
import type { Generator } from './random-generator.ts'

const RESAMPLES = 2000

/**
 * The 95% percentile bootstrap interval of median(values) ÷ median(reference). It uses 2,000 resamples of each side, drawn
 * with `generator` (Efron and Tibshirani, An Introduction to the Bootstrap, 13.3). Null if either side has fewer than 3
 * values, or if a resampled reference median is 0. With few values such an interval is too narrow.
 */
export function ratioInterval(
  values: readonly number[],
  reference: readonly number[],
  generator: Generator,
): Interval | null {
  if (values.length < 3 || reference.length < 3) return null
  const own = resampledMedians(values, generator)
  const theirs = resampledMedians(reference, generator)
  const ratios = own.map((median, index) => median / (theirs[index] as number)).sort()
  if (!ratios.every(Number.isFinite)) return null
  return [quantileOfSorted(ratios, (1 - LEVEL) / 2), quantileOfSorted(ratios, (1 + LEVEL) / 2)]
}

/** The medians of the resamples. Each resample draws, with replacement, as many values as there are. */
function resampledMedians(values: readonly number[], generator: Generator): Float64Array {
  const sorted = sortAscending(values)
  const n = sorted.length
  const drawn = new Uint32Array(n)
  return new Float64Array(RESAMPLES).map(() => {
    drawn.fill(0)
    for (let i = 0; i < n; i++) (drawn[generator.below(n)] as number)++
    const lower = valueAt(Math.floor((n - 1) / 2))
    const upper = valueAt(Math.floor(n / 2))
    return lower === upper ? lower : (lower + upper) / 2
  })

  /** The value at a rank of the resample, by counting how often each value was drawn: sorting takes several times as long. */
  function valueAt(rank: number): number {
    let index = 0
    for (let passed = drawn[0] as number; passed <= rank; passed += drawn[index] as number) index++
    return sorted[index] as number
  }
}
