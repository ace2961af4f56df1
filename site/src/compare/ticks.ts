/** A logarithmic axis of ratios. */
export interface RatioAxis {
  low: number
  high: number
  /** Ascending; 1 is one of them. */
  ticks: number[]
}

const FEWEST = 4
const MOST = 7

/** The axis that holds some ratios, all above 0, and 1. */
export function ratioAxis(ratios: readonly number[]): RatioAxis {
  // A little room at both ends, and never so little that noise looks like much.
  const low = Math.min(0.95, ...ratios.map((ratio) => ratio / 1.01))
  const high = Math.max(1.05, ...ratios.map((ratio) => ratio * 1.01))
  return { low, high, ticks: high / low < FEWEST ? evenTicks(low, high) : decadeTicks(low, high) }
}

/** Where a ratio is on the axis: 0 at its low end, 1 at its high one. */
export function placeOnAxis({ low, high }: RatioAxis, ratio: number): number {
  return Math.log(ratio / low) / Math.log(high / low)
}

/** Multiples of the smallest round step of which there are not too many. */
function evenTicks(low: number, high: number): number[] {
  for (const step of [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1]) {
    const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
    if (last - first < MOST) {
      // Tick n is n ÷ (1 ÷ step): no sum that drifts away from round numbers.
      const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) / Math.round(1 / step))
      return ticks.includes(1) ? ticks : [...ticks, 1].sort((a, b) => a - b)
    }
  }
  return [1]
}

/** 1, 2, 5 in each decade, or powers of ten where those are too many. */
function decadeTicks(low: number, high: number): number[] {
  const powers = Array.from({ length: 61 }, (_, index) => 10 ** (index - 30))
  const within = (ticks: number[]) => ticks.filter((tick) => tick >= low && tick <= high)
  const fine = within(powers.flatMap((power) => [1, 2, 5].map((digit) => Number((digit * power).toPrecision(1)))))
  return fine.length <= MOST + 2 ? fine : within(powers)
}
