/**
 * Returns canonical JSON as defined by RFC 8785: no white space, members sorted by UTF-16 code units, numbers and
 * strings as ECMAScript writes them.
 * @throws {TypeError} for values that JSON cannot represent (undefined, NaN, infinities, lone surrogates, functions)
 */
export function canonicalize(value: unknown): string {
  // `JSON.stringify` writes a sorted copy in half of the time that concatenating its parts takes, and canonical JSON is
  // much of the work of ingesting a document.
  const copy = sortedCopy(value)
  return copy === undefined ? concatenate(value) : JSON.stringify(copy)
}

/**
 * Copies a value with the members of its objects in canonical order. Undefined if an object of JavaScript cannot have
 * its members in this order.
 */
function sortedCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return assertScalar(value)
  return Array.isArray(value) ? sortedList(value) : sortedObject(value as Record<string, unknown>)
}

function sortedList(list: readonly unknown[]): unknown[] | undefined {
  const copy: unknown[] = []
  for (let index = 0; index < list.length; index++) {
    const member = sortedCopy(list[index])
    if (member === undefined) return undefined
    copy.push(member)
  }
  return copy
}

function sortedObject(object: Record<string, unknown>): Record<string, unknown> | undefined {
  const sorted = sortKeys(Object.keys(object))
  if (sorted === undefined) return undefined
  const copy: Record<string, unknown> = {}
  for (let index = 0; index < sorted.length; index++) {
    const key = sorted[index] as string
    const member = sortedCopy(object[key])
    if (member === undefined) return undefined
    copy[key] = member
  }
  return copy
}

/** Keys in the order of an object, and sorted as RFC 8785 requires. */
interface Order {
  keys: string[]
  /** Undefined if no object has its keys in this order. */
  sorted: string[] | undefined
}

/**
 * The most recent order of keys for each number of keys. Consecutive samples have the same keys, so the cached order
 * usually applies again: sorting the keys of an object takes as long as copying it.
 */
const recent: Order[] = []
/**
 * The maximum number of keys in a cached order. No object of a run document has more keys. The keys of larger objects,
 * in other values, are not cached.
 */
const MAX_CACHED = 64

function sortKeys(keys: string[]): string[] | undefined {
  const last = recent[keys.length]
  if (last !== undefined && areSame(keys, last.keys)) return last.sorted
  for (const key of keys) assertScalar(key)
  // The default order of sort is by UTF-16 code units, as RFC 8785 requires.
  const sorted = keys.some((key) => MISPLACED.test(key)) ? undefined : keys.toSorted()
  if (keys.length <= MAX_CACHED) recent[keys.length] = { keys, sorted }
  return sorted
}

function areSame(keys: readonly string[], others: readonly string[]): boolean {
  for (let index = 0; index < keys.length; index++) if (keys[index] !== others[index]) return false
  return true
}

/** Matches the keys that JavaScript does not add at the end of an object: indexes come first, a prototype is no member. */
const MISPLACED = /^(\d+|__proto__)$/

/** Returns a scalar that JSON can represent. @throws {TypeError} */
function assertScalar(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value
    throw new TypeError('a string has a lone surrogate, which UTF-8 cannot encode')
  }
  if (Number.isFinite(value) || typeof value === 'boolean' || value === null) return value
  throw new TypeError(
    `JSON cannot represent ${typeof value === 'number' ? `the number ${value}` : `a ${typeof value}`}`,
  )
}

/** Writes canonical JSON part by part. */
function concatenate(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(assertScalar(value))
  if (Array.isArray(value)) return `[${value.map(concatenate).join(',')}]`
  const object = value as Record<string, unknown>
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(assertScalar(key))}:${concatenate(object[key])}`)
  return `{${members.join(',')}}`
}
