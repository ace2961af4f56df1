/** A logarithmic axis of ratios. */
export interface RatioAxis {
  low: number
  high: number
  /** The ticks in ascending order. One of them is 1. */
  ticks: number[]
}

/** The ratio of the axis's highest to its lowest value from which the axis has the same ticks in each decade. */
const MAX_EVEN_SPAN = 4
const MAX_TICKS = 7
/** The low end of an axis without a ratio clearly below 1. */
const MARGIN = 0.95
/** The largest part of an axis between its lowest ratio and its first tick. It counts twice if the tick is right of it. */
const MAX_APART = 0.3
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1]

/** Returns an axis that includes 1 and all given ratios, which must be above 0. */
export function ratioAxis(ratios: readonly number[]): RatioAxis {
  // Leave a small margin at both ends. Keep the axis so wide that noise looks small.
  const low = Math.min(MARGIN, ...ratios.map((ratio) => ratio / 1.01))
  const high = Math.max(1.05, ...ratios.map((ratio) => ratio * 1.01))
  if (high / low >= MAX_EVEN_SPAN) return { low, high, ticks: decadeTicks(low, high) }
  return (low < MARGIN ? axisFromTick(low, high) : null) ?? { low, high, ticks: evenTicks(low, high) }
}

/** Returns the position of a ratio on the axis: 0 at its low end, 1 at its high end. */
export function positionOnAxis({ low, high }: RatioAxis, ratio: number): number {
  return Math.log(ratio / low) / Math.log(high / low)
}

/**
 * Returns an axis that begins at a tick, or just left of one, so that few marks are left of every label. A narrow screen
 * shows every second tick and the one at 1, so the number of steps from the first tick to 1 is even. Null if no step fits.
 */
function axisFromTick(low: number, high: number): RatioAxis | null {
  const axes = STEPS.flatMap((step) => {
    const one = Math.round(1 / step)
    const outside = one - 2 * Math.ceil((1 - low) / step / 2)
    return [outside, outside + 2].flatMap((first): RatioAxis[] => {
      const count = Math.floor(high / step) - first + 1
      if (first <= 0 || first >= one || count > MAX_TICKS + 1) return []
      const ticks = Array.from({ length: count }, (_, index) => (first + index) / one)
      return [{ low: Math.min(low, first / one), high, ticks }]
    })
  })
  // A mark left of every label is worse than an empty part.
  const apart = (axis: RatioAxis) => positionOnAxis(axis, low) + 2 * positionOnAxis(axis, axis.ticks[0] ?? axis.high)
  const best = axes.sort((one, other) => apart(one) - apart(other))[0]
  return best === undefined || apart(best) > MAX_APART ? null : best
}

/** Returns multiples of a round step: the smallest step that does not yield too many ticks. */
function evenTicks(low: number, high: number): number[] {
  for (const step of STEPS) {
    const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
    if (last - first < MAX_TICKS) {
      // Tick n is n ÷ (1 ÷ step): repeated addition would drift away from round numbers.
      const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) / Math.round(1 / step))
      return ticks.includes(1) ? ticks : [...ticks, 1].sort((a, b) => a - b)
    }
  }
  return [1]
}

/** Returns ticks at the same digits in each decade: as many as fit, or powers of ten. */
function decadeTicks(low: number, high: number): number[] {
  const powers = Array.from({ length: 61 }, (_, index) => 10 ** (index - 30))
  const within = (ticks: number[]) => ticks.filter((tick) => tick >= low && tick <= high)
  const ticks = [
    [1, 1.5, 2, 3, 5, 7],
    [1, 2, 5],
  ].map((digits) => within(powers.flatMap((power) => digits.map((digit) => Number((digit * power).toPrecision(2))))))
  return ticks.find(({ length }) => length <= MAX_TICKS + 2) ?? within(powers)
}
