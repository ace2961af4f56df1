/**
 * The units of editions. `divisor` converts from the units of run documents (ns, bytes, operations, and their
 * quotients).
 */
const UNITS = {
  seconds: { title: 'seconds', short: 's', divisor: 1e9, decimals: 2 },
  milliseconds: { title: 'milliseconds', short: 'ms', divisor: 1e6, decimals: 1 },
  microseconds: { title: 'microseconds', short: 'µs', divisor: 1e3, decimals: 1 },
  nanoseconds: { title: 'nanoseconds', short: 'ns', divisor: 1, decimals: 0 },
  mebibytes: { title: 'MiB', short: 'MiB', divisor: 2 ** 20, decimals: 2 },
  'mebibytes-per-second': { title: 'MiB per second', short: 'MiB/s', divisor: 2 ** 20 / 1e9, decimals: 1 },
  // For sources that state it. Pages show other rates in binary units, as `formatAmount` does.
  'megabytes-per-second': { title: 'MB per second', short: 'MB/s', divisor: 1e-3, decimals: 1 },
  'operations-per-second': { title: 'operations per second', short: 'ops/s', divisor: 1e-9, decimals: 0 },
  percent: { title: 'percent', short: '%', divisor: 0.01, decimals: 1 },
  operations: { title: 'operations', short: 'ops', divisor: 1, decimals: 0 },
} as const

export type UnitName = keyof typeof UNITS

export interface Unit {
  title: string
  short: string
  divisor: number
  decimals: number
}

export function unitNamed(name: UnitName): Unit {
  return UNITS[name]
}

/**
 * Chooses a unit for a metric.
 * @param unit the metric's unit in a benchmark's summary
 * @param largest the largest value, in that unit
 */
export function suitableUnit(unit: string, largest: number): UnitName {
  if (unit === 'ns')
    return largest >= 1e9
      ? 'seconds'
      : largest >= 1e6
        ? 'milliseconds'
        : largest >= 1e3
          ? 'microseconds'
          : 'nanoseconds'
  if (unit === 'bytes') return 'mebibytes'
  if (unit === 'bytes/ns') return 'mebibytes-per-second'
  if (unit === 'operations/ns') return 'operations-per-second'
  const [above, below] = unit.split('/')
  return above === below ? 'percent' : 'operations'
}

/** Formats a figure in its unit, with halves rounded up: `8.99`, `1,157.5`. */
export function formatFigure(value: number, { decimals }: Pick<Unit, 'decimals'>): string {
  // In binary, 3.195 × 100 is 319.499…. So round to twelve digits first, which are more than any source has.
  const rounded = Math.round(Number((value * 10 ** decimals).toPrecision(12))) / 10 ** decimals
  return rounded.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** Formats a figure with its unit: `8.99 s`, `50.0%`. @param text the figure or a range of figures */
export function withUnit(text: string, { short }: Pick<Unit, 'short'>): string {
  return short === '%' ? `${text}%` : `${text} ${short}`
}
