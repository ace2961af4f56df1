import { InvalidDocument } from '../src/document-errors.ts'
import { parseStrict } from '../src/parse.ts'

/**
 * Texts that a parser without limits would take long for, or never end.
 * @param size their length, in bytes
 */
export function hostileTexts(size: number): [name: string, text: string, code: string][] {
  return [
    ['lists in each other', '['.repeat(size), 'too-deep'],
    ['objects in each other', '{"a":'.repeat(size / 5), 'too-deep'],
    ['one number', '1'.repeat(size), 'number-too-long'],
    ['keys', `{${keys(size / 12)}}`, 'too-many-keys'],
    ['a string without end', `"${'a'.repeat(size)}`, 'syntax'],
    ['backslashes', `"${'\\'.repeat(size)}`, 'syntax'],
    ['white space', ' '.repeat(size), 'syntax'],
    ['line feeds', '\n'.repeat(size), 'syntax'],
  ]
}

/** Members of an object with as many different keys. */
export function keys(count: number): string {
  return Array.from({ length: count }, (_, i) => `"k${i}":0`).join()
}

/** The first error of a text, or undefined if it is read. */
export function findRefusal(text: string | Uint8Array) {
  try {
    parseStrict(text)
    return undefined
  } catch (error) {
    if (error instanceof InvalidDocument) return error.errors[0]
    throw error
  }
}
