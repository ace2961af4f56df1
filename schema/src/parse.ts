import { refusal } from './document-errors.ts'
import { MAX_DEPTH, MAX_DOCUMENT_BYTES, MAX_KEYS, MAX_VALUES } from './document-limits.ts'
import { parseFast } from './fast-parse.ts'
import type { JsonValue } from './json-value.ts'
import { parseTokens } from './token-parser.ts'

/**
 * Parses one JSON text (RFC 8259). It rejects everything that two parsers could read differently: duplicate keys, lone
 * surrogates, numbers that a double cannot hold (beyond its range, whole and beyond ±(2⁵³ − 1), or whole only after
 * rounding), invalid UTF-8, a byte order mark. It also rejects what only an attack needs: more than 64 levels of
 * nesting, 5 MB, 500,000 values, 1,000 keys in one object or 1,000 characters in one number. Objects are ordinary
 * objects, as `JSON.parse` creates them; a `__proto__` key is an ordinary member.
 * @throws {InvalidDocument} with the first error, and the JSON pointer of the value that contains it
 */
export function parseStrict(text: string | Uint8Array): JsonValue {
  const decoded = decode(text)
  const limits = { keys: MAX_KEYS, depth: MAX_DEPTH, values: MAX_VALUES }
  return parseFast(decoded, limits) ?? parseTokens(decoded, limits)
}

function decode(input: string | Uint8Array): string {
  const size = typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength
  if (size > MAX_DOCUMENT_BYTES) throw refusal('too-large', `larger than ${MAX_DOCUMENT_BYTES / 1e6} MB`)
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
