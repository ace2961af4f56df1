import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Log } from './log.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')

/** Builds the site again when something new is in the registry. */
export interface Rebuilder {
  /** Something is new. */
  due(): void
  /** Ends a build that is under way. */
  stop(): void
}

/** Who is told of builds. */
export interface Listener {
  log: Log
  /** @param built false: the site is as it was, and what is new waits for the next build */
  onEnd(built: boolean): void
}

/**
 * Lists, histories and feeds are built like everything else, in a process of its own and never more often than `pause`;
 * what readers get meanwhile is the site as it was. A run's own page waits for none of it. After a build that failed
 * comes another.
 * @param pause ms between the end of a build and the beginning of the next
 */
export function startRebuilder(
  { registry, out, baseUrl }: { registry: string; out: string; baseUrl: string | null },
  pause: number,
  { log, onEnd }: Listener,
): Rebuilder {
  const args = ['build', '--registry', registry, '--out', out, ...(baseUrl === null ? [] : ['--base-url', baseUrl])]
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let again = false

  function schedule(): void {
    if (stopped || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      build()
    }, pause)
    timer.unref()
  }

  function build(): void {
    again = false
    const began = performance.now()
    // A group of its own: what the build starts ends with it.
    child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-2000)
    })
    child.on('error', ({ message }) => {
      said = message
    })
    child.on('close', (code) => {
      child = null
      if (stopped) return
      const ms = Math.round(performance.now() - began)
      // 1: the site is built, without files that are no documents.
      const built = code === 0 || code === 1
      if (built) log('info', 'built', { ms })
      else log('error', 'build-failed', { ms, message: said.trim().split('\n').at(-1) ?? '' })
      onEnd(built)
      if (again || !built) schedule()
    })
  }

  return {
    due() {
      again = true
      if (child === null) schedule()
    },
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      if (child?.pid !== undefined) end(child.pid)
    },
  }
}

/** Ends a group of processes. */
function end(leader: number): void {
  try {
    process.kill(-leader)
  } catch (error) {
    // It has ended, and its output not yet.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
