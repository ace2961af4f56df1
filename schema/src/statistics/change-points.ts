import { type Generator, randomGenerator } from './random-generator.ts'
import { shuffle } from './shuffle.ts'

/** A change point of a series. */
export interface ChangePoint {
  /** The index of the first value after the change. */
  index: number
  /**
   * The p-value: the share of the shuffled series, including the original, that have a split at least as significant as
   * this one. It is at most the level.
   */
  p: number
}

/** The probability that a change is reported in an unchanged series, or in an unchanged part between two changes. */
export const CHANGE_LEVEL = 0.01

/** The minimum number of values between two changes. One or two runs on one bad day are not a change. */
export const MIN_BETWEEN_CHANGES = 3

/**
 * The minimum number of values that are searched for change points. With fewer values, too many of their orders are as
 * extreme as a lasting change: with nine, at least 2 · 4! · 5! ÷ 9! = 1.6% of them. A change that is reverted could be
 * significant from eight values on; it is not searched for there, so that one number says which series are too short.
 */
export const MIN_FOR_CHANGE = 10

const PERMUTATIONS = 999

/**
 * The change points of a series by E-divisive means (Matteson and James, Journal of the American Statistical
 * Association 109, 2014, with α = 1), in the order of the series. The method takes the split with the largest energy
 * statistic, and tests the split by shuffling the values between the known changes. It repeats this until a split is
 * not significant. If the order of the values is random, the probability of a false first change is at most
 * `CHANGE_LEVEL`. The same holds for each further change. The shuffles are seeded, so the same values give the same
 * points. The cost is O(n²) per shuffle. Fewer than `MIN_FOR_CHANGE` values have no change point.
 */
export function changePoints(values: readonly number[]): ChangePoint[] {
  if (values.length < MIN_FOR_CHANGE) return []
  const generator = randomGenerator(0)
  const found: ChangePoint[] = []
  for (;;) {
    const parts = partsOf(values, found)
    const candidate = bestSplit(parts)
    const p = candidate === null ? null : significance(parts, candidate.statistic, generator)
    if (candidate === null || p === null) return found
    found.push({ index: candidate.index, p })
    found.sort((a, b) => a.index - b.index)
  }
}

/** A split of a series. `index` is that of the first value after the split. */
interface Split {
  index: number
  statistic: number
}

/**
 * The split with the largest energy statistic Q(X, Y) = mn ÷ (m + n) · (2 · mean |Xᵢ − Yⱼ| − mean |Xᵢ − Xₖ| − mean |Yⱼ
 * − Yₖ|). X holds the values before the split. Y holds the values after the split, up to any later value, so that a
 * change that is later reverted is found too. Null if there are too few values.
 */
export function largestSplit(values: readonly number[]): Split | null {
  const sums = distanceSums(values)
  let largest: Split | null = null
  let left = 0
  for (let split = 1; split <= values.length - MIN_BETWEEN_CHANGES; split++) {
    left += at(sums, split - 1, split - 1)
    if (split < MIN_BETWEEN_CHANGES) continue
    let between = 0
    let right = 0
    for (let last = split; last < values.length; last++) {
      const toLeft = at(sums, last, split)
      between += toLeft
      right += at(sums, last, last) - toLeft
      const m = last + 1 - split
      if (m < MIN_BETWEEN_CHANGES) continue
      const within = (m * left) / (split - 1) + (split * right) / (m - 1)
      const statistic = (2 * (between - within)) / (split + m)
      if (statistic > (largest?.statistic ?? -Infinity)) largest = { index: split, statistic }
    }
  }
  return largest
}

/** For each value, Σ |value − values[j]| over the first 0, 1, … n values. */
function distanceSums(values: readonly number[]): Float64Array[] {
  return values.map((value) => {
    const sums = new Float64Array(values.length + 1)
    let sum = 0
    for (let j = 0; j < values.length; j++) {
      sum += Math.abs((values[j] as number) - value)
      sums[j + 1] = sum
    }
    return sums
  })
}

function at(sums: Float64Array[], row: number, column: number): number {
  return (sums[row] as Float64Array)[column] as number
}

function partsOf(values: readonly number[], found: readonly ChangePoint[]): number[][] {
  const bounds = [0, ...found.map(({ index }) => index), values.length]
  return bounds.slice(1).map((end, part) => values.slice(bounds[part], end))
}

/** The best split of all parts. Its index is that in the whole series. */
function bestSplit(parts: readonly number[][]): Split | null {
  let best: Split | null = null
  let start = 0
  for (const part of parts) {
    const split = largestSplit(part)
    if (split !== null && (best === null || split.statistic > best.statistic)) {
      best = { index: start + split.index, statistic: split.statistic }
    }
    start += part.length
  }
  return best
}

/**
 * The p-value of a split. Null if it is above the level. The loop ends as soon as that is certain, which is early for
 * most series.
 */
function significance(parts: readonly number[][], statistic: number, generator: Generator): number | null {
  // The tolerance is needed because sums in another order differ in their last bits.
  const reached = statistic * (1 - 1e-9)
  let asGood = 1
  for (let done = 0; done < PERMUTATIONS; done++) {
    const shuffled = bestSplit(parts.map((part) => shuffle(part, generator)))
    if (shuffled !== null && shuffled.statistic >= reached) asGood++
    if (asGood > CHANGE_LEVEL * (PERMUTATIONS + 1)) return null
  }
  return asGood / (PERMUTATIONS + 1)
}
