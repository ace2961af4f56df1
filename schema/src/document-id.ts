import { hash as digest } from 'node:crypto'
import { canonicalize } from './canonical-json.ts'

/** The identity of a document. `hash` is the key. `id` is the short form of the hash for addresses. */
export interface Identity {
  /** The hash: `sha256:` and 64 hexadecimal digits. */
  hash: string
  /** The id: the first 26 characters (130 bits) of the same SHA-256 in base32, with lower-case a–z and 2–7. */
  id: string
}

const ID_LENGTH = 26
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Returns the identity of a document: the SHA-256 of its canonical JSON. The layout of the original text has no
 * influence.
 */
export function identify(document: unknown): Identity {
  return identifyCanonical(canonicalize(document))
}

/** Returns the identity of the document with this canonical JSON. */
export function identifyCanonical(canonical: string): Identity {
  const hash = `sha256:${digest('sha256', canonical, 'hex')}`
  return { hash, id: idOfHash(hash) }
}

/**
 * Returns the id for the hash of a document.
 * @param hash `sha256:` and 64 hexadecimal digits
 */
export function idOfHash(hash: string): string {
  return base32(Buffer.from(hash.slice('sha256:'.length), 'hex')).slice(0, ID_LENGTH)
}

/** Encodes bytes as RFC 4648 base32 without padding, in lower case. */
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
