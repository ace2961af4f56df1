/**
 * A kernel keeps a few percent of the memory of its machine to itself, how much depends on the kernel. Who chooses
 * how much memory a machine has does so in larger steps.
 */
const TOLERANCE = 0.1

/** Whether two amounts of memory, asked for or seen by a kernel, may well be the same. In bytes. */
export function isSameMemory(a: number, b: number): boolean {
  return Math.min(a, b) >= (1 - TOLERANCE) * Math.max(a, b)
}
