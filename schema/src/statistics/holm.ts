/**
 * Holm's step-down adjustment (1979): a family of tests that is reported where the adjusted p is at most α makes any
 * false positive with a chance of at most α, however the tests depend on each other. In the order of `pValues`.
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length)
  const ascending = [...pValues.keys()].sort((a, b) => (pValues[a] as number) - (pValues[b] as number))
  let largest = 0
  for (const [step, index] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - step) * (pValues[index] as number)))
    adjusted[index] = largest
  }
  return adjusted
}
