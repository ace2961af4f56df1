import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'

/** A process that ends with this one at the latest. */
export interface BoundProcess {
  /** rejects when the process ends before `end` was called; never resolves */
  readonly ended: Promise<never>
  /** Kill it, and wait until it has ended. */
  end(): Promise<void>
}

/** Start a process that the kernel kills when this one dies, even by SIGKILL. */
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
  ended.catch(() => {}) // prevent an unhandled rejection where the caller does not use this promise
  return {
    ended,
    end: async () => {
      ending = true
      child.kill('SIGKILL') // no need to let it clean up: its state is discarded
      await child
    },
  }
}
