/** The maximum size of a batch, in bytes of its documents: what a thread reads before it answers. */
const MAX_BYTES = 8_000_000

/**
 * Splits items into batches of at most `most` items, whose documents together are small.
 * @param sizeOf returns the size of an item's document in bytes
 */
export function toBatches<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): Item[][] {
  const batches: Item[][] = []
  let bytes = 0
  for (const item of items) {
    const size = sizeOf(item)
    const last = batches.at(-1)
    if (last !== undefined && last.length < most && bytes + size <= MAX_BYTES) {
      last.push(item)
      bytes += size
    } else {
      batches.push([item])
      bytes = size
    }
  }
  return batches
}
