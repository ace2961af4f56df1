import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory } from '../cleanup/home.ts'
import { inScratch } from '../cleanup/scratch.ts'
import { type ContainerEngine, RUN_LABEL } from '../engine.ts'

/**
 * Programs of an image for work outside of containers: directories of its /opt/plimsoll, with every library they need,
 * copied out once and kept in the cache by the image's id, so that every execution target runs the same bytes.
 * @returns the directory that stands for /opt/plimsoll
 * @throws Problem (3) when the engine cannot
 */
export async function imageToolchain(
  image: string,
  directories: string[],
  engine: ContainerEngine,
  run: string,
): Promise<string> {
  const toolchain = join(cacheDirectory(), 'from-image', image.replace('sha256:', '').slice(0, 12))
  for (const name of directories.filter((name) => !existsSync(join(toolchain, name)))) {
    await inScratch(async (scratch) => {
      await engine.copyFromImage(image, `/opt/plimsoll/${name}`, join(scratch, name), { [RUN_LABEL]: run })
      mkdirSync(toolchain, { recursive: true })
      renameSync(join(scratch, name), join(toolchain, name))
    })
  }
  return toolchain
}
