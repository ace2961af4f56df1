import { basename, join } from 'node:path'
import type { Engine, Image } from '@plimsoll/schema'
import { fill } from '../catalog/template.ts'
import type { Workload } from '../catalog/workload.ts'
import type { ContainerEngine } from '../engine.ts'
import { plainRecipe } from '../image/catalog-image.ts'
import { recipeOf } from '../image/image.ts'
import { imageKit } from '../image/image-kit.ts'
import { hostKit, type Kit, partDirectories } from '../image/kit.ts'
import { Problem } from '../problem.ts'
import type { Plan } from '../run/plan.ts'
import { type PlannedCell, type Workloads, workloadOf } from '../run/plan-cells.ts'
import { type Declared, findScenario, type Scenario } from '../scenario.ts'
import { TARGET } from './job.ts'
import { withTaker } from './kinds/kinds.ts'
import type { Arm, CellSetting } from './sample.ts'
import { makeShared } from './shared.ts'

/** A cell that can be measured, or why it cannot. */
export type Prepared = { setting: CellSetting } | { unsupported: string }

export interface Preparation {
  cells: Prepared[]
  engines: Engine[]
  images: Image[]
}

export interface PreparationOptions {
  plan: Plan
  workloads: Workloads
  engines: ContainerEngine[]
  declared: Declared
  run: string
  /** holds the slots' host directories */
  slots: string
  /** told of names of images that are of no use once the run has ended */
  keepImage: (engine: ContainerEngine, name: string) => void
  say: (line: string) => void
  signal: AbortSignal
}

/** Everything that must be there before the first sample: kits, images, the agent in each engine, a proven bind mount. */
export async function prepare(options: PreparationOptions): Promise<Preparation> {
  const { plan, workloads, engines, declared, run, signal } = options
  const shared = makeShared(options)
  const { kitFor, imageFor, engineReady, machineReady, copied, projectFiles, filesVolume } = shared

  const cells: Prepared[] = []
  for (const cell of plan.cells) {
    signal.throwIfAborted()
    cells.push(await prepareCell(cell).catch(reasonOf))
  }
  const descriptions = await Promise.all(
    engines.map(async (engine) => shared.described.get(engine.id) ?? engine.describe()),
  )
  return { cells, engines: descriptions, images: distinct(shared.images) }

  async function prepareCell(cell: PlannedCell): Promise<Prepared> {
    const workload = workloadOf(workloads, cell) as Workload
    const scenario = findScenario(cell.scenario)
    if (!scenario) throw new Problem(3, `this version of plimsoll does not know the scenario ${cell.scenario}`)
    const impossible = scenario.unsupported?.(declared)
    if (impossible) throw new Problem(3, impossible)
    const engine = engines.find(({ id }) => id === cell.engine)
    const arm = engine ? await armIn(engine, cell, workload, scenario) : await hostArm(cell, workload)
    const image = async (target: string) => (await imageFor(plainRecipe(target), engine as ContainerEngine)).reference
    return { setting: await withTaker({ cell, workload, scenario, arm, declared }, { image }) }
  }

  async function hostArm(cell: PlannedCell, workload: Workload): Promise<Arm> {
    const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'
    const parts = workload.kit.map((part) => fill(part, cell.params))
    if (workload.fromImage.length === 0) {
      const kit = hostKit(await kitFor(architecture, parts), parts)
      if ('unsupported' in kit) throw new Problem(3, kit.unsupported)
      return { on: 'host', kit: kit.directory, files: await projectFiles(workload, cell) }
    }
    const engine = engines.find((engine) => engine.architecture === architecture && !engine.noContainers)
    if (process.platform !== 'linux' || !engine)
      throw new Problem(3, 'native runs the programs of the image, which needs Linux and a container engine')
    return { on: 'host', kit: await programsOf(cell, workload, engine), files: await projectFiles(workload, cell) }
  }

  async function armIn(
    engine: ContainerEngine,
    cell: PlannedCell,
    workload: Workload,
    scenario: Scenario,
  ): Promise<Arm> {
    const parts = workload.kit.map((part) => fill(part, cell.params))
    const kit = await kitFor(engine.architecture, parts)
    if (scenario.runs === 'machine') return machineArm(engine, cell, workload, scenario, kit, parts)
    if (engine.noContainers) throw new Problem(3, engine.noContainers)
    const separate = hasImageOfItsOwn(plan, cell) ? { arm: cell.arm as string, plan: plan.digest } : null
    const recipe = recipeOf(workload, cell.params, kit, writtenBy(workload, scenario), separate)
    const image = await imageFor(recipe, engine)
    const { agentVolume, bindProblem } = await engineReady(engine, image.reference)
    // Directories with a root of their own are proven by what is read back in each sample.
    if (scenario.usesHostDirectory && !scenario.hostRoot && bindProblem) throw new Problem(3, bindProblem)
    const own = 'target' in workload.image ? [] : (await engine.imageConfig(image.reference)).environment
    return {
      on: 'container',
      engine,
      image: image.reference,
      imageName: image.name,
      agentVolume,
      filesVolume: await filesVolume(engine, workload, cell, image.reference),
      keepEnvironment: own,
    }
  }

  async function machineArm(
    engine: ContainerEngine,
    cell: PlannedCell,
    workload: Workload,
    scenario: Scenario,
    { directory }: Kit,
    parts: string[],
  ): Promise<Arm> {
    const { machine, agent, directory: there, shareProblem } = await machineReady(engine)
    if (scenario.usesHostDirectory && shareProblem) throw new Problem(3, shareProblem)
    const fromImage = workload.fromImage.length > 0
    const source = fromImage ? await programsOf(cell, workload, engine) : directory
    const names = fromImage ? workload.fromImage : partDirectories(parts)
    const kit = join(there, 'kit')
    for (const name of names) await copied(engine, join(source, name), join(kit, name))
    const placed = await projectFiles(workload, cell)
    const files = placed && join(there, basename(placed))
    if (placed && files) await copied(engine, placed, files)
    return { on: 'machine', engine, machine, agent, kit, files }
  }

  async function programsOf(cell: PlannedCell, workload: Workload, engine: ContainerEngine): Promise<string> {
    const image = await imageFor(recipeOf(workload, cell.params, await kitFor(engine.architecture, []), []), engine)
    return imageKit(image.reference, workload.fromImage, engine, run)
  }
}

/**
 * Arms of two versions are built by themselves, so that neither has the luck of the other's image; two engines get the
 * very same image.
 */
function hasImageOfItsOwn({ check }: Plan, { arm }: PlannedCell): boolean {
  if (check === null) return false
  return arm === 'second-base' || check.arms.base.engine === check.arms.head.engine
}

/** The directories of a container that its work writes to: the target, and what is mounted in it. */
function writtenBy({ kind, hot }: Workload, scenario: Scenario): string[] {
  if (kind !== 'command') return []
  const mounts = scenario.mounts(TARGET, hot, { hostDirectory: '', volume: '' })
  return [...new Set([TARGET, ...mounts.map(({ target }) => target)])]
}

/** A problem of one cell must not stop the others; a mistake of ours, or in a workload file, must. */
function reasonOf(error: unknown): Prepared {
  if (error instanceof Problem && error.exitCode === 3) return { unsupported: error.message }
  throw error
}

/** Workloads share images: each is told once for each engine. */
function distinct(images: Image[]): Image[] {
  return [...new Map(images.map((image) => [`${image.engine} ${image.name}`, image])).values()]
}
