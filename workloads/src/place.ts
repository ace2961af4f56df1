import { chmodSync, mkdirSync } from 'node:fs'
import { type ContainerEngine, RUN_LABEL } from './engine.ts'
import { removeDirectory } from './remove-directory.ts'

/**
 * Where a container finds the agent: a volume filled once per engine and run, mounted read-only, so that it works in
 * `FROM scratch`, under any USER and on a read-only root file system alike.
 */
export const AGENT_DIRECTORY = '/.plimsoll'

/** Where the containers of a cell run. */
export interface RunningContainer {
  engine: ContainerEngine
  image: string
  agentVolume: string
}

/** The fresh place of one sample: a container, and the volume and host directory its scenario asks for. */
export interface Place {
  /** of the container */
  name: string
  run: string
  hostDirectory: string | null
  volumes: string[]
  /** null on the host */
  container: RunningContainer | null
}

/**
 * Below this many free bytes places are removed as the run goes. Otherwise they stay until its end, because removing
 * files is work that reaches into the next sample: freed blocks are discarded later, and ext4 without a journal passes
 * over inodes freed in the last minutes one by one (on such a disk the same install took 0.7 s in untouched directories
 * and 2.3 s where the previous sample's files had just been removed).
 */
const LITTLE_SPACE = 10 * 2 ** 30

export function isLittleSpace(available: number | null): boolean {
  return available !== null && available < LITTLE_SPACE
}

export async function makePlace({ hostDirectory, volumes, container, run }: Place): Promise<void> {
  if (hostDirectory) {
    mkdirSync(hostDirectory, { recursive: true })
    chmodSync(hostDirectory, 0o777) // the image's USER is the image's own business and may be anybody
  }
  for (const volume of volumes) await container?.engine.createVolume(volume, { [RUN_LABEL]: run })
}

/** Remove places, with everything in them. `removed` is told how many are gone. */
export async function removePlaces(places: Place[], removed: (count: number) => void = () => {}): Promise<void> {
  for (const [index, { name, run, hostDirectory, volumes, container }] of places.entries()) {
    if (hostDirectory) await removeDirectory(hostDirectory, container ? [container.engine] : [])
    await container?.engine.remove([
      { kind: 'container', id: name, run },
      ...volumes.map((id) => ({ kind: 'volume' as const, id, run })),
    ])
    removed(index + 1)
  }
}
