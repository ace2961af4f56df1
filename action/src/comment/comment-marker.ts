import { createHash } from 'node:crypto'

/** The invisible first line of Plimsoll's comment on a pull request. A later run finds the comment by this line. */
export function commentMarker(key: string): string {
  return `<!-- plimsoll:comment ${safeKey(key)} -->`
}

/**
 * A comment key of 1 to 64 characters from a–z, 0–9 and `-`. A key with other characters, or of another length, is
 * changed and ends with a hash of the original. So different keys stay different, and two checks do not overwrite each
 * other's comment.
 */
export function safeKey(key: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(key)) return key
  const readable = key.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const digest = createHash('sha256').update(key).digest('hex')
  return `${readable.slice(0, 55)}-${digest.slice(0, 8)}`
}
