import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory } from '../cleanup/plimsoll-home.ts'
import { inTemporaryDirectory } from '../cleanup/temporary-directory.ts'
import { type ContainerEngine, RUN_LABEL } from '../engine.ts'
import type { ReadyImage } from '../image/ensure-image.ts'

/**
 * Copies programs of an image to the host for work outside containers. Copies directories of the image's /opt/plimsoll
 * with all libraries that the programs need. The copy is made once and cached by the image's content, so every
 * execution target (host, VM or container) runs the same bytes.
 * @returns the directory to use as /opt/plimsoll
 * @throws Problem (3) if the engine fails
 */
export async function imageToolchain(
  { reference, record }: ReadyImage,
  directories: string[],
  engine: ContainerEngine,
  run: string,
): Promise<string> {
  const toolchain = join(cacheDirectory(), 'from-image', record.contentDigest.replace('sha256:', '').slice(0, 12))
  for (const name of directories.filter((name) => !existsSync(join(toolchain, name)))) {
    await inTemporaryDirectory(async (scratch) => {
      await engine.copyFromImage(reference, `/opt/plimsoll/${name}`, join(scratch, name), { [RUN_LABEL]: run })
      mkdirSync(toolchain, { recursive: true })
      renameSync(join(scratch, name), join(toolchain, name))
    })
  }
  return toolchain
}
