/**
 * Canonical JSON after RFC 8785: no white space, members sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them. Throws a TypeError for what JSON cannot say (undefined, NaN, infinities, lone surrogates, functions).
 */
export function canonicalize(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value)
    case 'number':
      return canonicalNumber(value)
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? canonicalList(value) : canonicalObject(value as Record<string, unknown>)
    default:
      throw new TypeError(`JSON has no ${typeof value}`)
  }
}

// Text is put together piece by piece: lists that are joined take more than twice as long, and this is most of the work
// of taking a document in.

function canonicalList(list: readonly unknown[]): string {
  let text = '['
  for (let index = 0; index < list.length; index++) {
    if (index > 0) text += ','
    text += canonicalize(list[index])
  }
  return `${text}]`
}

function canonicalObject(object: Record<string, unknown>): string {
  const { sorted, heads } = orderOf(Object.keys(object))
  let text = '{'
  for (let index = 0; index < sorted.length; index++) {
    text += heads[index]
    text += canonicalize(object[sorted[index] as string])
  }
  return `${text}}`
}

/** Keys as an object has them, as RFC 8785 sorts them, and what is written before the value of each. */
interface Order {
  keys: string[]
  sorted: string[]
  heads: string[]
}

/** By number of keys, the order of those that were met last: one sample has the keys of the one before it. */
const met: Order[] = []
/** No object of a run document has more; of any other value, nothing large is to be kept. */
const MAX_KEPT = 64

/** Sorting the keys of every object again takes as long as writing it. */
function orderOf(keys: string[]): Order {
  const last = met[keys.length]
  if (last?.keys.every((key, index) => key === keys[index])) return last
  // The default order of sort is by UTF-16 code units, which is the one RFC 8785 asks for.
  const sorted = keys.toSorted()
  const heads = sorted.map((key, index) => `${index === 0 ? '' : ','}${canonicalString(key)}:`)
  const order = { keys, sorted, heads }
  if (keys.length <= MAX_KEPT) met[keys.length] = order
  return order
}

/** ECMAScript writes a number as JSON does, but for those JSON does not have. */
function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  return String(value)
}

function canonicalString(value: string): string {
  if (NEEDS_NO_ESCAPE.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new TypeError('a string has a lone surrogate, which UTF-8 cannot carry')
  return JSON.stringify(value)
}

/** ASCII without control characters, quote and backslash. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/
