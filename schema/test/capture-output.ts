import { format } from 'node:util'
import { vi } from 'vitest'

/** What a command printed, and its exit code. */
export interface Ended {
  exitCode: number
  stdout: string
  stderr: string
}

/**
 * Runs a command in this process, which takes a tenth of the time of a process of its own, and returns what it printed.
 * Tests of what belongs to a process (standard input, signals, a terminal) start one instead.
 */
export async function captureOutput(command: () => Promise<number>): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const collect = (stream: keyof typeof written, text: string) => {
    written[stream] += text
    return true
  }
  // Tests have a console of their own, which does not write to the streams of the process.
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...texts) => void collect('stdout', `${format(...texts)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...texts) => void collect('stderr', `${format(...texts)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => collect('stdout', String(text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => collect('stderr', String(text))),
  ]
  try {
    return { exitCode: await command(), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
