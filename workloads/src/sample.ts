import { join } from 'node:path'
import type { Sample } from '@plimsoll/schema'
import { type AgentJob, type AgentReport, agentArguments, hostAgent, readAgentReport, runHostAgent } from './agent.ts'
import type { Workload } from './catalog.ts'
import { type Lifecycle, type Mount, RUN_LABEL } from './engine.ts'
import { AGENT_DIRECTORY, makePlace, type Place, type RunningContainer } from './place.ts'
import type { PlannedCell } from './plan.ts'
import type { EffectiveTarget, Scenario } from './scenario.ts'
import { fill } from './template.ts'
import { readValues } from './values.ts'
import { failureOf, hostDisagrees, wrongCounts } from './verify.ts'

const TARGET = '/work'
const KIT = '/opt/plimsoll'
const CALIBRATIONS = 31

/** What a cell needs besides its plan. */
export interface CellSetting {
  cell: PlannedCell
  workload: Workload
  scenario: Scenario
  /** null on the host */
  container: RunningContainer | null
  /** the kit on the host, for work on the host */
  hostKit: string
}

/** The fresh place of one sample. */
export interface Slot {
  /** unique in the run */
  name: string
  run: string
  /** holds the slots' host directories */
  directory: string
}

export interface Taken {
  values: Sample['values']
  cpu: Sample['cpu']
  failure: string | null
  /** why the environment cannot do this work at all, if that is why it failed */
  unsupported: string | null
  target: EffectiveTarget | null
  /** bytes free where the target is */
  available: number | null
  calibration: number[]
}

/**
 * Make a fresh place, do the work there once and look at what it left. The place is handed to `keep` before anything can
 * go wrong with it; nothing is removed here. Only an abort throws.
 */
export function takeSample(
  setting: CellSetting,
  slot: Slot,
  keep: (place: Place) => void,
  signal: AbortSignal,
): Promise<Taken> {
  return setting.workload.kind === 'container-start'
    ? startContainer(setting, slot, keep, signal)
    : runInPlace(setting, slot, keep, signal)
}

async function runInPlace(
  setting: CellSetting,
  slot: Slot,
  keep: (place: Place) => void,
  signal: AbortSignal,
): Promise<Taken> {
  const { workload, scenario, cell, container } = setting
  const name = `plimsoll-${slot.run}-${slot.name}`
  const root = scenario.hostRoot?.(slot.directory, slot.run) ?? slot.directory
  const names = { hostDirectory: join(root, slot.name), volume: name }
  const mounts = scenario.mounts(TARGET, workload.hot, names)
  const place: Place = {
    name,
    run: slot.run,
    hostDirectory: scenario.usesHostDirectory ? names.hostDirectory : null,
    volumes: mounts.flatMap((mount) => (mount.kind === 'volume' ? [mount.source] : [])),
    container,
  }
  keep(place)
  await makePlace(place)
  const target = container ? TARGET : names.hostDirectory
  const args = agentArguments(jobFor(setting, target))
  const result = container
    ? await runInContainer(container, place, mounts, args, workload.limits, signal)
    : await runHostAgent(args, signal)
  signal.throwIfAborted()
  const report = readAgentReport(result)
  const failure =
    failureOf(report) ??
    (report.target && scenario.contradiction(report.target)) ??
    wrongCounts(workload, cell, target, report) ??
    (container && place.hostDirectory
      ? await hostDisagrees(place.hostDirectory, target, workload.hot, place.volumes.length > 0, report)
      : null)
  return taken(report, workload, failure)
}

/** Time the engine's own command from outside: make, start, wait for and remove one container. */
async function startContainer(
  { workload, cell, container }: CellSetting,
  { run, name: slot }: Slot,
  keep: (place: Place) => void,
  signal: AbortSignal,
): Promise<Taken> {
  if (!container) throw new Error('a container is started by an engine')
  const name = `plimsoll-${run}-${slot}`
  keep({ name, run, hostDirectory: null, volumes: [], container })
  const command = container.engine.startCommand({
    name,
    image: container.image,
    run: workload.run.map((word) => fill(word, cell.params)),
    labels: { [RUN_LABEL]: run },
  })
  const args = ['run', '--timeout', String(workload.timeout), '--calibrate', String(CALIBRATIONS), '--', ...command]
  // The client is the user's own, with their configuration; the container sees none of it but what the client hands on.
  const report = readAgentReport(await runHostAgent(args, signal, process.env))
  signal.throwIfAborted()
  const failure = failureOf(report)
  return taken(report, workload, failure, failure ? null : await container.engine.lifecycle(name))
}

function jobFor({ workload, cell, container, hostKit }: CellSetting, target: string): AgentJob {
  const kit = container ? KIT : hostKit
  const values = { ...cell.params, kit, target, agent: container ? `${AGENT_DIRECTORY}/agent` : hostAgent() }
  return {
    make: target,
    copy: workload.place.map(({ from, to }) => ({
      from: fill(from, values),
      to: to === '.' ? target : join(target, to),
    })),
    describe: target,
    cwd: target,
    clearEnvironment: true, // the docker client hands its user's proxy settings, passwords and all, to every container
    environment: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: target,
      ...Object.fromEntries(Object.entries(workload.environment).map(([name, value]) => [name, fill(value, values)])),
    },
    timeout: workload.timeout,
    output: workload.output ?? 4096,
    run: workload.run.map((word) => fill(word, values)),
    count: [
      target,
      ...new Set([...(workload.hot ? [workload.hot] : []), ...workload.verify.map(({ directory }) => directory)]),
    ].map((directory) => (directory === target ? target : join(target, directory))),
    calibrate: CALIBRATIONS,
  }
}

async function runInContainer(
  { engine, image, agentVolume }: RunningContainer,
  { name, run }: Place,
  mounts: Mount[],
  args: string[],
  limits: Workload['limits'],
  signal: AbortSignal,
) {
  const agent: Mount = { kind: 'volume', source: agentVolume, target: AGENT_DIRECTORY, readOnly: true }
  const entrypoint = `${AGENT_DIRECTORY}/agent`
  const labels = { [RUN_LABEL]: run }
  return engine.run({ name, image, entrypoint, arguments: args, mounts: [...mounts, agent], labels, ...limits }, signal)
}

function taken(report: AgentReport, workload: Workload, wrong: string | null, phases: Lifecycle | null = null): Taken {
  const { run, target, available, calibration } = report
  const seen = { target, available, calibration }
  if (wrong || !run) {
    const failure = wrong ?? 'the agent reported no run'
    const known = workload.unsupported?.find(({ says }) => new RegExp(says, 'm').test(failure))
    return { values: {}, cpu: null, failure, unsupported: known?.because ?? null, ...seen }
  }
  const read = readValues(workload.metrics, run.wall, run.tail, phases)
  if ('failure' in read) return { values: {}, cpu: null, failure: read.failure, unsupported: null, ...seen }
  return { values: read.values, cpu: { user: run.user, system: run.system }, failure: null, unsupported: null, ...seen }
}
