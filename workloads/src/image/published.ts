import { readFileSync } from 'node:fs'
import type { ContainerEngine } from '../engine.ts'

/**
 * Where images of the catalog can be pulled: to the name that an image has in engines, which tells what it is made of,
 * a name in a registry for each architecture, with the digest. Written by `npm run publish-images`; empty before the first
 * release.
 */
export type PublishedImages = Record<string, Partial<Record<ContainerEngine['architecture'], string>>>

/** The images that this version can pull. One that was changed since they were published is not among them, and is built in place. */
export function publishedImages(): PublishedImages {
  return JSON.parse(readFileSync(new URL('../../image/published.json', import.meta.url), 'utf8'))
}
