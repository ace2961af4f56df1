import { basename, join } from 'node:path'
import type { Engine, Image } from '@plimsoll/schema'
import type { ContainerEngine } from '../engine.ts'
import { plainRecipe } from '../image/catalog-image.ts'
import { makeRecipe } from '../image/ensure-image.ts'
import { EngineFailure, Problem } from '../problem.ts'
import { fill } from '../read-catalog/template.ts'
import type { Workload } from '../read-catalog/workload.ts'
import type { Plan } from '../run/plan.ts'
import { findWorkload, type PlannedBenchmark, type Workloads } from '../run/plan-benchmarks.ts'
import type { HostDeclarations, Scenario } from '../scenario.ts'
import { findScenario } from '../scenarios.ts'
import { imageToolchain } from '../toolchain/copy-from-image.ts'
import { hostToolchain, partDirectories, type Toolchain } from '../toolchain/fetch-toolchain.ts'
import { TARGET } from './container-paths.ts'
import type { ContainerAgent } from './prepare-engine.ts'
import { makeSharedResources, type SharedOptions } from './shared-resources.ts'
import type { BenchmarkSetting, ExecutionTarget, PreparedService } from './take-sample.ts'
import { withSampler } from './workload-kinds/kinds.ts'

/** A benchmark that can be measured, or the reason why it cannot; `engineFailed` if its engine is broken. */
export type PreparedBenchmark = { setting: BenchmarkSetting } | { unsupported: string; engineFailed?: boolean }

export interface Preparation {
  benchmarks: PreparedBenchmark[]
  engines: Engine[]
  images: Image[]
  /** The agents in containers of the engines that run containers, by engine id. */
  agents: Map<string, ContainerAgent>
}

interface PreparationOptions extends SharedOptions {
  plan: Plan
  workloads: Workloads
  declared: HostDeclarations
  /** is called before each benchmark is prepared */
  onBenchmark: (done: number, total: number) => void
}

/**
 * Prepares everything before the first sample: toolchains, images, and the agent in each engine. Also verifies the bind
 * mounts.
 */
