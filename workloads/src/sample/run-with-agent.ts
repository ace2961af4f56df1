import { join } from 'node:path'
import { type Mount, RUN_LABEL } from '../engine.ts'
import { isOfProject } from '../read-catalog/project-workload-rules.ts'
import { fill } from '../read-catalog/template.ts'
import { type AgentJob, type AgentReport, agentArguments, hostAgent, readAgentReport, runHostAgent } from './agent.ts'
import { AGENT_DIRECTORY, FILES, TOOLCHAIN } from './container-paths.ts'
import type { Slot } from './slot.ts'
import type { BenchmarkSetting, ExecutionTarget } from './take-sample.ts'

const CALIBRATIONS = 31
/** Extra seconds for an engine to create and start a container on a slow host. */
const GRACE = 120

/** The path of the agent in an execution target (host, VM or container). */
export function agentPath(executionTarget: ExecutionTarget): string {
  if (executionTarget.on === 'container') return `${AGENT_DIRECTORY}/agent`
  return executionTarget.on === 'machine' ? executionTarget.agent : hostAgent()
}

/**
 * Runs a benchmark's work in a target directory with the agent. `more` adds names that the workload file's templates
 * may use.
 */
export async function runWithAgent(
  setting: BenchmarkSetting,
  slot: Slot,
  target: string,
  mounts: Mount[],
  signal: AbortSignal,
  more: { values?: Record<string, string>; network?: string } = {},
): Promise<AgentReport> {
  const { workload, executionTarget } = setting
  const hotIsMounted = mounts.some((mount) => mount.target !== target)
  const args = agentArguments(jobFor(setting, target, hotIsMounted, more.values ?? {}))
  if (executionTarget.on === 'host') return readAgentReport(await runHostAgent(args, signal))
  if (executionTarget.on === 'machine')
    return readAgentReport(await executionTarget.machine.run([executionTarget.agent, ...args], signal))
  const options = {
    name: slot.containers[0] as string,
    image: executionTarget.image,
    entrypoint: agentPath(executionTarget),
    arguments: args,
    mounts: [...mounts, agentMount(executionTarget.agentVolume), ...filesMounts(executionTarget.filesVolume)],
    labels: { [RUN_LABEL]: slot.run },
    ...(more.network && { network: more.network }),
    ...workload.limits,
  }
  return readAgentReport(
    await executionTarget.engine.run(options, (workload.times + 1) * workload.timeout + GRACE, signal),
  )
}

/** The mount of the agent's volume, the same in every container. */
export function agentMount(volume: string): Mount {
  return { kind: 'volume', source: volume, target: AGENT_DIRECTORY, readOnly: true }
}

function filesMounts(volume: string | null): Mount[] {
  return volume === null ? [] : [{ kind: 'volume', source: volume, target: FILES, readOnly: true }]
}

/** Times a command on this host, outside any execution target (for example, an engine's own command). */
export async function timeCommand(command: string[], timeout: number, signal: AbortSignal): Promise<AgentReport> {
  const args = ['run', '--timeout', String(timeout), '--calibrate', String(CALIBRATIONS), '--', ...command]
  // The command is an engine's client, which needs the user's configuration. The container sees only the variables that
  // the client passes on.
  return readAgentReport(await runHostAgent(args, signal, process.env))
}

function jobFor(
  { workload, benchmark, executionTarget }: BenchmarkSetting,
  target: string,
  hotIsMounted: boolean,
  more: Record<string, string>,
): AgentJob {
  const toolchain = executionTarget.on === 'container' ? TOOLCHAIN : executionTarget.toolchain
  const files = executionTarget.on === 'container' ? executionTarget.filesVolume && FILES : executionTarget.files
  const values = { ...benchmark.params, toolchain, target, agent: agentPath(executionTarget), ...more }
  // Engines set HOME as in the image, from its ENV or its list of users.
  const hasHomeOfImage = executionTarget.on === 'container' && workload.home === 'image'
  const argv = (words: string[]) => words.map((word) => fill(word, values))
  return {
    make: target,
    copy: [
      ...(files === null ? [] : [{ from: files, to: target }]),
      ...workload.copy
        .filter(({ from }) => !isOfProject(from))
        .map(({ from, to }) => ({ from: fill(from, values), to: to === '.' ? target : join(target, to) })),
    ],
    describe: target,
    cwd: target,
    clearEnvironment: true, // The docker client passes the user's proxy settings and passwords to containers.
    keepEnvironment: [
      ...(executionTarget.on === 'container' ? executionTarget.keepEnvironment : []),
      ...(hasHomeOfImage ? ['HOME'] : []),
    ],
    environment: {
      ...(executionTarget.on === 'container' && executionTarget.keepEnvironment.includes('PATH')
        ? {}
        : { PATH: '/usr/local/bin:/usr/bin:/bin' }),
      ...(hasHomeOfImage ? {} : { HOME: target }),
      ...Object.fromEntries(Object.entries(workload.environment).map(([name, value]) => [name, fill(value, values)])),
    },
    timeout: workload.timeout,
    // The first errors of a command are often far from the end of its output.
    output: workload.project === null ? workload.output : Math.max(workload.output, 32_768),
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
