import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { uptime } from 'node:os'

/**
 * Whether the process that wrote its number into a file is still there. Another may have the number by now: after a
 * restart of the machine, and soon where each start of a container begins to count anew.
 * @param start what `startOf` said to that process; null where it wrote none
 */
export function isRunning(pid: number, file: string, start: string | null = null): boolean {
  if (!isAlive(pid)) return false
  const its = startOf(pid)
  if (pid === process.pid || (its !== null && start !== null)) return its === start
  return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - uptime() * 1000
}

/**
 * When a process began, as a few letters that no other process of its number has; null where the system does not say it
 * of others, as on macOS.
 */
export function startOf(pid: number): string | null {
  const ticks = statOf(pid)?.at(21 - 2)
  if (ticks === undefined) return pid === process.pid ? digest(`${performance.timeOrigin}`) : null
  return digest(`${read('/proc/sys/kernel/random/boot_id')} ${ticks}`)
}

/** Whether a process still does anything: one that has ended and that nobody has asked about yet does not. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Where the first process of a container or machine asks about its children late or never, they stay for long. */
function isZombie(pid: number): boolean {
  return /^[ZX]$/.test(statOf(pid)?.[0] ?? '')
}

/** proc_pid_stat(5) from the third field, the state, on: it comes after the program's name, which may hold anything. */
function statOf(pid: number): string[] | null {
  const text = read(`/proc/${pid}/stat`)
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return '' // no /proc
  }
}
