import { join } from 'node:path'
import { isOfProject } from '../catalog/own-rules.ts'
import { firstMatch } from '../catalog/pattern.ts'
import { fill } from '../catalog/template.ts'
import type { Workload } from '../catalog/workload.ts'
import { type Lifecycle, type Mount, RUN_LABEL } from '../engine.ts'
import { type AgentJob, type AgentReport, agentArguments, hostAgent, readAgentReport, runHostAgent } from './agent.ts'
import { AGENT_DIRECTORY, type Place } from './place.ts'
import type { Arm, CellSetting, Taken } from './sample.ts'
import { readValues } from './values.ts'

/** Where a container finds its files to work on, and the kit. */
export const TARGET = '/work'
const KIT = '/opt/plimsoll'
/** Where a container finds what a project places in the target. */
const FILES = '/.plimsoll-files'
const CALIBRATIONS = 31
/** What an engine may need, besides the work's own time, to make and start a container on a slow machine. */
const GRACE = 120

/** The agent, where a cell's work runs. */
export function agentOf(arm: Arm): string {
  if (arm.on === 'container') return `${AGENT_DIRECTORY}/agent`
  return arm.on === 'machine' ? arm.agent : hostAgent()
}

/** Let the agent do a cell's work in a target directory. `more` are names for the workload file's templates. */
export async function runJob(
  setting: CellSetting,
  place: Place,
  target: string,
  mounts: Mount[],
  signal: AbortSignal,
  more: { values?: Record<string, string>; network?: string } = {},
): Promise<AgentReport> {
  const { workload, arm } = setting
  const hotIsMounted = mounts.some((mount) => mount.target !== target)
  const args = agentArguments(jobFor(setting, target, hotIsMounted, more.values ?? {}))
  if (arm.on === 'host') return readAgentReport(await runHostAgent(args, signal))
  if (arm.on === 'machine') return readAgentReport(await arm.machine.run([arm.agent, ...args], signal))
  const options = {
    name: place.containers[0] as string,
    image: arm.image,
    entrypoint: agentOf(arm),
    arguments: args,
    mounts: [...mounts, agentMount(arm.agentVolume), ...filesMounts(arm.filesVolume)],
    labels: { [RUN_LABEL]: place.run },
    ...(more.network && { network: more.network }),
    ...workload.limits,
  }
  return readAgentReport(await arm.engine.run(options, (workload.times + 1) * workload.timeout + GRACE, signal))
}

/** The agent's volume, as every container mounts it. */
export function agentMount(volume: string): Mount {
  return { kind: 'volume', source: volume, target: AGENT_DIRECTORY, readOnly: true }
}

function filesMounts(volume: string | null): Mount[] {
  return volume === null ? [] : [{ kind: 'volume', source: volume, target: FILES, readOnly: true }]
}

/** Time a command of this machine from outside of any arm, such as an engine's own. */
export async function timeCommand(command: string[], timeout: number, signal: AbortSignal): Promise<AgentReport> {
  const args = ['run', '--timeout', String(timeout), '--calibrate', String(CALIBRATIONS), '--', ...command]
  // The client is the user's own, with their configuration; the container sees none of it but what the client hands on.
  return readAgentReport(await runHostAgent(args, signal, process.env))
}

/** The same of what `timeCommand` saw. */
export function takenOutside(...args: Parameters<typeof taken>): Taken {
  return { ...taken(...args), calibratedOn: 'host' }
}

/** A sample from what the agent saw, or its failure: `wrong` comes first. */
export function taken(
  report: AgentReport,
  workload: Workload,
  wrong: string | null,
  phases: Lifecycle | null = null,
): Taken {
  const { runs, target, available, calibration } = report
  const seen = { target, available, calibration, calibratedOn: 'cell' as const }
  const [first, ...later] = runs
  const forged = runs.length > workload.times ? 'something else than the agent wrote into its report' : null
  if (wrong || forged || !first) {
    const failure = wrong ?? forged ?? 'the agent reported no run'
    const known = workload.unsupported.find(({ says }) => firstMatch(says, failure))
    return { values: {}, cpu: null, failure, unsupported: known?.because ?? null, ...seen }
  }
  const read = readValues(workload.metrics, { runs: [first, ...later], phases })
  if ('failure' in read) return { values: {}, cpu: null, failure: read.failure, unsupported: null, ...seen }
  const cpu = { user: sum(runs.map(({ user }) => user)), system: sum(runs.map(({ system }) => system)) }
  return { values: read.values, cpu, failure: null, unsupported: null, ...seen }
}

function jobFor(
  { workload, cell, arm }: CellSetting,
  target: string,
  hotIsMounted: boolean,
  more: Record<string, string>,
): AgentJob {
  const kit = arm.on === 'container' ? KIT : arm.kit
  const files = arm.on === 'container' ? arm.filesVolume && FILES : arm.files
  const values = { ...cell.params, kit, target, agent: agentOf(arm), ...more }
  const argv = (words: string[]) => words.map((word) => fill(word, values))
  return {
    make: target,
    copy: [
      ...(files === null ? [] : [{ from: files, to: target }]),
      ...workload.place
        .filter(({ from }) => !isOfProject(from))
        .map(({ from, to }) => ({ from: fill(from, values), to: to === '.' ? target : join(target, to) })),
    ],
    describe: target,
    cwd: target,
    clearEnvironment: true, // the docker client hands its user's proxy settings, passwords and all, to every container
    keepEnvironment: arm.on === 'container' ? arm.keepEnvironment : [],
    environment: {
      ...(arm.on === 'container' && arm.keepEnvironment.includes('PATH')
        ? {}
        : { PATH: '/usr/local/bin:/usr/bin:/bin' }),
      HOME: target,
      ...Object.fromEntries(Object.entries(workload.environment).map(([name, value]) => [name, fill(value, values)])),
    },
    timeout: workload.timeout,
    output: workload.output,
    prepare: argv(workload.prepare),
    run: argv(workload.run),
    times: workload.times,
    count: [
      target,
      ...new Set([
        ...(workload.hot && hotIsMounted ? [workload.hot] : []),
        ...workload.verify.map(({ directory }) => directory),
      ]),
    ].map((directory) => (directory === target ? target : join(target, directory))),
    calibrate: CALIBRATIONS,
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
