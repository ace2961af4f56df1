import { uptime } from 'node:os'
import { type Image, isSameImage, type Replication } from '@plimsoll/schema'
import type { ContainerEngine } from '../engine.ts'

/** What a replication must know of the run that it repeats. */
export interface RepeatedRun {
  /** The hash of its document. */
  hash: string
  /** The end of the run, as in its document. */
  finishedAt: string
  images: readonly ReplicatedImage[]
}

type ReplicatedImage = Pick<Image, 'digest' | 'contentDigest'>

/** What was made anew since the end of the repeated run. Unknown is never taken for anew. */
export async function describeReplication(
  { hash, finishedAt, images: earlier }: RepeatedRun,
  { images, engines }: { images: readonly ReplicatedImage[]; engines: readonly ContainerEngine[] },
): Promise<Replication> {
  const ended = Date.parse(finishedAt)
  const started = await Promise.all(engines.map((engine) => engine.startedAt()))
  return {
    document: hash,
    images: renewalOf(images.map((image) => !earlier.some((other) => isSameImage(other, image)))),
    engine: renewalOf(started.map((time) => time && time.getTime() > ended)),
    machine: renewalOf([Date.now() - uptime() * 1000 > ended]),
  }
}

function renewalOf(anew: readonly (boolean | null)[]): Replication['images'] {
  if (anew.length === 0 || anew.includes(null)) return 'unknown'
  return anew.every(Boolean) ? 'anew' : 'same'
}
