import { createHash } from 'node:crypto'

/** The first line of our comment, by which a later run finds it again; nobody sees it. */
export function commentMarker(key: string): string {
  return `<!-- plimsoll:comment ${safeKey(key)} -->`
}

/**
 * A comment key of 1 to 64 of a–z, 0–9 and `-`. A key that has to be changed for that ends in a hash of what it was:
 * two keys stay two, or two checks would overwrite each other's comment.
 */
export function safeKey(key: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(key)) return key
  const readable = key.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const digest = createHash('sha256').update(key).digest('hex')
  return `${readable.slice(0, 55)}-${digest.slice(0, 8)}`
}
