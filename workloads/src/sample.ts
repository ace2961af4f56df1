import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from '@plimsoll/schema'
import {
  type AgentJob,
  type AgentReport,
  agentArguments,
  inspectHostDirectory,
  readAgentReport,
  runHostAgent,
} from './agent.ts'
import type { Workload } from './catalog.ts'
import { type ContainerEngine, type Labels, RUN_LABEL } from './engine.ts'
import type { PlannedCell } from './plan.ts'
import type { EffectiveTarget, Scenario } from './scenario.ts'
import { fill } from './template.ts'

/** Where a container finds the agent: a volume filled once per engine and run, mounted read-only, so that it works in
 * `FROM scratch`, under any USER and on a read-only root file system alike. */
export const AGENT_DIRECTORY = '/.plimsoll'
const TARGET = '/work'
const KIT = '/opt/plimsoll'
const CALIBRATIONS = 31

/** What a cell needs besides its plan. */
export interface CellSetting {
  cell: PlannedCell
  workload: Workload
  scenario: Scenario
  /** null on the host */
  container: { engine: ContainerEngine; image: string; agentVolume: string } | null
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
  target: EffectiveTarget | null
  calibration: number[]
}

/** Make a fresh place, do the work there once, look at what it left, and remove the place. Only an abort throws. */
export async function takeSample(setting: CellSetting, slot: Slot, signal: AbortSignal): Promise<Taken> {
  const { workload, scenario, cell } = setting
  const names = { hostDirectory: join(slot.directory, slot.name), volume: `plimsoll-${slot.run}-${slot.name}` }
  const labels = { [RUN_LABEL]: slot.run }
  const onHost = setting.container === null
  const target = onHost ? names.hostDirectory : TARGET
  const mounts = scenario.mounts(TARGET, workload.hot, names)
  const volumes = mounts.filter(({ kind }) => kind === 'volume').map(({ source }) => source)
  const job = jobFor(setting, target)
  try {
    if (scenario.usesHostDirectory) makeHostDirectory(names.hostDirectory)
    for (const volume of volumes) await setting.container?.engine.createVolume(volume, labels)
    const result = onHost
      ? await runHostAgent(agentArguments(job), signal)
      : await runInContainer(setting, names.volume, [...mounts], agentArguments(job), labels, signal)
    signal.throwIfAborted()
    const report = readAgentReport(result)
    const failure =
      failureOf(report) ??
      (report.target && scenario.contradiction(report.target)) ??
      wrongCounts(workload, cell, target, report) ??
      (scenario.usesHostDirectory && !onHost
        ? await hostDisagrees(names.hostDirectory, target, workload.hot, mounts.length > 1, report)
        : null)
    return taken(report, cell, failure)
  } finally {
    await removePlace(setting, names.hostDirectory, volumes, labels)
  }
}

function jobFor({ workload, cell, container, hostKit }: CellSetting, target: string): AgentJob {
  const kit = container ? KIT : hostKit
  const values = { ...cell.params, kit, target }
  return {
    make: target,
    copy: workload.place.map(({ from, to }) => ({
      from: fill(from, values),
      to: to === '.' ? target : join(target, to),
    })),
    describe: target,
    cwd: target,
    clearEnvironment: container === null,
    environment: {
      ...(container === null ? { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: target } : {}),
      ...Object.fromEntries(Object.entries(workload.environment).map(([name, value]) => [name, fill(value, values)])),
    },
    timeout: workload.timeout,
    run: workload.run.map((word) => fill(word, values)),
    count: [
      target,
      ...new Set([...(workload.hot ? [workload.hot] : []), ...workload.verify.map(({ directory }) => directory)]),
    ].map((directory) => (directory === target ? target : join(target, directory))),
    calibrate: CALIBRATIONS,
  }
}

