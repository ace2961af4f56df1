import { join, relative } from 'node:path'
import { type Engine, type Image, shortList } from '@plimsoll/schema'
import { type ContainerEngine, RUN_LABEL } from '../engine.ts'
import { ensureImage, type Recipe } from '../image/ensure-image.ts'
import { gitIgnored } from '../read-catalog/git-ignored.ts'
import { resolveInProject } from '../read-catalog/project-files.ts'
import { stageProjectFiles } from '../read-catalog/project-inputs.ts'
import { isOfProject } from '../read-catalog/project-workload-rules.ts'
import type { Workload } from '../read-catalog/workload.ts'
import type { PlannedBenchmark } from '../run/plan-benchmarks.ts'
import { prepareToolchain } from '../toolchain/fetch-toolchain.ts'
import { limitProblem } from './applied-limits.ts'
import { type ContainerAgent, prepareEngine } from './prepare-engine.ts'
import { prepareVm } from './prepare-vm.ts'
import { setupJob } from './run-with-agent.ts'
import { runSetup } from './set-up.ts'
import type { BenchmarkWork, ExecutionTarget } from './take-sample.ts'

/** The parts of a preparation's options that the shared resources need. */
export interface SharedOptions {
  engines: ContainerEngine[]
  run: string
  /**
   * The directory that contains the host directories of the slots (a slot is a sample's fresh directory, volume or
   * container).
   */
  slotsDirectory: string
  /** Receives the names of images that are needed only during the run. */
  onTemporaryImage: (engine: ContainerEngine, name: string) => void
  say: (line: string) => void
  signal: AbortSignal
}

/**
 * Makes the resources that several benchmarks share. Each resource is created on first use. If the creation fails, all
 * later uses get the same failure.
 */
