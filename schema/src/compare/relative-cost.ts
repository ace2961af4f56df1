import type { Metric, RunDocument } from '../run.v1.generated.ts'
import type { Interval } from '../statistics/index.ts'
import { type RatioToReference, summarizeRun } from '../summarize-run.ts'

/**
 * The ratios of one metric of one benchmark to its reference (`native`, or `layer`) in two runs. The reference was measured
 * beside the benchmark in each run, so the quotient of the ratios does not contain the speed of the machines.
 */
export interface RelativeCost {
  reference: string
  a: RatioToReference
  b: RatioToReference
  /** What B costs relative to its reference ÷ what A costs relative to its own. Null unless both runs have an estimate. */
  quotient: {
    /** B's ratio ÷ A's; the inverse for a metric of which more is better. Above 0; above 1, B costs more. */
    value: number
    /** The 95% interval. Null if a ratio has none, as those of transcribed runs. */
    interval: Interval | null
  } | null
}

/** Finds the ratio of a metric of a benchmark, by the index of the benchmark. Null for a reference, and without one. */
export type FindRatio = (benchmark: number, metric: string) => RatioToReference | null

/** The ratios of a run. */
export function ratiosOf(document: RunDocument): FindRatio {
  const ratios = new Map(
    summarizeRun(document).map(({ benchmark, metric, ratio }) => [`${benchmark} ${metric}`, ratio]),
  )
  return (benchmark, metric) => ratios.get(`${benchmark} ${metric}`) ?? null
}

/** Null if a run has no such ratio, or if the two have different references. */
export function relativeCost(
  a: RatioToReference | null,
  b: RatioToReference | null,
  better: Metric['better'],
): RelativeCost | null {
  if (a === null || b === null || a.reference !== b.reference) return null
  return { reference: a.reference, a, b, quotient: better === 'higher' ? quotientOf(b, a) : quotientOf(a, b) }
}

/**
 * b ÷ a. The interval joins those of two independent estimates on the log scale (method of variance estimates recovery:
 * Zou and Donner, Statistics in Medicine 27, 2008, 1693–1702).
 */
function quotientOf(a: RatioToReference, b: RatioToReference): RelativeCost['quotient'] {
  if (a.value === null || b.value === null) return null
  const value = b.value / a.value
  if (a.interval === null || b.interval === null) return { value, interval: null }
  const [below, above] = [distances(a.value, a.interval), distances(b.value, b.interval)]
  const lower = value * Math.exp(-Math.hypot(above.down, below.up))
  return { value, interval: [lower, value * Math.exp(Math.hypot(above.up, below.down))] }
}

/** How far the ends of an interval are from its estimate, as logarithms. */
function distances(value: number, [lower, upper]: Interval): { down: number; up: number } {
  return { down: Math.log(value / lower), up: Math.log(upper / value) }
}
