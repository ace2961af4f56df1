/**
 * Holm's step-down adjustment (1979) of p-values, in the order of `pValues`. If every test with an adjusted p of at
 * most α is reported, the probability of any false positive is at most α. This holds however the tests depend on each
 * other.
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
