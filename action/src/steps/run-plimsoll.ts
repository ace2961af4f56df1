import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { removeRequest, writeRequest } from '../measure-request/request-file.ts'
import { onSignals } from '../signals.ts'
import { FORWARDED_ENVIRONMENT } from './forwarded-environment.ts'

/** The path of the bundled command. */
const COMMAND = fileURLToPath(new URL('../../dist/plimsoll.js', import.meta.url))

/** The file name of the measuring step's document. The command keeps its journal beside the document. */
export const DOCUMENT = 'run.json'

/** The result of running the command. */
export interface CommandResult {
  exitCode: number
  stdout: string
  /** the last line of standard error, with the indented lines below it: the error message, if there was an error */
  error: string
}

/** How to run the command. */
interface RunOptions {
  cwd?: string
  /** directories to prepend to PATH */
  path?: string | undefined
  /** whether the output of the command is copied to the log */
  show: boolean
  /** receives the process of the command */
  onStart?: (pid: number) => void
}

/**
 * Runs `plimsoll` on a request. The request is in a file only while the command runs.
 * @param directory the step's own directory
 */
export async function runWithRequest(
  args: string[],
  request: MeasureRequest,
  directory: string,
  options: RunOptions,
): Promise<CommandResult> {
  try {
    return await runPlimsoll([...args, '--request', writeRequest(directory, request)], options)
  } finally {
    removeRequest(directory)
  }
}

/**
 * Runs `plimsoll` in a process of its own, without this step's inputs in its environment.
 */
export async function runPlimsoll(args: string[], { cwd, path, show, onStart }: RunOptions): Promise<CommandResult> {
  // The output of a workload reaches the log. The runner must not interpret that output as commands.
  const resume = show ? stopCommands() : () => {}
  const environment: NodeJS.ProcessEnv = Object.fromEntries(
    FORWARDED_ENVIRONMENT.map((name) => [name, process.env[name]]),
  )
  if (path !== undefined) environment.PATH = `${path}:${environment.PATH ?? ''}`
  const running = execa(process.execPath, [COMMAND, ...args], {
    reject: false,
    stdin: 'ignore',
    env: environment,
    extendEnv: false,
    stdout: show ? ['inherit', 'pipe'] : 'pipe',
    stderr: show ? ['inherit', 'pipe'] : 'pipe',
    // The runner cancels a job with a signal. The command handles that signal itself: it keeps its results and cleans
    // up.
    cleanup: false,
    ...(cwd !== undefined && { cwd }),
  })
  if (running.pid !== undefined) onStart?.(running.pid)
  const stop = onSignals((signal) => running.kill(signal))
  try {
    const { exitCode, stdout, stderr } = await running
    return { exitCode: exitCode ?? 1, stdout, error: errorIn(stderr) }
  } finally {
    stop()
    resume()
  }
}

/** The error at the end of the command's standard error: a sentence, and the indented lines below it. */
export function errorIn(stderr: string): string {
  return /(?:^|\n)(\S.*(?:\n {2}.*)*)\s*$/.exec(stderr)?.[1] ?? ''
}

/** Makes the runner ignore commands in the log until the returned function is called. */
function stopCommands(): () => void {
  const word = randomUUID()
  process.stdout.write(`::stop-commands::${word}\n`)
  return () => process.stdout.write(`::${word}::\n`)
}
