import {
  type Benchmark,
  benchmarkOutcome,
  type Check,
  type CheckedBenchmark,
  type Outcome,
  type RunDocument,
} from '@plimsoll/schema'

/** Returns the label of a variant of a check. */
export function variantTitle(variant: NonNullable<Benchmark['variant']>): string {
  return variant === 'second-base' ? 'second base' : variant
}

/**
 * Returns the indexes of all benchmarks of a check, ordered so that the variants of a benchmark are adjacent: base,
 * head, second base.
 */
export function groupVariants({ benchmarks }: RunDocument, { benchmarks: checked, nullPair }: Check): number[] {
  const beside = new Map(checked.map(({ base, head }) => [base, [base, head]]))
  if (nullPair !== null) beside.set(nullPair.base, [...(beside.get(nullPair.base) ?? [nullPair.base]), nullPair.second])
  const moved = new Set([...beside.values()].flatMap(([, ...others]) => others))
  return benchmarks.flatMap((_, index) => (moved.has(index) ? [] : (beside.get(index) ?? [index])))
}

/** The outcomes of a check's benchmarks in order of importance. */
const ORDER: Outcome[] = ['slower', 'inconclusive', 'unreported', 'faster', 'not slower', 'absent']

/**
 * Returns the benchmarks of a check, most important outcomes first. Benchmarks with equal outcomes keep the order of
 * the document.
 */
export function inOrder({ benchmarks }: Check): CheckedBenchmark[] {
  return benchmarks.toSorted((a, b) => ORDER.indexOf(benchmarkOutcome(a)) - ORDER.indexOf(benchmarkOutcome(b)))
}
