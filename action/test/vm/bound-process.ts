import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'

/** A child process that ends at the latest when this process ends. */
export interface BoundProcess {
  /** a promise that rejects if the child process ends before `end` was called; it never resolves */
  readonly ended: Promise<never>
  /** Kill the child process, and wait until it has ended. */
  end(): Promise<void>
}

/** Starts a child process that the kernel kills if this process dies, even by SIGKILL. */
export function startBound(command: string, args: string[]): BoundProcess {
  const child = execa('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    reject: false,
    all: true,
    stdin: 'ignore',
  })
  let ending = false
  const ended = new Promise<never>((_resolve, reject) => {
    child.then(({ all }) => {
      if (!ending) reject(new Problem(3, `${command} ended by itself: ${all.trim().split('\n').at(-1)}`))
    })
  })
  ended.catch(() => {}) // Prevent an unhandled rejection if the caller does not use this promise.
  return {
    ended,
    end: async () => {
      ending = true
      child.kill('SIGKILL') // The process needs no time to clean up: its state is discarded.
      await child
    },
  }
}
