const MINUTE = 60_000_000_000

const DURATIONS: Scale = [
  [10 * MINUTE, MINUTE, 'min'],
  [1e9, 1e9, 's'],
  [1e6, 1e6, 'ms'],
  [1e3, 1e3, 'µs'],
]

const SIZES: Scale = [
  [2 ** 40, 2 ** 40, 'TiB'],
  [2 ** 30, 2 ** 30, 'GiB'],
  [2 ** 20, 2 ** 20, 'MiB'],
  [2 ** 10, 2 ** 10, 'KiB'],
]

/**
 * A scale of units, largest first. Each entry has the smallest value that uses the unit, the divisor and the unit's
 * name.
 */
type Scale = readonly (readonly [from: number, divisor: number, unit: string])[]

/**
 * Formats a duration in nanoseconds with three significant digits: `3.38 s`, `412 ms`, `1.20 µs`, `45 ns`, `12.5 min`.
 */
export function formatDuration(ns: number): string {
  const [divisor, unit] = choose(DURATIONS, ns) ?? [1, 'ns']
  return divisor === 1 ? `${formatNumber(ns)} ns` : `${threeDigits(ns / divisor)} ${unit}`
}

/** Formats the difference of two durations in nanoseconds with its sign: `+412 ms`, `−3.38 s`. */
export function formatDifference(ns: number): string {
  return `${ns < 0 ? '−' : '+'}${formatDuration(Math.abs(ns))}`
}

/**
 * Formats an amount with three significant digits. The unit is that of a benchmark's summary: `ns`, `bytes`,
 * `operations`, or a quotient of two of these units. Amounts per ns are shown per second: `412 MiB/s`, `1,230 ops/s`. A
 * quotient of the same unit is a share: `49.8%`.
 */
export function formatAmount(value: number, unit: string): string {
  const [above = unit, below] = unit.split('/')
  if (below === above) return `${formatNumber(100 * value)}%`
  if (below === 'ns') return `${formatAmount(value * 1e9, above)}/s`
  if (below !== undefined) return `${formatAmount(value, above)} per ${below.replace(/s$/, '')}`
  if (unit === 'ns') return formatDuration(value)
  if (unit === 'bytes') return formatSize(value)
  return `${formatNumber(value)} ${unit === 'operations' ? 'ops' : unit}`
}

/**
 * Formats a range. If both ends have the same unit, it is written once: `2.99–3.08 s`.
 * @param unit the unit of the range, as in a benchmark's summary
 */
export function formatRange(low: number, high: number, unit: string): string {
  const [from, to] = [formatAmount(low, unit), formatAmount(high, unit)]
  const [, number, suffix] = /^(\S+?)( .*|%)$/.exec(from) ?? []
  return number !== undefined && suffix !== undefined && to.endsWith(suffix) ? `${number}–${to}` : `${from} – ${to}`
}

function formatSize(bytes: number): string {
  const [divisor, unit] = choose(SIZES, bytes) ?? [1, 'B']
  return `${formatNumber(bytes / divisor)} ${unit}`
}

/** Chooses the unit for the rounded value, so that 999.7 ms is shown as 1.00 s. */
function choose(scale: Scale, value: number): readonly [divisor: number, unit: string] | undefined {
  const shown = Math.abs(Number(value.toPrecision(3)))
  const step = scale.find(([from]) => shown >= from)
  return step && [step[1], step[2]]
}

/** Formats a number with three significant digits. Keeps trailing zeros, so that the digits of a column line up. */
function threeDigits(value: number): string {
  const size = Math.abs(Number(value.toPrecision(3)))
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)
}

/**
 * Formats a ratio with three significant digits, such as `2.66×`, `0.93×` and `250×`. A small ratio gets two digits:
 * `0.0042×`.
 * @param interval shown after the ratio: `2.66× (2.61–2.75)`
 */
export function formatRatio(ratio: number, interval: readonly [number, number] | null = null): string {
  return `${factor(ratio)}×${interval === null ? '' : ` (${bounds(interval)})`}`
}

/** Formats the interval of a ratio, such as `2.61–2.75×`. */
export function formatRatioInterval(interval: readonly [number, number]): string {
  return `${bounds(interval)}×`
}

/**
 * A bound that rounds to 1.00 gets more digits if the interval does not contain 1, because a reader looks there for a
 * difference.
 */
function bounds([lower, upper]: readonly [number, number]): string {
  const isDifferent = lower > 1 || upper < 1
  const bound = (value: number) => {
    let text = factor(value)
    for (let digits = 3; isDifferent && Number(text) === 1 && digits <= 9; digits++) text = value.toFixed(digits)
    return text
  }
  return `${bound(lower)}–${bound(upper)}`
}

function factor(ratio: number): string {
  return ratio > 0 && ratio < 0.095 ? ratio.toPrecision(2) : threeDigits(ratio)
}

/**
 * Formats a plain number with thousands separators. It is a whole number, or has three significant digits without
 * trailing zeros.
 */
export function formatNumber(value: number): string {
  return (Math.abs(value) < 1000 ? THREE_DIGITS : WHOLE).format(value)
}

// Made once: `toLocaleString` with options makes a formatter for each number, which takes ten times as long.
const THREE_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