async function runInContainer(
  { container }: CellSetting,
  name: string,
  mounts: Parameters<ContainerEngine['run']>[0]['mounts'],
  args: string[],
  labels: Labels,
  signal: AbortSignal,
) {
  if (!container) throw new Error('a cell in a container has an engine')
  mounts.push({ kind: 'volume', source: container.agentVolume, target: AGENT_DIRECTORY, readOnly: true })
  return container.engine.run(
    { name, image: container.image, entrypoint: `${AGENT_DIRECTORY}/agent`, arguments: args, mounts, labels },
    signal,
  )
}

/** World-writable, because the image's USER is the image's own business and may be anybody. */
function makeHostDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o777)
}

/** What the command itself did wrong comes before what could not be looked at afterwards because of it. */
function failureOf({ error, run }: AgentReport): string | null {
  if (!run) return error ?? 'the agent reported no run'
  const tail = run.tail.trim() === '' ? 'it printed nothing' : run.tail.trim()
  if (run.timedOut) return `the command did not end in time\n${tail}`
  if (run.signal !== null) return `the command was killed by signal ${run.signal}\n${tail}`
  if (run.exit !== 0) return `the command ended with exit code ${run.exit}\n${tail}`
  return error && `${error}\n${tail}`
}

function wrongCounts(workload: Workload, cell: PlannedCell, target: string, report: AgentReport): string | null {
  for (const { params, directory, files, links } of workload.verify) {
    if (Object.entries(params).some(([name, value]) => cell.params[name] !== value)) continue
    const found = report.counts.get(join(target, directory))
    if (found?.files !== files || found.links !== links) {
      return `${directory} should hold ${files} files and ${links} links, and holds ${found?.files ?? 'no'} and ${found?.links ?? 'no'}\n${report.run?.tail.trim() ?? ''}`.trim()
    }
  }
  return null
}

/** A bind mount that is really shared shows the host what the container wrote. The hot directory may be on a volume. */
async function hostDisagrees(
  hostDirectory: string,
  target: string,
  hot: string | null,
  hotIsElsewhere: boolean,
  report: AgentReport,
): Promise<string | null> {
  const inside = report.counts.get(target)?.files ?? 0
  const elsewhere = hot && hotIsElsewhere ? (report.counts.get(join(target, hot))?.files ?? 0) : 0
  const host = (await inspectHostDirectory(hostDirectory)).counts.get(hostDirectory)?.files
  return host === inside - elsewhere
    ? null
    : `the container wrote ${inside - elsewhere} files into the bind mount, and the host sees ${host ?? 'none'}: the directory is not shared`
}

function taken(report: AgentReport, cell: PlannedCell, failure: string | null): Taken {
  const { run, target, calibration } = report
  if (failure || !run)
    return { values: {}, cpu: null, failure: failure ?? 'the agent reported no run', target, calibration }
  // Until a workload reads numbers from its output, every metric is the wall-clock time.
  const values = Object.fromEntries(cell.metrics.map(({ name }) => [name, run.wall]))
  return { values, cpu: { user: run.user, system: run.system }, failure: null, target, calibration }
}

async function removePlace(
  { container }: CellSetting,
  hostDirectory: string,
  volumes: string[],
  labels: Labels,
): Promise<void> {
  try {
    rmSync(hostDirectory, { recursive: true, force: true })
  } catch (error) {
    // A container that ran as root leaves files that only root may remove: let a container do it.
    if (!container || (error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    await container.engine.run({
      name: `plimsoll-remove-${Date.now()}`,
      image: container.image,
      entrypoint: `${AGENT_DIRECTORY}/agent`,
      arguments: ['run', '--empty', '/place'],
      mounts: [
        { kind: 'bind', source: hostDirectory, target: '/place' },
        { kind: 'volume', source: container.agentVolume, target: AGENT_DIRECTORY, readOnly: true },
      ],
      labels,
    })
    rmSync(hostDirectory, { recursive: true, force: true })
  }
  for (const volume of volumes) await container?.engine.removeVolume(volume)
}
