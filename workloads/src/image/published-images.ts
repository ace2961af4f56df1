import { readFileSync } from 'node:fs'
import type { ContainerEngine } from '../engine.ts'

/**
 * The published images of the catalog. The key is the local name of an image, which contains the hash of its inputs.
 * The value has the image's name in the registry, with its digest, for each architecture. `npm run publish-images`
 * writes the file; it is empty before the first release.
 */
export type PublishedImages = Record<string, Partial<Record<ContainerEngine['architecture'], string>>>

/** The images that this version can pull. Images that changed after publication are missing, and are built locally. */
export function publishedImages(): PublishedImages {
  return JSON.parse(readFileSync(new URL('../../image/published.json', import.meta.url), 'utf8'))
}
