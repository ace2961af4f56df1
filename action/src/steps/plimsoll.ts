import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { FORWARDED_ENVIRONMENT } from './forwarded-environment.ts'

/** The command, as it is in the bundle. */
const COMMAND = fileURLToPath(new URL('../../dist/plimsoll.js', import.meta.url))

/** What the measuring step calls the document in its folder; the command keeps its journal beside it. */
export const DOCUMENT = 'run.json'

/** How a run of the command ended. */
export interface Ended {
  exitCode: number
  stdout: string
  /** the last line it wrote to standard error: what went wrong, if anything did */
  lastLine: string
}

/**
 * Run `plimsoll` in a process of its own, with nothing of this step's inputs in its environment.
 * @param path directories that come before those of PATH
 * @param show whether what it prints is in the log
 * @param onStart told of its process
 */
export async function plimsoll(
  args: string[],
  {
    cwd,
    path,
    show,
    onStart,
  }: { cwd?: string; path?: string | undefined; show: boolean; onStart?: (pid: number) => void },
): Promise<Ended> {
  // What a workload prints reaches the log, and must not be taken for a command to the runner.
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
    // A cancelled job is told by a signal; the command then keeps what it has and cleans up.
    cleanup: false,
    ...(cwd !== undefined && { cwd }),
  })
  if (running.pid !== undefined) onStart?.(running.pid)
  const pass = (signal: NodeJS.Signals) => running.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
  try {
    const { exitCode, stdout, stderr } = await running
    return { exitCode: exitCode ?? 1, stdout, lastLine: stderr.trim().split('\n').at(-1) ?? '' }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass)
    resume()
  }
}

/** From here to the call of what is returned the runner takes no line of the log for a command. */
function stopCommands(): () => void {
  const word = randomUUID()
  process.stdout.write(`::stop-commands::${word}\n`)
  return () => process.stdout.write(`::${word}::\n`)
}
