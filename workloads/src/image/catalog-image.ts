import type { ContainerEngine } from '../engine.ts'
import { listWorkloads } from '../read-catalog/catalog.ts'
import { KIND_IMAGE_TARGETS } from '../read-catalog/kind-image-targets.ts'
import { combineParams } from '../read-catalog/param-choices.ts'
import { fill } from '../read-catalog/template.ts'
import type { Params, Workload } from '../read-catalog/workload.ts'
import { prepareToolchain } from '../toolchain/fetch-toolchain.ts'
import { ensureImage, makeRecipe, type Recipe } from './ensure-image.ts'

/**
 * Returns the name that the image of a catalog workload has in an engine. Creates the image if it is missing.
 * @param engines the engines from which it may be copied
 * @throws Problem (3)
 */
export async function catalogImage(
  workload: Workload,
  params: Params,
  engine: ContainerEngine,
  say: (line: string) => void,
  engines: ContainerEngine[] = [engine],
): Promise<string> {
  const parts = workload.toolchain.map((part) => fill(part, params))
  const toolchain = await prepareToolchain(parts, engine.architecture, say)
  return nameOf(makeRecipe(workload, params, toolchain, []), engine, say, engines)
}

/** The recipe of a target that has no arguments and no toolchain parts. */
export function plainRecipe(target: string): Recipe {
  return { target, arguments: {}, parts: [], toolchain: { directory: '' } }
}

/**
 * The targets whose images are not published. These images consist mostly of random bytes: they build in seconds, but
 * download slowly.
 */
const NOT_TO_PUBLISH = ['start-large', 'copy-up', 'pull-image', 'memory']

/**
 * Returns the names, in an engine, of the catalog images worth publishing, for all values of the params. Creates
 * missing images.
 * @throws Problem (3)
 */
export async function imagesToPublish(engine: ContainerEngine, say: (line: string) => void): Promise<string[]> {
  const names = new Set<string>()
  for (const workload of listWorkloads()) {
    const all = Object.entries(workload.params).flatMap(([name, values]) =>
      values.map((value) => ({ name, value: String(value) })),
    )
    for (const { params } of combineParams([workload], all)) {
      const { image } = workload
      if ('target' in image && image.target !== undefined && NOT_TO_PUBLISH.includes(fill(image.target, params)))
        continue
      names.add(await catalogImage(workload, params, engine, say))
    }
  }
  for (const target of Object.values(KIND_IMAGE_TARGETS)) names.add(await nameOf(plainRecipe(target), engine, say))
  return [...names].sort()
}

async function nameOf(
  recipe: Recipe,
  engine: ContainerEngine,
  say: (line: string) => void,
  engines = [engine],
): Promise<string> {
  return (await ensureImage(recipe, engine, engines, { run: 'none', say, onTemporaryName: () => {}, checkImages: [] }))
    .name
}
