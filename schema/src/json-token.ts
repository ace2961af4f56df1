const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * The maximum length of a number, in characters. 17 digits, a sign and an exponent identify every double. The rest
 * allows for zeros.
 */
export const MAX_NUMBER_LENGTH = 1000

/** The grammar of a number in RFC 8259, section 6. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y

/** The index of the first character at or after `at` that is not JSON white space. */
export function skipSpace(text: string, at: number): number {
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
export function stringEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === QUOTE) return end + 1
    if (code === BACKSLASH) end++
  }
  return text.length
}

/** The value of a string literal with its quotes. Undefined if the literal is not valid. */
export function toText(literal: string): string | undefined {
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
export function toNumber(text: string, at: number): { value: number; end: number; fault: NumberFault | undefined } {
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
