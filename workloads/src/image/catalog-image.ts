import { listWorkloads } from '../catalog/catalog.ts'
import { combinationsOf } from '../catalog/param-choices.ts'
import { fill } from '../catalog/template.ts'
import type { KindName, Params, Workload } from '../catalog/workload.ts'
import type { ContainerEngine } from '../engine.ts'
import { ensureImage, type Recipe, recipeOf } from './image.ts'
import { prepareKit } from './kit.ts'

/** The name, in an engine, of the image that a workload of the catalog runs in; made unless it is there. @throws Problem (3) */
export async function catalogImage(
  workload: Workload,
  params: Params,
  engine: ContainerEngine,
  say: (line: string) => void,
): Promise<string> {
  const parts = workload.kit.map((part) => fill(part, params))
  const kit = await prepareKit(parts, engine.architecture, say)
  return nameOf(recipeOf(workload, params, kit, []), engine, say)
}

/** Targets of Plimsoll's Dockerfile that a kind runs besides the image of its workload. */
export const TARGETS_OF_KINDS = { 'image-pull': 'registry' } as const satisfies Partial<Record<KindName, string>>

/** The recipe of a target that takes no argument and has nothing of the kit in it. */
export function plainRecipe(target: string): Recipe {
  return { target, arguments: {}, parts: [], kit: { directory: '' } }
}

/** The names, in an engine, of all images that the catalog runs in, for all params; made unless they are there. @throws Problem (3) */
export async function catalogImages(engine: ContainerEngine, say: (line: string) => void): Promise<string[]> {
  const names = new Set<string>()
  for (const workload of listWorkloads()) {
    const all = Object.entries(workload.params).flatMap(([name, values]) =>
      values.map((value) => ({ name, value: String(value) })),
    )
    for (const { params } of combinationsOf([workload], all))
      names.add(await catalogImage(workload, params, engine, say))
  }
  for (const target of Object.values(TARGETS_OF_KINDS)) names.add(await nameOf(plainRecipe(target), engine, say))
  return [...names].sort()
}

async function nameOf(recipe: Recipe, engine: ContainerEngine, say: (line: string) => void): Promise<string> {
  return (await ensureImage(recipe, engine, [engine], { run: 'none', say, passing: () => {} })).name
}
