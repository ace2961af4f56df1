import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ContainerEngine, chooseEngines } from '@plimsoll/workloads'
import { OwnDockerd } from './faults-engine.ts'
import { type ImageFileSystem, mountImage } from './mounted-image.ts'

/** The size of an image in bytes. With less than 10 GiB free, a run would remove files between its samples. */
const BYTES = 16 * 2 ** 30

/** A new file system with a dockerd of its own, whose files are on it too. */
export interface Ground {
  /** A directory on the file system. */
  directory: string
  /** The address of the dockerd. */
  host: string
  remove: () => Promise<void>
}

/**
 * Makes a ground.
 * @param images the names of container images that the machine's engine has. The dockerd reaches no network, so it gets
 *   copies.
 */
export async function makeGround(
  fileSystem: ImageFileSystem,
  images: readonly string[],
  mountOptions: string[] = [],
): Promise<Ground> {
  const image = await mountImage(fileSystem, { bytes: BYTES, mountOptions })
  const dockerd = new OwnDockerd(image.directory)
  const directory = join(image.directory, 'plimsoll')
  const remove = async () => {
    await dockerd.remove()
    await image.remove()
  }
  try {
    mkdirSync(directory)
    await dockerd.start()
    for (const name of images) await dockerd.load(name)
  } catch (error) {
    await remove()
    throw error
  }
  return { directory, host: dockerd.host, remove }
}

/** Calls `work` with the engine of a ground. Meanwhile, the environment names that engine, because its commands read it. */
export async function withGroundEngine<T>({ host }: Ground, work: (engine: ContainerEngine) => Promise<T>): Promise<T> {
  const { DOCKER_HOST } = process.env
  process.env.DOCKER_HOST = host
  try {
    const { chosen } = await chooseEngines(['docker'], {}, () => {})
    return await work(chosen[0] as ContainerEngine)
  } finally {
    if (DOCKER_HOST === undefined) delete process.env.DOCKER_HOST
    else process.env.DOCKER_HOST = DOCKER_HOST
  }
}
