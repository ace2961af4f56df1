/**
 * Returns a UUID of the free-form version 8 (RFC 9562) from the first bits of a SHA-256. The same hash gives the same
 * UUID in every feed.
 * @param hash `sha256:` and 64 digits
 */
export function uuidOf(hash: string): string {
  const digits = hash.replace(/^sha256:/, '')
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
