import { join } from 'node:path'
import { type Mount, RUN_LABEL } from '../engine.ts'
import { isOfProject } from '../read-catalog/project-workload-rules.ts'
import { fill } from '../read-catalog/template.ts'
import { type AgentJob, type AgentReport, agentArguments, hostAgent, readAgentReport, runHostAgent } from './agent.ts'
import { AGENT_DIRECTORY, FILES, TOOLCHAIN } from './container-paths.ts'
import type { Slot } from './slot.ts'
import type { BenchmarkSetting, BenchmarkWork, ExecutionTarget } from './take-sample.ts'

const CALIBRATIONS = 31
/** Extra seconds for an engine to create and start a container on a slow host. */
export const GRACE_SECONDS = 120

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
  more: { values?: Record<string, string>; network?: string; hosts?: Record<string, string> } = {},
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
    ...(more.hosts && { hosts: more.hosts }),
    ...workload.limits,
  }
  const { engine } = executionTarget
  const start = () => engine.run(options, (workload.times + 1) * workload.timeout + GRACE_SECONDS, signal)
  const result = await start()
  if (result.exitCode !== ENGINE_FAILED || result.stdout !== '' || signal.aborted) return readAgentReport(result)
  // The container has not started, so nothing was measured and the slot is as it was. Engines fail so once in a while.
  await engine.remove([{ kind: 'container', id: options.name, run: slot.run }])
  return readAgentReport(await start())
}

/** The exit code of the engine's own command if it could not start a container. */
const ENGINE_FAILED = 125

/** The mount of the agent's volume, the same in every container. */
export function agentMount(volume: string): Mount {
  return { kind: 'volume', source: volume, target: AGENT_DIRECTORY, readOnly: true }
}

/** The mount of the files that samples copy to the target. */
export function filesMounts(volume: string | null): Mount[] {
  return volume === null ? [] : [{ kind: 'volume', source: volume, target: FILES, readOnly: true }]
}

/** Times a command on this host, outside any execution target (for example, an engine's own command). */
export async function timeCommand(command: string[], timeout: number, signal: AbortSignal): Promise<AgentReport> {
  const args = ['run', '--timeout', String(timeout), '--calibrate', String(CALIBRATIONS), '--', ...command]
  // The command is an engine's client, which needs the user's configuration. The container sees only the variables that
  // the client passes on.
  return readAgentReport(await runHostAgent(args, signal, process.env))
}

const STANDARD_PATH = '/usr/local/bin:/usr/bin:/bin'

/** The PATH of a project's work on the host: the user's own, then the standard folders. */
export function hostPath(): string {
  return [process.env.PATH ?? '', STANDARD_PATH].filter((path) => path !== '').join(':')
}

/** The variables that tell a program how to reach the network. The setup of a workload has them. */
const NETWORK_VARIABLES = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
]

/** The job of an agent that runs a workload's `setup` in a target directory, with the files that samples copy. */
export function setupJob(work: BenchmarkWork, target: string): AgentJob {
  const { setup = [], ...workload } = work.workload
  const job = jobFor({ ...work, workload: { ...workload, prepare: [], run: setup } }, target, false, {})
  return { ...job, keepEnvironment: [...job.keepEnvironment, ...NETWORK_VARIABLES], times: 1, count: [], calibrate: 1 }
}

function jobFor(
  { workload, benchmark, executionTarget }: BenchmarkWork,
  target: string,
  hotIsMounted: boolean,
  more: Record<string, string>,
): AgentJob {
  const toolchain = executionTarget.on === 'container' ? TOOLCHAIN : executionTarget.toolchain
  const files = executionTarget.on === 'container' ? executionTarget.filesVolume && FILES : executionTarget.files
  const values = { ...benchmark.params, toolchain, target, agent: agentPath(executionTarget), ...more }
  // The setup has copied the files of the image, too.
  const ofImage = workload.setup ? [] : workload.copy.filter(({ from }) => !isOfProject(from))
  // Engines set HOME as in the image, from its ENV or its list of users.
  const hasHomeOfImage = executionTarget.on === 'container' && workload.home === 'image'
  // A project's tools may be anywhere on the host, such as those of actions/setup-node. The catalog brings its own tools.
  const hasPathOfUser = executionTarget.on === 'host' && workload.project !== null
  const argv = (words: string[]) => words.map((word) => fill(word, values))
  return {
    make: target,
    copy: [
      ...(files === null ? [] : [{ from: files, to: target }]),
      ...ofImage.map(({ from, to }) => ({ from: fill(from, values), to: to === '.' ? target : join(target, to) })),
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
        : { PATH: hasPathOfUser ? hostPath() : STANDARD_PATH }),
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
