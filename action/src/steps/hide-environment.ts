import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What a workload on the host must not find by looking at the processes above it. */
const SECRET = /^(INPUT_|ACTIONS_.*TOKEN|.*(TOKEN|SECRET|PASSWORD))/i

/**
 * Take this step's inputs and tokens out of what other processes of the same user can read of it, `/proc/PID/environ`,
 * by writing over its own memory. Linux alone shows that; on other systems, and where it is not allowed, nothing is
 * done. It keeps an honest mistake from spreading a token: whoever may become root on the runner finds it all the same.
 */
export function hideEnvironment(): void {
  if (process.platform !== 'linux') return
  try {
    const environment = readFileSync('/proc/self/environ', 'latin1')
    const start = environmentStart(readFileSync('/proc/self/stat', 'latin1'))
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      let offset = 0
      for (const entry of environment.split('\0')) {
        const value = entry.indexOf('=') + 1
        if (value > 0 && SECRET.test(entry))
          writeSync(memory, 'x'.repeat(entry.length - value), start + offset + value, 'latin1')
        offset += entry.length + 1
      }
    } finally {
      closeSync(memory)
    }
  } catch {
    // No memory of one's own to write to: a sandbox, or not a Linux that has it.
  }
}

/** Field 50 of proc_pid_stat(5), `env_start`; the second field, the program's name, may hold anything but its `)`. */
function environmentStart(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[50 - 3])
}
