import { bootstrapInterval } from './bootstrap-interval.ts'
import type { Interval } from './interval.ts'
import type { Generator } from './random-generator.ts'

/** The bootstrap interval of median(values) − median(reference), in the unit of the values. */
export function differenceInterval(
  values: readonly number[],
  reference: readonly number[],
  generator: Generator,
): Interval | null {
  return bootstrapInterval(values, reference, generator, (own, theirs) => own - theirs)
}
