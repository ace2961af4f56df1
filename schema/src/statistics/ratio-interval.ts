import { bootstrapInterval } from './bootstrap-interval.ts'
import type { Interval } from './interval.ts'
import type { Generator } from './random-generator.ts'

/**
 * The bootstrap interval of median(values) ÷ median(reference). Null if `bootstrapInterval` is null, or if a resampled
 * reference median is 0.
 */
export function ratioInterval(
  values: readonly number[],
  reference: readonly number[],
  generator: Generator,
): Interval | null {
  return bootstrapInterval(values, reference, generator, (own, theirs) => own / theirs)
}
