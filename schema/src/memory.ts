/** A kernel reserves a few percent of the memory, depending on the kernel. Configured sizes differ in larger steps. */
const TOLERANCE = 0.1

/** Whether two amounts of memory in bytes, requested or observed by a kernel, may be the same configured size. */
export function isSameMemory(a: number, b: number): boolean {
  return Math.min(a, b) >= (1 - TOLERANCE) * Math.max(a, b)
}
