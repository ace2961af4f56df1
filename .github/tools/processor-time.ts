import { readFileSync } from 'node:fs'

/** The unit of times in /proc, which is the same on every Linux (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100

/**
 * The processor time of this process and of the programs that it started and that have ended, user and system, in seconds.
 * On other systems than Linux, that of this process alone.
 */
export function processorTime(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program may contain blanks and parentheses; the state follows its last parenthesis (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number) as [number, number, number, number]
  return (utime + stime + cutime + cstime) / TICKS_PER_SECOND
}
