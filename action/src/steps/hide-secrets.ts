import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { FORWARDED_ENVIRONMENT } from './forwarded-environment.ts'

/**
 * The variables that stay visible. The runner uses RUNNER_TRACKING_ID to find and end processes that a job left
 * running.
 */
const SHOWN = new Set([...FORWARDED_ENVIRONMENT, 'RUNNER_TRACKING_ID'])

/**
 * Hides this step's environment from other processes of the same user, except for the variables that its command sees.
 * To hide the variables, overwrite them in this process's own memory, which `/proc/PID/environ` shows. The step itself
 * keeps all values. Only Linux is known to expose the environment there. On other systems, and if overwriting is not
 * permitted, this function does nothing. It prevents only accidental leaks of secrets: a process that can become root
 * on the runner, or trace this process, can still read the secrets in its memory.
 */
export function hideSecrets(): void {
  if (process.platform !== 'linux') return
  try {
    const environment = readFileSync('/proc/self/environ', 'latin1')
    const start = environmentStart(readFileSync('/proc/self/stat', 'latin1'))
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      // A variable that is set again moves to another address, setenv(3). So nothing reads the old address any more.
      for (const [name, value] of Object.entries(process.env)) if (!SHOWN.has(name)) process.env[name] = value
      for (const { offset, length } of hiddenEntries(environment))
        writeSync(memory, 'x'.repeat(length), start + offset, 'latin1')
    } finally {
      closeSync(memory)
    }
  } catch {
    // This process cannot write to its own memory, because of a sandbox or because the system has no such file.
  }
}

/**
 * The positions of hidden variables in a process's environment, which consists of `NAME=value` entries with a zero byte
 * after each.
 */
export function hiddenEntries(environment: string): { offset: number; length: number }[] {
  let offset = 0
  return environment.split('\0').flatMap((entry) => {
    const begin = offset
    offset += entry.length + 1
    // Hide all other values, because the name of a variable does not show whether its value is secret.
    return entry === '' || SHOWN.has(entry.split('=', 1)[0] as string) ? [] : [{ offset: begin, length: entry.length }]
  })
}

/**
 * The address at which a process's environment begins: field 50 of proc_pid_stat(5), `env_start`. The second field is
 * the program's name in parentheses. The name may contain any character, so the fields are counted from the last `)`.
 */
function environmentStart(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[50 - 3])
}
