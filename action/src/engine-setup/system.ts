import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGINE_VARIABLES } from '../engine-variables.ts'

/** The system that the set-up of an engine uses: programs, and the user's permissions. */
export interface System {
  /**
   * Run a program, without a shell. After `seconds`, the program and its process group are killed.
   * @param path directories to prepend to PATH
   * @param more additional variables for this program; variables of this step with the same name take precedence
   */
  run(argv: [string, ...string[]], seconds: number, path?: string, more?: Variables): Promise<ProgramResult>
  isRoot(): boolean
  /** whether a device can be opened for reading and writing; its file may exist although the device does not work */
  canUse(device: string): boolean
  /** write a progress message to the log */
  tell(line: string): void
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string>>

/** The result of running a program. */
export interface ProgramResult {
  /** the exit code; 127 if the program could not be started */
  exitCode: number
  timedOut: boolean
  stdout: string
  stderr: string
}

/**
 * The environment variables that limactl, colima and docker inherit from the step. Inputs and tokens are excluded:
 * processes of the virtual machine run beside the workloads, and a process can read the environment of other processes
 * of its user. The runner uses RUNNER_TRACKING_ID to end processes that a job leaves running. Lima and Colima may need
 * the proxy variables to download the machine's disk. With the last two variables a user selects the QEMU that Lima
 * starts.
 */
const FORWARDED_ENVIRONMENT = [
  ...[...ENGINE_VARIABLES, 'USER', 'LOGNAME', 'RUNNER_TRACKING_ID'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['QEMU_SYSTEM_X86_64', 'QEMU_SYSTEM_AARCH64'],
]

/** The time that a program may take to end after a signal, in ms. */
const TIMEOUT_MS = 5000

/** The real system; tests replace it. */
export function realSystem(environment: NodeJS.ProcessEnv, tell: (line: string) => void): System {
  return {
    run: (argv, seconds, path, more) => {
      const directory = mkdtempSync(join(environment.RUNNER_TEMP ?? tmpdir(), 'plimsoll-run-'))
      return run(argv, seconds, seen(environment, path, more), directory)
    },
    isRoot: () => process.geteuid?.() === 0,
    canUse,
    tell,
  }
}

function seen(environment: NodeJS.ProcessEnv, path: string | undefined, more: Variables = {}): NodeJS.ProcessEnv {
  const own = Object.fromEntries(
    FORWARDED_ENVIRONMENT.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const visible = { ...more, ...own }
  return path === undefined ? visible : { ...visible, PATH: `${path}:${environment.PATH ?? ''}` }
}

function canUse(device: string): boolean {
  try {
    closeSync(openSync(device, 'r+'))
    return true
  } catch {
    return false
  }
}

/**
 * Runs a program. Its output goes to files, because a pipe would stay open until background processes of the program
 * end.
 */
function run(
  [program, ...args]: [string, ...string[]],
  seconds: number,
  env: NodeJS.ProcessEnv,
  directory: string,
): Promise<ProgramResult> {
  const files = { stdout: join(directory, 'stdout'), stderr: join(directory, 'stderr') }
  const [stdout, stderr] = [openSync(files.stdout, 'w'), openSync(files.stderr, 'w')]
  const child = spawn(program, args, { env, stdio: ['ignore', stdout, stderr], detached: true })
  let timedOut = false
  const timers = [
    setTimeout(() => {
      timedOut = true
      endGroup(child.pid, 'SIGTERM')
      timers.push(setTimeout(() => endGroup(child.pid, 'SIGKILL'), TIMEOUT_MS))
    }, seconds * 1000),
  ]
  return new Promise((resolve) => {
    const finish = (exitCode: number, problem = '') => {
      for (const timer of timers) clearTimeout(timer)
      if (timedOut) endGroup(child.pid, 'SIGKILL')
      const said = { stdout: readFileSync(files.stdout, 'utf8'), stderr: readFileSync(files.stderr, 'utf8') + problem }
      for (const file of [stdout, stderr]) closeSync(file)
      rmSync(directory, { recursive: true })
      resolve({ exitCode, timedOut, ...said })
    }
    child.once('error', (error) => finish(127, error.message))
    child.once('exit', (code) => finish(code ?? 1))
  })
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The process has already ended.
  }
}
