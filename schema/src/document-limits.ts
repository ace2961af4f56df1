/**
 * The largest document that is read, submitted or stored, in bytes of UTF-8: six times the largest that Plimsoll ships, a
 * run of 99 benchmarks with 800 kB.
 */
export const MAX_DOCUMENT_BYTES = 5_000_000

/** The maximum nesting of objects and lists. A run document needs 7 levels. */
export const MAX_DEPTH = 64

/**
 * The maximum number of values in a document: objects, lists and scalars. A sample of one metric has 12 values in 150 to
 * 250 bytes, so the limit on bytes comes first. That limit is not enough: in lists of lists, two bytes of text become two
 * hundred bytes of memory.
 */
export const MAX_VALUES = 500_000

/**
 * The maximum number of keys of one object. No object in the schema has more than 64 keys. It takes seconds to build an
 * object with millions of keys.
 */
export const MAX_KEYS = 1000
