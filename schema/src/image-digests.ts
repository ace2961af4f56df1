import type { Image } from './run.v1.generated.ts'

type Digests = Pick<Image, 'digest' | 'contentDigest'>

/** The digests of two images that can be compared: of their contents, or their ids if a content is not known. */
export function comparableDigests(a: Digests, b: Digests): [string, string] {
  return a.contentDigest && b.contentDigest ? [a.contentDigest, b.contentDigest] : [a.digest, b.digest]
}

/** Whether two images have the same content. Images of unknown content are the same if their ids are. */
export function isSameImage(a: Digests, b: Digests): boolean {
  const [left, right] = comparableDigests(a, b)
  return left === right
}
