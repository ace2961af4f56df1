import { fill } from '../catalog/template.ts'
import type { Params, Workload } from '../catalog/workload.ts'
import type { ContainerEngine } from '../engine.ts'
import { ensureImage, recipeOf } from './image.ts'
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
  const recipe = recipeOf(workload, params, kit, [])
  return (await ensureImage(recipe, engine, [engine], { run: 'none', say, passing: () => {} })).name
}
