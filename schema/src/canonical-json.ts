/**
 * Returns canonical JSON as defined by RFC 8785: no white space, members sorted by UTF-16 code units, numbers and
 * strings as ECMAScript writes them.
 * @throws {TypeError} for values that JSON cannot represent (undefined, NaN, infinities, lone surrogates, functions)
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
      throw new TypeError(`JSON cannot represent a ${typeof value}`)
  }
}

// The following code concatenates strings, because joining lists takes more than twice as long. Canonical JSON is most
// of the work of ingesting a document.

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

/**
 * The keys of an object in the object's own order, the same keys sorted as RFC 8785 requires, and the text before each
 * value.
 */
interface Order {
  keys: string[]
  sorted: string[]
  heads: string[]
}

/**
 * The most recent order of keys for each number of keys. Consecutive samples have the same keys, so the cached order
 * usually applies again.
 */
const met: Order[] = []
/**
 * The maximum number of keys in a cached order. No object of a run document has more keys. The keys of larger objects,
 * in other values, are not cached.
 */
const MAX_KEPT = 64

/**
 * Returns the order of keys from a cache, because sorting the keys of an object takes as long as writing the object.
 */
function orderOf(keys: string[]): Order {
  const last = met[keys.length]
  if (last?.keys.every((key, index) => key === keys[index])) return last
  // The default order of sort is by UTF-16 code units, as RFC 8785 requires.
  const sorted = keys.toSorted()
  const heads = sorted.map((key, index) => `${index === 0 ? '' : ','}${canonicalString(key)}:`)
  const order = { keys, sorted, heads }
  if (keys.length <= MAX_KEPT) met[keys.length] = order
  return order
}

/** Writes a number. ECMAScript and JSON write finite numbers in the same way. JSON has no NaN and no infinities. */
function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON cannot represent the number ${value}`)
  return String(value)
}

function canonicalString(value: string): string {
  if (NEEDS_NO_ESCAPE.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new TypeError('a string has a lone surrogate, which UTF-8 cannot encode')
  return JSON.stringify(value)
}

/** Matches ASCII text without control characters, quote and backslash. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/
