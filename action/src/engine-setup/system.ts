import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGINE_VARIABLES } from '../engine-variables.ts'

/** What the set-up of an engine touches outside: programs, and what this machine allows. */
export interface System {
  /**
   * Run a program, without a shell. After so many seconds it and what it has started in its own process group is ended.
   * @param path directories that come before those of PATH
   * @param more variables that it sees beside what all programs see, where this step has none of that name
   */
  run(argv: [string, ...string[]], seconds: number, path?: string, more?: Variables): Promise<Ran>
  isRoot(): boolean
  /** whether a device opens for reading and writing: a file that is there may have nothing behind it */
  canUse(device: string): boolean
  /** say in the log what is going on */
  tell(line: string): void
}

/** Of an environment, by name. */
export type Variables = Readonly<Record<string, string>>

/** How a program ended. */
export interface Ran {
  /** 127 where it could not be started */
  exitCode: number
  timedOut: boolean
  stdout: string
  stderr: string
}

/**
 * What these programs may see of the step's environment. Inputs and tokens stay behind: what a virtual machine runs in
 * lives on beside the workloads, and one process of a user can read another's environment. By RUNNER_TRACKING_ID the
 * runner ends what a job leaves behind; through the proxies Lima and Colima download the machine's disk, which they must
 * have where there is no other way; by the last two somebody tells Lima which QEMU to take.
 */
const FORWARDED_ENVIRONMENT = [
  ...[...ENGINE_VARIABLES, 'USER', 'LOGNAME', 'RUNNER_TRACKING_ID'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['QEMU_SYSTEM_X86_64', 'QEMU_SYSTEM_AARCH64'],
]

/** How long a program may take to end itself when it is told to, in ms. */
const TIMEOUT_MS = 5000

/** The system as it is. */
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

/** What it says goes into files: a pipe stays open as long as something that it left in the background lives. */
function run(
  [program, ...args]: [string, ...string[]],
  seconds: number,
  env: NodeJS.ProcessEnv,
  directory: string,
): Promise<Ran> {
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
    // it has ended already
  }
}
