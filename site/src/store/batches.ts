import { isLarge } from './document-weight.ts'

/** The maximum weight of a batch, in bytes of its documents. */
const MAX_WEIGHT = 8_000_000

/** Work on documents, in batches for threads. */
export interface Batches<Item> {
  small: Item[][]
  /** The items with a large document. They follow one at a time, because each takes a lot of memory. */
  large: Item[]
}

/**
 * Splits items into batches of at most `most` items, whose documents together weigh little.
 * @param sizeOf returns the size of an item's document in bytes. The exact weight would require reading it; a document
 * that is large by its values only is a quarter of a batch at most.
 */
export function toBatches<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): Batches<Item> {
  const batches: Batches<Item> = { small: [], large: [] }
  let weight = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (isLarge(size)) {
      batches.large.push(item)
      continue
    }
    const last = batches.small.at(-1)
    if (last !== undefined && last.length < most && weight + size <= MAX_WEIGHT) {
      last.push(item)
      weight += size
    } else {
      batches.small.push([item])
      weight = size
    }
  }
  return batches
}
