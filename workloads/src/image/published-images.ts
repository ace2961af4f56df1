import { readFileSync } from 'node:fs'
import type { ContainerEngine } from '../engine.ts'

/**
 * The published images of the catalog. The key is the local name of an image, which contains the hash of the image's
 * inputs. The value has one entry per architecture: the image's name in the registry, with its digest. `npm run
 * publish-images` writes the file. It is empty before the first release.
 */
export type PublishedImages = Record<string, Partial<Record<ContainerEngine['architecture'], string>>>

/**
 * The images that this version can pull. An image that changed after the publication is missing here, and is built
 * locally.
 */
export function publishedImages(): PublishedImages {
  return JSON.parse(readFileSync(new URL('../../image/published.json', import.meta.url), 'utf8'))
}
