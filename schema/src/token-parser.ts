import { refusal } from './document-errors.ts'
import type { ParseLimits } from './fast-parse.ts'
import type { JsonValue } from './json-value.ts'

/**
 * Parses any JSON text, token by token, by the rules of `parseStrict`.
 * @throws {InvalidDocument} with the first error, its JSON pointer, its line and its column
 */
export function parseTokens(text: string, limits: ParseLimits): JsonValue {
  return new Parser(text, limits).document()
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * The maximum length of a number, in characters. 17 digits, a sign and an exponent identify every double. The rest
 * allows for zeros.
 */
const MAX_NUMBER_LENGTH = 1000

/** The grammar of a number in RFC 8259, section 6. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y

class Parser {
  readonly #text: string
  readonly #limits: ParseLimits
  #at = 0
  #values = 0
  /** The keys and indexes from the root to the current value. Its length is the current depth. */
  readonly #path: (string | number)[] = []

  constructor(text: string, limits: ParseLimits) {
    this.#text = text
    this.#limits = limits
  }

  document(): JsonValue {
    const value = this.#value()
    if (this.#next() !== '') this.#refuse('syntax', 'there is text after the end of the document')
    return value
  }

  #value(): JsonValue {
    const { values } = this.#limits
    if (++this.#values > values) this.#refuse('too-many-values', `more than ${count(values)} values`)
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
    const { keys: limit } = this.#limits
    let keys = 0
    do {
      if (++keys > limit) this.#refuse('too-many-keys', `more than ${count(limit)} keys in one object`)
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
    const { depth } = this.#limits
    if (this.#path.length >= depth) this.#refuse('too-deep', `nested more than ${depth} levels deep`)
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

/** The index of the first character at or after `at` that is not JSON white space. */
function skipSpace(text: string, at: number): number {
  let end = at
  for (;;) {
    const code = text.charCodeAt(end)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return end
    end++
  }
}

/**
 * The index after the closing quote of the string literal at `at`. If there is no closing quote, the end of the text.
 */
function stringEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === QUOTE) return end + 1
    if (code === BACKSLASH) end++
  }
  return text.length
}

/** The value of a string literal with its quotes. Undefined if the literal is not valid. */
function toText(literal: string): string | undefined {
  try {
    // In a single string literal, JSON.parse accepts nothing that RFC 8259 forbids.
    return JSON.parse(literal) as string
  } catch {
    return undefined
  }
}

type NumberFault = 'number-too-long' | 'number-out-of-range' | 'number-rounded'

/**
 * The number at `at`, and the index after the number. If there is no number, the index is `at` itself. `fault` says why
 * a double cannot represent the number. There are three faults: the literal has more than 1,000 characters; the number
 * is too large, or whole and beyond the range in which a double has all integers; or the number is a fraction that a
 * double rounds to a whole number, including zero.
 */
function toNumber(text: string, at: number): { value: number; end: number; fault: NumberFault | undefined } {
  NUMBER.lastIndex = at
  const literal = NUMBER.exec(text)?.[0] ?? ''
  const end = at + literal.length
  if (literal.length > MAX_NUMBER_LENGTH) return { value: Number.NaN, end, fault: 'number-too-long' }
  const value = Number(literal)
  return { value, end, fault: faultOf(literal, value) }
}

function faultOf(literal: string, value: number): NumberFault | undefined {
  if (!Number.isFinite(value)) return 'number-out-of-range'
  if (!Number.isInteger(value)) return undefined
  if (!Number.isSafeInteger(value)) return 'number-out-of-range'
  return hasFraction(literal) ? 'number-rounded' : undefined
}

/**
 * Whether the exact decimal value of a number literal has a fraction. True for `1.5` and `15e-1`. False for `1.0`,
 * `1.5e1` and `10e-1`.
 */
function hasFraction(literal: string): boolean {
  if (!/[.eE]/.test(literal)) return false
  const [mantissa = '', exponent = '0'] = literal.split(/[eE]/)
  const last = [...mantissa].findLastIndex((character) => character >= '1' && character <= '9')
  if (last === -1) return false
  const point = mantissa.includes('.') ? mantissa.indexOf('.') : mantissa.length
  const decimals = last > point ? last - point : last - point + 1
  return decimals > Number(exponent)
}
