// Talks with an agent that goes on running, line by line: shared by the tests of watch, hold and memory.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Line } from './run-agent.ts'

/** An agent that is running; `next` throws if it ended without another line. */
export type Talk = {
  process: ChildProcess
  say: (...lines: string[]) => void
  next: () => Promise<Line>
  /** Closes its input, or sends the signal, and waits for the exit code. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts a program, the agent or an engine's client, whose standard input and output are the agent's. */
export function talk(program: string, ...args: string[]): Talk {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.on('error', () => {}) // it may end before it has read all
  return {
    process: child,
    say: (...text) => child.stdin.write(`${text.join('\n')}\n`),
    next: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${program} ${args.join(' ')} ended without another line.`)
      return JSON.parse(value)
    },
    end: (signal) => {
      if (signal) child.kill(signal)
      else child.stdin.end()
      return ended
    },
  }
}
