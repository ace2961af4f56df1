import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { FORWARDED_ENVIRONMENT } from './forwarded-environment.ts'

/** By the second the runner finds and ends what a job leaves behind. */
const SHOWN = new Set([...FORWARDED_ENVIRONMENT, 'RUNNER_TRACKING_ID'])

/**
 * Take all of this step's environment but what its command sees as well out of what other processes of the same user can
 * read of it, `/proc/PID/environ`, by writing over its own memory; the step itself has it as before. Linux alone is known
 * to show that there; on other systems, and where it is not allowed, nothing is done. It keeps an honest mistake from
 * spreading a secret: whoever may become root on the runner, or trace this process, finds it all the same in its memory.
 */
export function hideEnvironment(): void {
  if (process.platform !== 'linux') return
  try {
    const environment = readFileSync('/proc/self/environ', 'latin1')
    const start = environmentStart(readFileSync('/proc/self/stat', 'latin1'))
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      // What is set anew lies elsewhere, setenv(3), and nothing is read from the old place any more.
      for (const [name, value] of Object.entries(process.env)) if (!SHOWN.has(name)) process.env[name] = value
      for (const { offset, length } of hiddenEntries(environment))
        writeSync(memory, 'x'.repeat(length), start + offset, 'latin1')
    } finally {
      closeSync(memory)
    }
  } catch {
    // No memory of one's own to write to: a sandbox, or not a Linux that has it.
  }
}

/** Where what others must not see stands in a process's environment, `NAME=value` with a zero byte after each. */
export function hiddenEntries(environment: string): { offset: number; length: number }[] {
  let offset = 0
  return environment.split('\0').flatMap((entry) => {
    const begin = offset
    offset += entry.length + 1
    // What is a secret its name need not say.
    return entry === '' || SHOWN.has(entry.split('=', 1)[0] as string) ? [] : [{ offset: begin, length: entry.length }]
  })
}

/** Field 50 of proc_pid_stat(5), `env_start`; the second field, the program's name, may hold anything but its `)`. */
function environmentStart(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[50 - 3])
}
