import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** Names of variables that a workload on the host must not find by looking at the processes above it. */
const SECRET = /^(INPUT|ACTIONS|RUNNER|STATE)_|TOKEN|SECRET|PASSWORD/i

/**
 * Take this step's inputs and tokens out of what other processes of the same user can read of it, `/proc/PID/environ`,
 * by writing over its own memory; the step itself has them as before. Linux alone shows that; on other systems, and
 * where it is not allowed, nothing is done. It keeps an honest mistake from spreading a token: whoever may become root
 * on the runner finds it all the same.
 */
export function hideEnvironment(): void {
  if (process.platform !== 'linux') return
  try {
    const environment = readFileSync('/proc/self/environ', 'latin1')
    const start = environmentStart(readFileSync('/proc/self/stat', 'latin1'))
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      // What is set anew lies elsewhere, setenv(3), and nothing is read from the old place any more.
      for (const [name, value] of Object.entries(process.env)) if (SECRET.test(name)) process.env[name] = value
      for (const { offset, length } of secretEntries(environment))
        writeSync(memory, 'x'.repeat(length), start + offset, 'latin1')
    } finally {
      closeSync(memory)
    }
  } catch {
    // No memory of one's own to write to: a sandbox, or not a Linux that has it.
  }
}

/** Where secret variables stand in a process's environment, `NAME=value` with a zero byte after each. */
export function secretEntries(environment: string): { offset: number; length: number }[] {
  let offset = 0
  return environment.split('\0').flatMap((entry) => {
    const begin = offset
    offset += entry.length + 1
    const end = entry.indexOf('=')
    // The name alone says so: a repository may be called token, and its path must stay.
    return end > 0 && SECRET.test(entry.slice(0, end)) ? [{ offset: begin, length: entry.length }] : []
  })
}

/** Field 50 of proc_pid_stat(5), `env_start`; the second field, the program's name, may hold anything but its `)`. */
function environmentStart(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[50 - 3])
}
