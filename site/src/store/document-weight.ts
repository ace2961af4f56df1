/**
 * The memory that each value of a parsed document stands for, in bytes: an object, a list or a scalar. With 16 bytes, a
 * document of samples weighs as much as its text. A list of short numbers weighs more than its text, as it does when it
 * is parsed and computed with.
 */
const BYTES_PER_VALUE = 16

/** The weight from which a document is large. A run of the standard suite weighs about 1 MB. */
const LARGE = 2_000_000

/**
 * Returns the weight of a document: what it costs to parse, to compute with and to show, in bytes. The values are counted
 * without parsing: each has a comma before it, or the start of a list or object, so this is never too few.
 */
export function weightOf(bytes: Uint8Array): number {
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === COMMA || byte === LIST || byte === OBJECT) values++
  }
  return Math.max(bytes.length, BYTES_PER_VALUE * values)
}

/**
 * Whether a document of this weight is large. Large documents are handled one at a time, and apart from small ones: each
 * takes hundreds of megabytes for seconds.
 */
export function isLarge(weight: number): boolean {
  return weight > LARGE
}

/**
 * The maximum size of the heap of a process that handles large documents, in megabytes. Documents of 20 MB, with 10,000
 * benchmarks or with three of 48,000 samples each, fit.
 */
const MEGABYTES = 256

/** How large documents are handled: one at a time, in a process of its own, whose memory is free when it ends. */
export const FOR_LARGE = { most: 1, megabytes: MEGABYTES, isProcess: true }

const [COMMA, LIST, OBJECT] = [...',[{'].map((character) => character.charCodeAt(0))

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