export async function prepare(options: PreparationOptions): Promise<Preparation> {
  const { plan, workloads, engines, declared, run, signal } = options
  const shared = makeSharedResources(options)
  const { toolchainFor, imageFor, preparedEngine, problemOfLimits, preparedVm, copied } = shared
  const { projectFiles, filesVolume, setUp } = shared

  const benchmarks: PreparedBenchmark[] = []
  for (const [done, benchmark] of plan.benchmarks.entries()) {
    signal.throwIfAborted()
    options.onBenchmark(done, plan.benchmarks.length)
    benchmarks.push(await prepareBenchmark(benchmark).catch(reasonOf))
  }
  const descriptions = await Promise.all(
    engines.map(async (engine) => shared.described.get(engine.id) ?? engine.describe()),
  )
  return { benchmarks, engines: descriptions, images: distinct(shared.images), agents: shared.agents }

  async function prepareBenchmark(benchmark: PlannedBenchmark): Promise<PreparedBenchmark> {
    const workload = findWorkload(workloads, benchmark) as Workload
    const scenario = findScenario(benchmark.scenario)
    if (!scenario) throw new Problem(3, `the scenario ${benchmark.scenario} does not exist in this version of plimsoll`)
    const impossible = scenario.unsupported?.(declared)
    if (impossible) throw new Problem(3, impossible)
    const engine = engines.find(({ id }) => id === benchmark.engine)
    const plain = engine
      ? await containerTarget(engine, benchmark, workload, scenario)
      : await hostTarget(benchmark, workload)
    const image = async (target: string) => (await imageFor(plainRecipe(target), engine as ContainerEngine)).reference
    const work = { benchmark, workload, executionTarget: plain }
    const executionTarget = workload.setup ? await setUp(work) : plain
    return { setting: await withSampler({ ...work, executionTarget, scenario, declared }, { image }) }
  }

  async function hostTarget(benchmark: PlannedBenchmark, workload: Workload): Promise<ExecutionTarget> {
    const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'
    const parts = workload.toolchain.map((part) => fill(part, benchmark.params))
    if (workload.fromImage.length === 0) {
      const toolchain = hostToolchain(await toolchainFor(architecture, parts), parts)
      if ('unsupported' in toolchain) throw new Problem(3, toolchain.unsupported)
      return { on: 'host', toolchain: toolchain.directory, files: await projectFiles(workload, benchmark) }
    }
    const engine = engines.find((engine) => engine.architecture === architecture && !engine.noContainers)
    if (process.platform !== 'linux' || !engine)
      throw new Problem(
        3,
        'the scenario native runs the programs of the image on the host: for this, use Linux and a container engine',
      )
    return {
      on: 'host',
      toolchain: await programsOf(benchmark, workload, engine),
      files: await projectFiles(workload, benchmark),
    }
  }

  async function containerTarget(
    engine: ContainerEngine,
    benchmark: PlannedBenchmark,
    workload: Workload,
    scenario: Scenario,
  ): Promise<ExecutionTarget> {
    const parts = workload.toolchain.map((part) => fill(part, benchmark.params))
    const toolchain = await toolchainFor(engine.architecture, parts)
    if (scenario.runs === 'machine') return machineTarget(engine, benchmark, workload, scenario, toolchain, parts)
    if (engine.noContainers) throw new Problem(3, engine.noContainers)
    const check = comparesVersions(plan) ? { variant: benchmark.variant as string, plan: plan.digest } : null
    const recipe = makeRecipe(workload, benchmark.params, toolchain, writtenBy(workload, scenario), check)
    const image = await imageFor(recipe, engine)
    const { agentVolume, bindProblem, runAgent } = await preparedEngine(engine, image.reference)
    const ignored = workload.limits && (await problemOfLimits(engine, workload.limits, runAgent))
    if (ignored) throw new Problem(3, ignored)
    // A directory that has its own root is verified in each sample instead.
    if (scenario.usesHostDirectory && !scenario.hostRoot && bindProblem) throw new Problem(3, bindProblem)
    const own = 'target' in workload.image ? [] : (await engine.imageConfig(image.reference)).environment
    return {
      on: 'container',
      engine,
      image: image.reference,
      imageName: image.name,
      agentVolume,
      filesVolume: await filesVolume(engine, workload, benchmark, image.reference),
      keepEnvironment: own,
      services: await servicesIn(engine, workload),
    }
  }

  async function servicesIn(engine: ContainerEngine, { services = {} }: Workload): Promise<PreparedService[]> {
    const ready: PreparedService[] = []
    for (const [name, service] of Object.entries(services)) {
      const { reference } = await imageFor({ name: service.image, writable: [] }, engine)
      ready.push({ ...service, name, reference })
    }
    return ready
  }

  async function machineTarget(
    engine: ContainerEngine,
    benchmark: PlannedBenchmark,
    workload: Workload,
    scenario: Scenario,
    { directory }: Toolchain,
    parts: string[],
  ): Promise<ExecutionTarget> {
    const { machine, agent, directory: there, shareProblem } = await preparedVm(engine)
    if (scenario.usesHostDirectory && shareProblem) throw new Problem(3, shareProblem)
    const fromImage = workload.fromImage.length > 0
    const source = fromImage ? await programsOf(benchmark, workload, engine) : directory
    const names = fromImage ? workload.fromImage : partDirectories(parts)
    const toolchain = join(there, 'toolchain')
    for (const name of names) await copied(engine, join(source, name), join(toolchain, name))
    const projectCopies = await projectFiles(workload, benchmark)
    const files = projectCopies && join(there, basename(projectCopies))
    if (projectCopies && files) await copied(engine, projectCopies, files)
    return { on: 'machine', engine, machine, agent, toolchain, files }
  }

  async function programsOf(benchmark: PlannedBenchmark, workload: Workload, engine: ContainerEngine): Promise<string> {
    const image = await imageFor(
      makeRecipe(workload, benchmark.params, await toolchainFor(engine.architecture, []), []),
      engine,
    )
    return imageToolchain(image, workload.fromImage, engine, run)
  }
}

/**
 * Whether a plan compares two versions of a project. Their images are then built without layers of earlier runs, so that
 * neither has older downloads than the other. Two engines use the same image, which may be old.
 */
function comparesVersions({ check }: Plan): boolean {
  return check !== null && check.variants.base.engine === check.variants.head.engine
}

/** The directories of a container that its work writes to: the target directory and the mounts inside it. */
function writtenBy({ kind, hot }: Workload, scenario: Scenario): string[] {
  if (kind !== 'command') return []
  const mounts = scenario.mounts(TARGET, hot, { hostDirectory: '', volume: '' })
  return [...new Set([TARGET, ...mounts.map(({ target }) => target)])]
}

/**
 * Converts an error to the reason why a benchmark cannot be measured. A problem in one benchmark must not stop the
 * others. An internal error, or an error in a workload file, must stop the run.
 */
function reasonOf(error: unknown): PreparedBenchmark {
  if (error instanceof Problem && error.exitCode === 3)
    return { unsupported: error.message, engineFailed: error instanceof EngineFailure }
  throw error
}

/** Removes duplicates, because workloads share images. One entry per image and engine remains. */
function distinct(images: Image[]): Image[] {
  return [...new Map(images.map((image) => [`${image.engine} ${image.name}`, image])).values()]
}
