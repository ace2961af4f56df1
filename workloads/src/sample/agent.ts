import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ResourceUsage } from '@plimsoll/schema'
import { execa } from 'execa'
import type { ProcessResult } from '../engine.ts'
import { describeEnd } from '../process-end.ts'

/** The job of an agent, with its parts in the order of execution. All paths are valid where the agent runs. */
export interface AgentJob {
  make: string
  copy: { from: string; to: string }[]
  describe: string
  cwd: string
  environment: Record<string, string>
  /** Whether to start with an empty environment, so that no variables of the user reach the work. */
  clearEnvironment: boolean
  /** The names of inherited variables to keep despite `clearEnvironment`. */
  keepEnvironment: string[]
  /** The time limit in seconds. */
  timeout: number
  /** The limit of the captured output, in bytes. */
  output: number
  /** The command to run before the timed command. It is not timed, and may be empty. */
  prepare: string[]
  run: string[]
  /** The number of executions. */
  times: number
  count: string[]
  /** How often the agent times its own command that does nothing, after the work. */
  calibrate: number
}

/** The result of a command. All times are in ns. */
export interface AgentRun extends ResourceUsage {
  wall: number
  user: number
  system: number
  exit: number | null
  signal: number | null
  timedOut: boolean
  orphans: number
  tail: string
}

/** The observations of the agent. */
export interface AgentReport {
  target: { filesystem: string; mounted: boolean } | null
  /** The free bytes on the target's file system. */
  available: number | null
  /** The results of the timed command, one per execution. */
  runs: AgentRun[]
  /** The result of the untimed command that ran before the timed one. Null if there was none. */
  prepared: AgentRun | null
  counts: Map<string, { files: number; links: number; directories: number; bytes: number }>
  calibration: number[]
  error: string | null
}

/** The path of the committed agent for a platform. */
export function agentBinary(os: 'linux' | 'macos', architecture: 'x64' | 'arm64'): string {
  return fileURLToPath(new URL(`../../agent/bin/plimsoll-agent-${os}-${architecture}`, import.meta.url))
}

/** SHA-256 over the four agent binaries in the repository. */
export function agentDigest(): string {
  const hash = createHash('sha256')
  for (const os of ['linux', 'macos'] as const) {
    for (const architecture of ['x64', 'arm64'] as const) hash.update(readFileSync(agentBinary(os, architecture)))
  }
  return `sha256:${hash.digest('hex')}`
}

/** The agent's command line for a job. */
export function agentArguments(job: AgentJob): string[] {
  return [
    'run',
    '--make',
    job.make,
    ...job.copy.flatMap(({ from, to }) => ['--copy', from, to]),
    '--describe',
    job.describe,
    '--cwd',
    job.cwd,
    ...(job.clearEnvironment ? ['--clear-env'] : []),
    ...job.keepEnvironment.flatMap((name) => ['--keep-env', name]),
    ...Object.entries(job.environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    '--timeout',
    String(job.timeout),
    '--tail',
    String(job.output),
    ...job.count.flatMap((directory) => ['--count', directory]),
    '--calibrate',
    String(job.calibrate),
    ...job.prepare.flatMap((word) => ['--prepare', word]),
    ...(job.times > 1 ? ['--times', String(job.times)] : []),
    '--',
    ...job.run,
  ]
}

/** Inspects the file system of a host directory and counts the directory's contents, as the agent reports them. */
export async function inspectHostDirectory(directory: string): Promise<AgentReport> {
  return readAgentReport(await runHostAgent(['run', '--describe', directory, '--count', directory]))
}

/** Runs the agent on the host. */
export async function runHostAgent(
  args: string[],
  signal?: AbortSignal,
  environment: NodeJS.ProcessEnv = {},
): Promise<ProcessResult> {
  const result = await execa(hostAgent(), args, {
    reject: false,
    stdin: 'ignore',
    env: environment,
    extendEnv: false,
    ...(signal && { cancelSignal: signal }),
  })
  return {
    exitCode: result.exitCode ?? 1,
    stdout: result.stdout,
    stderr: result.stderr || (result.failed ? describeEnd(result) : ''),
  }
}

/** The path of this host's agent. */
export function hostAgent(): string {
  return agentBinary(process.platform === 'darwin' ? 'macos' : 'linux', process.arch === 'arm64' ? 'arm64' : 'x64')
}

/**
 * Parses the agent's JSON lines. If the output is unreadable, the report's `error` says so. This function never throws.
 */
export function readAgentReport(result: ProcessResult): AgentReport {
  const report: AgentReport = {
    target: null,
    available: null,
    runs: [],
    prepared: null,
    counts: new Map(),
    calibration: [],
    error: null,
  }
  for (const line of result.stdout.split('\n')) {
    if (line.trim() === '') continue
    const step = stepOf(line)
    if (step) take(step, report)
    else report.error ??= `Unexpected output of the agent: ${line.slice(0, 200)}`
  }
  if (!report.error && (result.exitCode !== 0 || result.stdout.trim() === '')) {
    report.error = `The agent did not run (exit ${result.exitCode}): ${result.stderr.trim().slice(-2000) || 'it printed nothing'}`
  }
  return report
}

/** Parses one line of the agent's output. Root in a container can write to this output, so the line is validated. */
function stepOf(line: string): Record<string, unknown> | null {
  try {
    const step: unknown = JSON.parse(line)
    if (typeof step !== 'object' || step === null || Array.isArray(step)) return null
    const known = step as Record<string, unknown>
    const sound = SOUND[String(known.step)]
    return !sound || sound(known) ? known : null
  } catch {
    return null
  }
}

/** The counts in `usage` of a run, in the order of the schema. */
export const USAGE = ['minorFaults', 'majorFaults', 'voluntarySwitches', 'involuntarySwitches', 'blockInput'] as const

export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isRun = ({ wall, user, system, exit, signal, timedOut, tail, ...more }: Record<string, unknown>) =>
  [wall, user, system, ...USAGE.map((name) => more[name])].every(isAmount) &&
  [exit, signal].every((value) => value === null || isAmount(value)) &&
  typeof timedOut === 'boolean' &&
  typeof tail === 'string'

const SOUND: Record<string, (step: Record<string, unknown>) => boolean> = {
  describe: ({ filesystem, available }) => typeof filesystem === 'string' && isAmount(available),
  run: isRun,
  prepare: isRun,
  count: ({ path, files, links }) => typeof path === 'string' && isAmount(files) && isAmount(links),
  calibrate: ({ values }) => Array.isArray(values) && values.every(isAmount),
}

function take(step: Record<string, unknown>, report: AgentReport): void {
  switch (step.step) {
    case 'describe':
      report.target = { filesystem: String(step.filesystem), mounted: step.mounted === true }
      report.available = Number(step.available)
      return
    case 'run':
      report.runs.push(step as unknown as AgentRun)
      return
    case 'prepare':
      report.prepared = step as unknown as AgentRun
      return
    case 'count':
      report.counts.set(
        String(step.path),
        step as unknown as { files: number; links: number; directories: number; bytes: number },
      )
      return
    case 'calibrate':
      report.calibration = step.values as number[]
      return
    case 'error':
      report.error ??= `${step.doing}${step.path ? ` ${step.path}` : ''}: ${step.message}`
  }
}
