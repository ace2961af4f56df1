/**
 * The relative tolerance. A kernel reserves a few percent of the memory, and the share depends on the kernel.
 * Configured sizes differ by more.
 */
const TOLERANCE = 0.1

/**
 * Whether two amounts of memory in bytes may come from the same configured size. An amount is requested, or observed by
 * a kernel.
 */
export function isSameMemory(a: number, b: number): boolean {
  return Math.min(a, b) >= (1 - TOLERANCE) * Math.max(a, b)
}
