/** The quotient. Null if either side is missing or the divisor is 0. */
export function quotient(above: number | null | undefined, below: number | null | undefined): number | null {
  return typeof above === 'number' && typeof below === 'number' && below !== 0 ? above / below : null
}