export function makeSharedResources(options: SharedOptions) {
  const { engines, run, slotsDirectory, onTemporaryImage, say } = options
  const images: Image[] = []
  const checkImages = new Map(engines.map(({ id }) => [id, [] as string[]]))
  const described = new Map<string, Engine>()
  const agents = new Map<string, ContainerAgent>()
  const toolchainFor = once(
    (architecture: 'x64' | 'arm64', parts: string[]) => `${architecture} ${parts.join(' ')}`,
    (architecture: 'x64' | 'arm64', parts: string[]) => prepareToolchain(parts, architecture, say),
  )
  const imageFor = once(
    (recipe: Recipe, engine: ContainerEngine) => JSON.stringify([engine.id, { ...recipe, toolchain: null }]),
    async (recipe: Recipe, engine: ContainerEngine) => {
      const alike = engines.filter((other) => other.architecture === engine.architecture && !other.noContainers)
      const onTemporaryName = (name: string) => onTemporaryImage(engine, name)
      const image = await ensureImage(recipe, engine, alike, {
        ...{ run, say, onTemporaryName },
        checkImages: checkImages.get(engine.id) as string[],
      })
      images.push(image.record)
      return image
    },
  )
  const preparedEngine = once(
    (engine: ContainerEngine, _image: string) => engine.id,
    async (engine: ContainerEngine, image: string) => {
      const ready = await prepareEngine(engine, image, { run, slotsDirectory })
      described.set(engine.id, ready.description)
      agents.set(engine.id, ready.runAgent)
      return ready
    },
  )
  const problemOfLimits = once(
    (engine: ContainerEngine, limits: NonNullable<Workload['limits']>, _runAgent: ContainerAgent) =>
      `${engine.id} ${JSON.stringify(limits)}`,
    ({ product }, limits, runAgent) => limitProblem(product, limits, runAgent),
  )
  const preparedVm = once(
    (engine: ContainerEngine) => engine.id,
    (engine: ContainerEngine) => prepareVm(engine, run, slotsDirectory),
  )
  const copied = once(
    (engine: ContainerEngine, from: string, _to: string) => `${engine.id} ${from}`,
    async (engine: ContainerEngine, from: string, to: string) => (await preparedVm(engine)).machine.copy(from, to),
  )
  const projectFiles = once(
    ({ workload }: Workload, benchmark: PlannedBenchmark) => filesName(workload, benchmark),
    async (workload: Workload, benchmark: PlannedBenchmark) => {
      const ignored = leftOut(workload)
      if (ignored.length > 0)
        say(
          `Not copied, because git ignores it: ${shortList(ignored)}. If ${workload.workload} needs it, make it in the setup (--setup, or the field setup).`,
        )
      const directory = join(slotsDirectory, filesName(workload.workload, benchmark))
      return stageProjectFiles(workload, directory) ? directory : null
    },
  )
  const filesVolume = once(
    (engine: ContainerEngine, { workload }: Workload, benchmark: PlannedBenchmark, _image: string) =>
      `${engine.id} ${filesName(workload, benchmark)}`,
    async (engine: ContainerEngine, workload: Workload, benchmark: PlannedBenchmark, image: string) => {
      const files = await projectFiles(workload, benchmark)
      if (files === null) return null
      const volume = `plimsoll-${run}-${filesName(workload.workload, benchmark)}`
      await engine.createVolume(volume, { [RUN_LABEL]: run })
      await engine.fillVolume(volume, image, [{ from: `${files}/.`, to: '.' }], { [RUN_LABEL]: run })
      return volume
    },
  )

  let setups = 0
  // Workloads with the same files and the same setup share what it made.
  const setUp = once(
    (work: BenchmarkWork) => {
      const { workload, benchmark, executionTarget } = work
      const engine = 'engine' in executionTarget ? executionTarget.engine.id : null
      const image = 'image' in executionTarget ? executionTarget.image : null
      const variant = benchmark.variant === 'second-base' ? 'base' : benchmark.variant
      const where = [executionTarget.on, engine, image, variant]
      return JSON.stringify([where, workload.copy, workload.copied, { ...setupJob(work, 'target'), copy: null }])
    },
    (work: BenchmarkWork): Promise<ExecutionTarget> => {
      const { workload, benchmark, executionTarget } = work
      const variant = benchmark.variant === null ? '' : ` in ${benchmark.variant}`
      const where = 'engine' in executionTarget ? executionTarget.engine.product : 'the host'
      say(`Setting up ${workload.workload}${variant} on ${where}: ${workload.setup?.join(' ')}`)
      return runSetup(work, { ...options, name: `setup-${++setups}` })
    },
  )

  return {
    toolchainFor,
    imageFor,
    preparedEngine,
    problemOfLimits,
    preparedVm,
    copied,
    projectFiles,
    filesVolume,
    setUp,
    /** The records of the images so far, one per use. */
    images,
    /** The descriptions of the prepared engines, by engine id. */
    described,
    /** The agents in containers of the prepared engines, by engine id. */
    agents,
  }
}

/** The paths that git ignores in the directories that a workload copies from its project. */
function leftOut({ project, copy }: Workload): string[] {
  if (project === null) return []
  const directories = copy.flatMap(({ from }) => (isOfProject(from) ? [resolveInProject(project, from)] : []))
  return directories.flatMap((directory) => [...gitIgnored(directory)].map((path) => relative(project, path)))
}

/**
 * A name for the files that a workload takes from its project. Each variant of a check has its own copy of these files.
 */
function filesName(workload: string, { variant }: PlannedBenchmark): string {
  return ['files', variant, workload].filter((part) => part !== null).join('-')
}

/** Runs `work` once per key, and returns the same result or failure afterwards. */
function once<Args extends unknown[], Result>(
  key: (...args: Args) => string,
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const made = new Map<string, Promise<Result>>()
  return (...args) => {
    const result = made.get(key(...args)) ?? work(...args)
    made.set(key(...args), result)
    return result
  }
}
