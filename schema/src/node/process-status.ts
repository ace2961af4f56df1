import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { uptime } from 'node:os'

/**
 * Whether the process that wrote its pid into a file still runs. Another process may have the same pid after a restart
 * of the host. That can also happen soon if pids start again with each container.
 * @param start the result of `readProcessStart` for the process that wrote the file; null if it recorded none
 */
export function isRunning(pid: number, file: string, start: string | null = null): boolean {
  return isRunningSince(pid, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0, start)
}

/** `isRunning` for a process that wrote its pid at a known time, in ms since the epoch. */
export function isRunningSince(pid: number, written: number, start: string | null): boolean {
  if (!isAlive(pid)) return false
  const its = readProcessStart(pid)
  if (pid === process.pid || (its !== null && start !== null)) return its === start
  return written > Date.now() - uptime() * 1000
}

/**
 * A short hash that identifies the start of a process. It distinguishes processes with the same pid. Null if the system
 * does not report the start of other processes, as on macOS.
 */
export function readProcessStart(pid: number): string | null {
  const ticks = statOf(pid)?.at(21 - 2)
  if (ticks === undefined) return pid === process.pid ? digest(`${performance.timeOrigin}`) : null
  return digest(`${read('/proc/sys/kernel/random/boot_id')} ${ticks}`)
}

/** Whether a process is running. A zombie (a process that has ended but was not reaped) is not running. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether a process is a zombie. Zombies persist for a long time if the first process of a container or VM reaps its
 * children late or never.
 */
function isZombie(pid: number): boolean {
  return /^[ZX]$/.test(statOf(pid)?.[0] ?? '')
}

/**
 * The fields of proc_pid_stat(5) from the third field on, which is the state. They follow the program's name, which may
 * contain any characters.
 */
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
    return '' // There is no /proc.
  }
}
