import { InvalidDocument, toPointer } from './document-errors.ts'
import { parseFast } from './fast-parse.ts'
import { MAX_NUMBER_LENGTH, skipSpace, stringEnd, toNumber, toText } from './json-token.ts'
import type { JsonValue } from './json-value.ts'

/** The largest document the parser accepts, in bytes of UTF-8. */
export const MAX_BYTES = 64 * 1024 * 1024

/** The maximum nesting of objects and lists. A run document needs 7 levels. */
const MAX_DEPTH = 64

/**
 * The maximum number of values in a document: objects, lists and scalars. A sample of one metric has 12 values, so this
 * limit allows 160,000 samples, or 24 to 40 MB of text. The limit on bytes alone is not enough. In lists of lists, two
 * bytes of text become two hundred bytes of memory. A document with 10,000 benchmarks of 100 samples, far beyond any
 * suite, would exceed both limits: it would have 12 million values in more than 100 MB.
 */
export const MAX_VALUES = 2_000_000

/**
 * The maximum number of keys of one object. No object in the schema has more than 64 keys. It takes seconds to build an
 * object with millions of keys.
 */
export const MAX_KEYS = 1000

/**
 * Parses one JSON text (RFC 8259). It rejects everything that two parsers could read differently: duplicate keys, lone
 * surrogates, numbers that a double cannot hold (beyond its range, whole and beyond ±(2⁵³ − 1), or whole only after
 * rounding), invalid UTF-8, a byte order mark. It also rejects what only an attack needs: more than 64 levels of
 * nesting, 64 MiB, 2,000,000 values, 1,000 keys in one object or 1,000 characters in one number. Objects are ordinary
 * objects, as `JSON.parse` creates them; a `__proto__` key is an ordinary member.
 * @throws {InvalidDocument} with the first error, and the JSON pointer of the value that contains it
 */
export function parseStrict(text: string | Uint8Array): JsonValue {
  const decoded = decode(text)
  return parseFast(decoded, { keys: MAX_KEYS, depth: MAX_DEPTH, values: MAX_VALUES }) ?? new Parser(decoded).document()
}

class Parser {
  readonly #text: string
  #at = 0
  #values = 0
  /** The keys and indexes from the root to the current value. Its length is the current depth. */
  readonly #path: (string | number)[] = []

  constructor(text: string) {
    this.#text = text
  }

  document(): JsonValue {
    const value = this.#value()
    if (this.#next() !== '') this.#refuse('syntax', 'there is text after the end of the document')
    return value
  }

  #value(): JsonValue {
    if (++this.#values > MAX_VALUES) this.#refuse('too-many-values', `more than ${count(MAX_VALUES)} values`)
    switch (this.#next()) {
      case '{':
        return this.#object()
      case '[':
        return this.#list()
      case '"':
        return this.#string()
      case 't':
        return this.#literal('true', true)
      case 'f':
        return this.#literal('false', false)
      case 'n':
        return this.#literal('null', null)
      default:
        return this.#number()
    }
  }

  #object(): JsonValue {
    this.#open()
    const object: { [key: string]: JsonValue } = {}
    if (this.#skip('}')) return object
    let keys = 0
    do {
      if (++keys > MAX_KEYS) this.#refuse('too-many-keys', `more than ${count(MAX_KEYS)} keys in one object`)
      if (this.#next() !== '"') this.#refuse('syntax', 'expected a key in double quotes')
      const key = this.#string()
      this.#path.push(key)
      if (Object.hasOwn(object, key)) this.#refuse('duplicate-key', 'this key is given twice')
      if (!this.#skip(':')) this.#refuse('syntax', 'expected ":" after the key')
      setMember(object, key, this.#value())
      this.#path.pop()
    } while (this.#skip(','))
    if (!this.#skip('}')) this.#refuse('syntax', 'expected "," or "}"')
    return object
  }

  #list(): JsonValue {
    this.#open()
    const list: JsonValue[] = []
    if (this.#skip(']')) return list
    do {
      this.#path.push(list.length)
      list.push(this.#value())
      this.#path.pop()
    } while (this.#skip(','))
    if (!this.#skip(']')) this.#refuse('syntax', 'expected "," or "]"')
    return list
  }

  #open(): void {
    if (this.#path.length >= MAX_DEPTH) this.#refuse('too-deep', `nested more than ${MAX_DEPTH} levels deep`)
    this.#at++
  }

  #literal<T extends JsonValue>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse('syntax', 'expected a JSON value')
    this.#at += word.length
    return value
  }

  #string(): string {
    const end = stringEnd(this.#text, this.#at)
    const text = toText(this.#text.slice(this.#at, end))
    if (text === undefined)
      this.#refuse('syntax', 'this string has no end, or it contains an invalid escape or a control character')
    if (!text.isWellFormed()) this.#refuse('lone-surrogate', 'this string has half of a surrogate pair')
    this.#at = end
    return text
  }

  #number(): number {
    const { value, end, fault } = toNumber(this.#text, this.#at)
    if (end === this.#at) this.#refuse('syntax', 'expected a JSON value')
    if (fault !== undefined) this.#refuse(fault, NUMBER_FAULTS[fault])
    this.#at = end
    return value
  }

  /** Skips white space and returns the next character without consuming it. Empty at the end of the text. */
  #next(): string {
    this.#at = skipSpace(this.#text, this.#at)
    return this.#text.charAt(this.#at)
  }

  #skip(character: string): boolean {
    if (this.#next() !== character) return false
    this.#at++
    return true
  }

  #refuse(code: string, message: string): never {
    const { line, column } = position(this.#text, this.#at)
    throw refusal(code, `${message} (line ${line}, column ${column})`, this.#path)
  }
}

const NUMBER_FAULTS = {
  'number-too-long': `a number can have at most ${count(MAX_NUMBER_LENGTH)} characters`,
  'number-out-of-range': 'a number must be in the range of a double, and an integer must be within ±9007199254740991',
  'number-rounded': 'a double would round this fraction to a whole number; write the whole number or fewer digits',
}

/** The line and column of an offset, both counted from 1. */
function position(text: string, at: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + 1 }
}

function count(limit: number): string {
  return limit.toLocaleString('en')
}

/**
 * Stores a member of an object. A plain assignment of `__proto__` would replace the prototype instead of storing a
 * member.
 */
function setMember(object: { [key: string]: JsonValue }, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
}

function decode(input: string | Uint8Array): string {
  const size = typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength
  if (size > MAX_BYTES) throw refusal('too-large', `larger than ${MAX_BYTES / 1024 / 1024} MiB`)
  const text = typeof input === 'string' ? input : decodeUtf8(input)
  if (text.startsWith('\ufeff'))
    throw refusal('byte-order-mark', 'begins with a byte order mark; save the document without the mark')
  return text
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refusal('encoding', 'not valid UTF-8')
  }
}

function refusal(code: string, message: string, path: readonly (string | number)[] = []): InvalidDocument {
  return new InvalidDocument([{ code, pointer: toPointer(path), message }])
}
