import { createHash } from 'node:crypto'

/** Returns the SHA-256 of bytes or text in hexadecimal. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
