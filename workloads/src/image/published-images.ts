import { readFileSync } from 'node:fs'
import type { ContainerEngine } from '../engine.ts'

/**
 * Published images of the catalog. Maps the name of an image in engines, which contains the hash of its inputs, to a
 * registry name with digest per architecture. Written by `npm run publish-images`; empty before the first release.
 */
export type PublishedImages = Record<string, Partial<Record<ContainerEngine['architecture'], string>>>

/** The images that this version can pull. Images that changed after publication are missing, and are built locally. */
export function publishedImages(): PublishedImages {
  return JSON.parse(readFileSync(new URL('../../image/published.json', import.meta.url), 'utf8'))
}
