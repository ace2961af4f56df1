import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine, Image } from '@plimsoll/schema'
import { agentBinary, readAgentReport } from './agent.ts'
import type { Workload } from './catalog.ts'
import { type ContainerEngine, RUN_LABEL } from './engine.ts'
import { ensureImage, type ReadyImage } from './image.ts'
import { hostKit, type Kit, prepareKit } from './kit.ts'
import { AGENT_DIRECTORY } from './place.ts'
import type { Plan, PlannedCell } from './plan.ts'
import { Problem } from './problem.ts'
import type { CellSetting } from './sample.ts'
import { findScenario } from './scenario.ts'
import { fill } from './template.ts'

/** A cell that can be measured, or why it cannot. */
export type Prepared = { setting: CellSetting } | { unsupported: string }

export interface Preparation {
  cells: Prepared[]
  engines: Engine[]
  images: Image[]
}

interface ReadyEngine {
  engine: ContainerEngine
  description: Engine
  agentVolume: string
  /** why host directories cannot be used, if so */
  bindProblem: string | null
}

/** Everything that must be there before the first sample: kits, images, the agent in each engine, a proven bind mount. */
export async function prepare(
  plan: Plan,
  workloads: Workload[],
  engines: ContainerEngine[],
  place: { run: string; slots: string },
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Preparation> {
  const kits = new Map<string, Kit>()
  const images = new Map<string, ReadyImage | Problem>()
  const ready = new Map<string, ReadyEngine | Problem>()
  const cells: Prepared[] = []
  for (const cell of plan.cells) {
    signal.throwIfAborted()
    const workload = workloads.find(({ workload }) => workload === cell.workload) as Workload
    cells.push(await prepareCell(cell, workload))
  }
  return {
    cells,
    engines: await Promise.all(
      engines.map(async (engine) => described(ready.get(engine.id)) ?? (await engine.describe())),
    ),
    images: distinct([...images.values()].flatMap((image) => (image instanceof Problem ? [] : [image.record]))),
  }

  async function prepareCell(cell: PlannedCell, workload: Workload): Promise<Prepared> {
    const scenario = findScenario(cell.scenario)
    if (!scenario) return { unsupported: `this version of plimsoll does not know the scenario ${cell.scenario}` }
    const impossible = scenario.unsupported?.()
    if (impossible) return { unsupported: impossible }
    const parts = workload.kit.map((part) => fill(part, cell.params))
    const engine = engines.find(({ id }) => id === cell.engine)
    const kit = await kitFor(parts, engine?.architecture ?? hostArchitecture())
    const onHost = hostKit(kit, parts)
    if (!engine)
      return 'unsupported' in onHost
        ? onHost
        : { setting: { cell, workload, scenario, container: null, hostKit: onHost.directory } }

    const image = await imageFor(workload, cell, kit, engine)
    if (image instanceof Problem) return { unsupported: image.message }
    const there = await engineReady(engine, image)
    if (there instanceof Problem) return { unsupported: there.message }
    if (scenario.usesHostDirectory && there.bindProblem) return { unsupported: there.bindProblem }
    const container = { engine, image: image.reference, agentVolume: there.agentVolume }
    return { setting: { cell, workload, scenario, container, hostKit: kit.directory } }
  }

  async function kitFor(parts: string[], architecture: 'x64' | 'arm64'): Promise<Kit> {
    const key = `${architecture} ${parts.join(' ')}`
    const kit = kits.get(key) ?? (await prepareKit(parts, architecture, say))
    kits.set(key, kit)
    return kit
  }

  async function imageFor(
    workload: Workload,
    cell: PlannedCell,
    kit: Kit,
    engine: ContainerEngine,
  ): Promise<ReadyImage | Problem> {
    const key = `${engine.id} ${workload.workload} ${JSON.stringify(cell.params)}`
    const others = engines.filter((other) => other !== engine && other.architecture === engine.architecture)
    const image =
      images.get(key) ?? (await orProblem(() => ensureImage(workload, cell.params, kit, engine, others, say)))
    images.set(key, image)
    return image
  }

  async function engineReady(engine: ContainerEngine, image: ReadyImage): Promise<ReadyEngine | Problem> {
    const known = ready.get(engine.id) ?? (await orProblem(() => readyEngine(engine, image.reference, place)))
    ready.set(engine.id, known)
    return known
  }
}

/** Workloads share images: each is told once for each engine. */
function distinct(images: Image[]): Image[] {
  return [...new Map(images.map((image) => [`${image.engine} ${image.name}`, image])).values()]
}

function described(ready: ReadyEngine | Problem | undefined): Engine | null {
  return ready && !(ready instanceof Problem) ? ready.description : null
}

/** Put the agent into an engine, and prove that a bind mount is shared both ways. */
async function readyEngine(
  engine: ContainerEngine,
  image: string,
  { run, slots }: { run: string; slots: string },
): Promise<ReadyEngine> {
  const labels = { [RUN_LABEL]: run }
  const agentVolume = `plimsoll-${run}-agent`
  await engine.createVolume(agentVolume, labels)
  await engine.fillVolume(
    agentVolume,
    image,
    [{ from: agentBinary('linux', engine.architecture), to: 'agent' }],
    labels,
  )

  const directory = join(slots, `probe-${engine.id}`)
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o777)
  const token = `${run}-${engine.id}`
  writeFileSync(join(directory, 'from-host'), token)
  const agent = `${AGENT_DIRECTORY}/agent`
  const result = await engine.run({
    name: `plimsoll-${run}-probe`,
    image,
    entrypoint: agent,
    arguments: ['run', '--read', '/probe/from-host', '--write', '/probe/from-container', token, '--describe', '/probe'],
    mounts: [
      { kind: 'bind', source: directory, target: '/probe' },
      { kind: 'volume', source: agentVolume, target: AGENT_DIRECTORY, readOnly: true },
    ],
    labels,
  })
  const report = readAgentReport(result)
  if (result.stdout === '') throw new Problem(3, `${engine.product} could not run a container: ${report.error}`)
  const shared = result.stdout.includes(`"text":"${token}"`) && readOrEmpty(join(directory, 'from-container')) === token
  rmSync(directory, { recursive: true, force: true })

  const description = await engine.describe()
  if (report.target) description.effective.mountType = { value: report.target.filesystem, confidence: 'observed' }
  const bindProblem = shared
    ? null
    : `${engine.product} does not share this directory with its containers for writing: share ~/.plimsoll in its settings (Lima and Colima: a writable mount), or choose a shared directory with --dir`
  return { engine, description, agentVolume, bindProblem }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** A problem of one engine must not stop the others; a mistake of ours must. */
async function orProblem<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.exitCode === 3) return error
    throw error
  }
}

function hostArchitecture(): 'x64' | 'arm64' {
  return process.arch === 'arm64' ? 'arm64' : 'x64'
}
