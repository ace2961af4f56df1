// Exchanges lines with an agent that keeps running. The tests of watch, hold and memory share this code.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Line } from './run-agent.ts'

/** A running agent. `next` returns its next line, and throws if the agent has ended without another line. */
export type AgentProcess = {
  process: ChildProcess
  say: (...lines: string[]) => void
  next: () => Promise<Line>
  /** Closes the agent's input, or sends the signal, and waits for the exit code. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts a program whose standard input and output are those of the agent: the agent itself, or an engine's client. */
export function talk(program: string, ...args: string[]): AgentProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.on('error', () => {}) // The program may end before it has read all input.
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
