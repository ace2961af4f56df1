const QUOTE = 0x22
const BACKSLASH = 0x5c

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

/** The index after the closing quote of the string literal that starts at `at`; the end of the text if none closes it. */
export function stringEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === QUOTE) return end + 1
    if (code === BACKSLASH) end++
  }
  return text.length
}

/** What a string literal, quotes included, says; undefined where it is not one. */
export function toText(literal: string): string | undefined {
  try {
    // One literal that starts with a quote: nothing JSON.parse is lenient about can be in it.
    return JSON.parse(literal) as string
  } catch {
    return undefined
  }
}

/**
 * The number at `at`, and where it ends (`at` itself where there is none). `exact` is false where a double would say
 * something else: too large, so small that it becomes zero, or whole and beyond the range in which all integers are.
 */
export function toNumber(text: string, at: number): { value: number; end: number; exact: boolean } {
  NUMBER.lastIndex = at
  const literal = NUMBER.exec(text)?.[0] ?? ''
  const value = Number(literal)
  const vanished = value === 0 && /^[^eE]*[1-9]/.test(literal)
  const unsafe = Number.isInteger(value) && !Number.isSafeInteger(value)
  return { value, end: at + literal.length, exact: Number.isFinite(value) && !unsafe && !vanished }
}
