import { type Interval, LEVEL } from './interval.ts'
import { sortAscending } from './quantile.ts'
import { quantileBySelection } from './quantile-selection.ts'
import type { Generator, State } from './random-generator.ts'

const RESAMPLES = 2000

/**
 * The 95% percentile bootstrap interval of combine(median(values), median(reference)). It uses 2,000 resamples of each
 * side, drawn with `generator` (Efron and Tibshirani, An Introduction to the Bootstrap, 13.3). Null if either side has
 * fewer than 3 values, or if a resample combines to a number that is not finite. With few values such an interval is
 * too narrow.
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
  return [quantileBySelection(combined, (1 - LEVEL) / 2), quantileBySelection(combined, (1 + LEVEL) / 2)]
}

/** The medians of the resamples. Each resample draws, with replacement, as many values as there are. */
function resampledMedians(values: readonly number[], generator: Generator): Float64Array {
  const sorted = sortAscending(values)
  const { lower, upper } = middleRanks(sorted.length, generator)
  const medians = new Float64Array(RESAMPLES)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const low = sorted[lower[resample] as number] as number
    const high = sorted[upper[resample] as number] as number
    medians[resample] = low === high ? low : (low + high) / 2
  }
  return medians
}

/**
 * The ranks, counted from 0, of the two middle values of each resample. For an odd number of values, the two ranks are
 * the same.
 */
interface MiddleRanks {
  lower: Uint32Array
  upper: Uint32Array
  /** The state of the generator after drawing the ranks. */
  after: State
}

/** The cached ranks. The key is the state of the generator and the number of values. */
const drawn = new Map<string, MiddleRanks>()
/** The maximum number of cached entries. An entry has 16 KB. */
const MAX_DRAWN = 256

/**
 * Returns the ranks from a cache. Drawing the ranks takes nearly all of the time and does not depend on the values. The
 * ratio of a benchmark, its other metrics and its step therefore draw the same ranks. Finds the middle by counting the
 * draws per rank.
 */
function middleRanks(n: number, generator: Generator): MiddleRanks {
  const key = `${generator.state()} ${n}`
  const known = drawn.get(key)
  if (known !== undefined) {
    generator.resume(known.after)
    return known
  }
  const ranks = drawMiddleRanks(n, generator)
  if (drawn.size === MAX_DRAWN) drawn.clear()
  drawn.set(key, ranks)
  return ranks
}

function drawMiddleRanks(n: number, generator: Generator): MiddleRanks {
  const [half, other] = [Math.floor((n - 1) / 2), Math.floor(n / 2)]
  const [lower, upper] = [new Uint32Array(RESAMPLES), new Uint32Array(RESAMPLES)]
  const ranks = new Uint32Array(n)
  const counts = new Uint32Array(n)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    generator.fillBelow(ranks, n)
    for (let i = 0; i < n; i++) counts[i] = 0
    for (let i = 0; i < n; i++) {
      const rank = ranks[i] as number
      counts[rank] = (counts[rank] as number) + 1
    }
    let rank = 0
    let passed = counts[0] as number
    while (passed <= half) passed += counts[++rank] as number
    lower[resample] = rank
    while (passed <= other) passed += counts[++rank] as number
    upper[resample] = rank
  }
  return { lower, upper, after: generator.state() }
}
