import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import type { Registry } from '../store/registry.ts'
import type { Log } from './event-log.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')

/** Rebuilds the site when the registry has changed. */
export interface Rebuilder {
  /** Requests a build because the registry has changed. */
  requestBuild(): void
  /** Stops a running build. */
  stop(): void
}

/** Receives log events and the results of builds. */
export interface BuildListener {
  log: Log
  /**
   * Called at the end of a build.
   * @param built false if the build failed: the old site stays, and another build follows
   */
  onEnd(built: boolean): void
}

/**
 * Creates a rebuilder of the site. It builds the whole site in a separate process, with at least `pause` between
 * builds. Until a build ends, readers get the old lists, histories and feed. A run's own page does not wait for a
 * build. A failed build is repeated.
 * @param pause the time in ms between the end of a build and the start of the next
 */
export function startRebuilder(
  { registry, out, baseUrl }: { registry: string; out: string; baseUrl: string | null },
  pause: number,
  { log, onEnd }: BuildListener,
): Rebuilder {
  const args = ['build', '--registry', registry, '--out', out, ...(baseUrl === null ? [] : ['--base-url', baseUrl])]
  const env = {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=${MEGABYTES}`,
  }
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
    // Start the build in its own process group, so that the processes that the build starts end with it.
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe']
    child = spawn(process.execPath, [COMMAND, ...args], { env, stdio, detached: true })
    if (child.pid !== undefined) yieldTo(child.pid)
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-2000)
    })
    child.on('error', ({ message }) => {
      output = message
    })
    child.on('close', (code) => {
      child = null
      if (stopped) return
      const ms = Math.round(performance.now() - began)
      // Exit code 1 means that the site is built, but files that are not valid documents were left out.
      const built = code === 0 || code === 1
      if (built) log('info', 'built', { ms })
      else log('error', 'build-failed', { ms, message: output.trim().split('\n').at(-1) ?? '' })
      onEnd(built)
      if (again || !built) schedule()
    })
  }

  return {
    requestBuild() {
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

/** Lets a process wait for the processors while this one needs them. */
function yieldTo(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended already, or the system does not allow this.
  }
}

/** The maximum size of the heap of each process of a build, in megabytes. It suffices for 10,000 runs. */
const MEGABYTES = 512

/** Ends the process group with this leader (the id of its first process). */
function end(leader: number): void {
  try {
    process.kill(-leader)
  } catch (error) {
    // An error with code ESRCH means that the build has exited, but its output has not been read to the end.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * The interval in ms after which lists take up what this server or a command wrote to the registry. A run's own page
 * takes it up at once.
 */
const POLL_INTERVAL_MS = 3000

/**
 * Watches the registry for changes. A new run, statement or edition changes the modification time of its directory.
 * @param onChange called within `every` ms of a change
 * @returns the interval; clear it to stop the watch
 */
export function watchRegistry(registry: Registry, onChange: () => void, every = POLL_INTERVAL_MS): NodeJS.Timeout {
  const modificationTimes = () =>
    [registry.documents, registry.statements, registry.editions]
      .map((folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs)
      .join(' ')
  let last = modificationTimes()
  return setInterval(() => {
    const now = modificationTimes()
    if (now !== last) onChange()
    last = now
  }, every).unref()
}
