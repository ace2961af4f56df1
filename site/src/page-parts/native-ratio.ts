import { formatRatio } from '@plimsoll/schema/browser'

/** The metric of a ratio to native: which of its values are better, and its unit as in a benchmark's summary. */
export interface RatioMetric {
  /** `lower` or `higher`. */
  better: string
  unit: string
}

// A ratio is always the value ÷ the native value. So a low ratio of a time is good, and a low ratio of a rate is bad.

/** Says how ratios are computed, for pages with ratios of measured and of transcribed runs. */
export const RATIO_METHOD =
  'A ratio of a measured run is estimated by rounds; a ratio of a transcribed run is the quotient of the source’s medians or means.'

/** Returns the title of ratios to native: `× native (lower is better)`. */
export function nativeTitle({ better }: Pick<RatioMetric, 'better'>): string {
  return `× native (${better} is better)`
}

/** Says how to read the ratios of a rate. */
export const RATE_RATIOS = 'higher is better: below 1× is slower'

/** Whether a metric is a rate of which more is better, so that its ratio below 1× means slower. */
export function isOfRate(metric: RatioMetric): boolean {
  return metric.better === 'higher' && nativeWords(metric).native === 'the native rate'
}

/** Returns a ratio as a factor of which less is always better: the inverse of the ratio of a rate. */
export function costOfRatio(ratio: number, { better }: Pick<RatioMetric, 'better'>): number {
  return better === 'higher' ? 1 / ratio : ratio
}

/**
 * Returns the verb and the object of a sentence on ratios to native, for example `takes` and `the native time`, or
 * `reaches` and `the native rate`.
 */
export function nativeWords({ unit }: Pick<RatioMetric, 'unit'>): { verb: string; native: string } {
  const [above, below] = unit.split('/')
  if (unit === 'ns') return { verb: 'takes', native: 'the native time' }
  if (below === 'ns' && above !== 'ns') return { verb: 'reaches', native: 'the native rate' }
  return { verb: 'has', native: 'the native value' }
}

/** A ratio with its 95% interval, which is null if it is not known. */
export interface RatioWithInterval {
  ratio: number
  interval: readonly [number, number] | null
}

/**
 * Explains ratios on either side of 1× to readers who expect that a container always costs time. The intervals tell
 * whether a container that was better than native may be noise. Returns an empty text if no ratio needs one.
 */
export function explainRatios(ratios: readonly RatioWithInterval[], metric: RatioMetric): string {
  const { better, unit } = metric
  const { native } = nativeWords(metric)
  // A page shows a ratio of 0.998 as 1.00×, so an explanation of ratios below 1× would puzzle its reader.
  const other = ratios.filter(({ ratio }) => formatRatio(ratio) !== formatRatio(1))
  const gained = other.filter(({ ratio }) => costOfRatio(ratio, metric) < 1)
  const isRate = native === 'the native rate'
  const gain = unit === 'ns' ? 'took less time' : isRate ? 'was faster' : 'was better'
  const loss = isRate ? 'was slower' : 'was worse'
  return [
    better === 'higher' && other.some(({ ratio }) => ratio < 1) ? `Below 1×, the container ${loss}.` : '',
    gained.length > 0
      ? `${better === 'higher' ? 'Above' : 'Below'} 1×, the container ${gain}: ${reasonOf(gained)}`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns whether ratios that are better than native may be noise. */
function reasonOf(gained: readonly RatioWithInterval[]): string {
  const known = gained.flatMap(({ interval }) => (interval === null ? [] : [interval]))
  if (known.length < gained.length) return 'this may be noise, because the interval is unknown.'
  const noise = known.filter(([lower, upper]) => lower <= 1 && upper >= 1)
  if (noise.length === known.length)
    return `here this may be noise, because ${known.length === 1 ? 'the 95% interval contains' : 'each 95% interval contains'} 1×.`
  const faster = 'the libraries of the image can be faster than those of the host'
  if (noise.length === 0)
    return `here this is hardly noise, because ${known.length === 1 ? 'the 95% interval does not contain' : 'no 95% interval contains'} 1×; ${faster}.`
  return `here ${noise.length} of ${known.length} such ratios may be noise, because their 95% intervals contain 1×; for the others, ${faster}.`
}
