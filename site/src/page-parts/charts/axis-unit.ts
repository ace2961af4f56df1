/** The unit of a value axis. The numbers on the axis are amounts ÷ `divisor`. */
export interface AxisUnit {
  divisor: number
  title: string
}

const DURATIONS = [
  { from: 1e9, divisor: 1e9, title: 'seconds' },
  { from: 1e6, divisor: 1e6, title: 'milliseconds' },
  { from: 1e3, divisor: 1e3, title: 'microseconds' },
  { from: 0, divisor: 1, title: 'nanoseconds' },
]

const SIZES = [
  { from: 2 ** 30, divisor: 2 ** 30, title: 'GiB' },
  { from: 2 ** 20, divisor: 2 ** 20, title: 'MiB' },
  { from: 2 ** 10, divisor: 2 ** 10, title: 'KiB' },
  { from: 0, divisor: 1, title: 'bytes' },
]

const COUNTS = [
  { from: 1e6, divisor: 1e6, title: 'million operations' },
  { from: 1e4, divisor: 1e3, title: 'thousand operations' },
]

const SCALES: Record<string, (AxisUnit & { from: number })[]> = { ns: DURATIONS, bytes: SIZES, operations: COUNTS }

/**
 * Chooses the unit of an axis.
 * @param unit the unit of the amounts, as in a benchmark's summary: `ns`, `bytes`, `operations` or a quotient of two
 * @param maximum the largest amount on the axis, in that unit
 */
export function axisUnit(unit: string, maximum: number): AxisUnit {
  const [above, below] = unit.split('/')
  if (below === above) return { divisor: 0.01, title: 'percent' }
  if (below === 'ns') {
    const { divisor, title } = axisUnit(above ?? '', maximum * 1e9)
    return { divisor: divisor / 1e9, title: `${title} per second` }
  }
  if (below !== undefined) return { divisor: 1, title: `${above} per ${below}` }
  return SCALES[unit]?.find(({ from }) => maximum >= from) ?? { divisor: 1, title: unit }
}
