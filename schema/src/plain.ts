import type { JsonValue } from './parse.ts'

/** Longer texts are read with more care for memory than `JSON.parse` takes. */
const MAX_LENGTH = 4 * 1024 * 1024

/** What only `JSON.parse` understands in one way though others may not: halves of surrogate pairs. */
const SURROGATE_ESCAPE = '\\ud'

/** How much a text may hold: keys of one object, levels of nesting, values in all. */
export interface PlainLimits {
  keys: number
  depth: number
  values: number
}

/**
 * The value of a text that is, to the last character, what `JSON.stringify` writes for it, on one line or indented, with
 * or without a line feed at its end; undefined for any other text. Such a text can be understood in one way only: a key
 * given twice, or a number that a double does not hold, would not have been written again as it was read. Nearly every
 * document is such a text, and is read in a third of the time this way.
 */
export function parsePlain(text: string, limits: PlainLimits): JsonValue | undefined {
  if (text.length > MAX_LENGTH || text.includes(SURROGATE_ESCAPE)) return undefined
  const value = attempt(() => JSON.parse(text) as JsonValue)
  if (value === undefined || !keepsTo({ ...limits }, value, limits.depth)) return undefined
  const written = JSON.stringify(value, null, indentation(text))
  return written === text || `${written}\n` === text ? value : undefined
}

/** How many spaces the second line begins with. */
function indentation(text: string): number {
  return /^[{[]\n( *)/.exec(text)?.[1]?.length ?? 0
}

/** Whether whole numbers are such that no other is the same double, and nothing is too deep, too wide or too much. */
function keepsTo(left: PlainLimits, value: JsonValue, depth: number): boolean {
  left.values -= 1
  if (left.values < 0) return false
  if (typeof value === 'number') return Number.isSafeInteger(value) || !Number.isInteger(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  const members = Array.isArray(value) ? value : Object.values(value)
  if (members !== value && members.length > left.keys) return false
  return members.every((member) => keepsTo(left, member, depth - 1))
}

/** undefined where it throws: whatever is wrong with the text is found, and named with its place, by who reads it next. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
