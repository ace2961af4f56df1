import { createHash } from 'node:crypto'

/** The names of a document: `hash` is the key, `id` its short form for addresses. */
export interface Identity {
  /** `sha256:` and 64 hexadecimal digits. */
  hash: string
  /** The first 26 characters (130 bits) of the base32 of the same SHA-256: lower case, a–z and 2–7. */
  id: string
}

const ID_LENGTH = 26
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * The identity of a document: SHA-256 over its canonical JSON. It depends on what the document says, not on how its
 * text was laid out.
 */
export function identify(document: unknown): Identity {
  const digest = createHash('sha256').update(canonicalize(document), 'utf8').digest()
  return { hash: `sha256:${digest.toString('hex')}`, id: base32(digest).slice(0, ID_LENGTH) }
}

/**
 * Canonical JSON after RFC 8785: no white space, members sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them. Throws a TypeError for what JSON cannot say (undefined, NaN, infinities, lone surrogates, functions).
 */
export function canonicalize(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value === 'string') return canonicalString(value)
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  if (typeof value === 'object') {
    const object = value as Record<string, unknown>
    // The default order of sort is by UTF-16 code units, which is the one RFC 8785 asks for.
    const members = Object.keys(object).sort()
    return `{${members.map((key) => `${canonicalString(key)}:${canonicalize(object[key])}`).join(',')}}`
  }
  throw new TypeError(`JSON has no ${typeof value}`)
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  return JSON.stringify(value)
}

function canonicalString(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('a string has a lone surrogate, which UTF-8 cannot carry')
  return JSON.stringify(value)
}

/** RFC 4648 base32 without padding, in lower case. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(buffer >> bits) & 31]
    }
  }
  if (bits > 0) text += BASE32[(buffer << (5 - bits)) & 31]
  return text
}
