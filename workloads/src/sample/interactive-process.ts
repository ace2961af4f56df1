import { createInterface } from 'node:readline'
import { execa } from 'execa'
import type { InteractiveProcess } from '../engine.ts'

/** Starts a program and exchanges lines with it over its standard input and output. */
export function startInteractive(
  [program = '', ...args]: string[],
  environment?: NodeJS.ProcessEnv,
): InteractiveProcess {
  const child = execa(program, args, {
    reject: false,
    stdin: 'pipe',
    stdout: 'pipe',
    buffer: { stdout: false },
    ...(environment && { env: environment, extendEnv: false }),
  })
  const receivers: ((line: string | null) => void)[] = []
  const unread: string[] = []
  let ended = false
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const receive = receivers.shift()
    if (receive) receive(line)
    else unread.push(line)
  })
  lines.on('close', () => {
    ended = true
    for (const receive of receivers.splice(0)) receive(null)
  })
  child.stdin.on('error', () => {}) // The program has ended. The next read reports this.

  return {
    send: (line) => child.stdin.write(`${line}\n`),
    async next(seconds) {
      const line = unread.shift() ?? (await nextLine(seconds))
      if (line !== null) return line
      if (!ended) throw new Error(`${program} printed nothing for ${seconds} s`)
      const { stderr } = await child
      throw new Error(`${program} ended: ${stderr?.trim().split('\n').at(-1) || 'it printed nothing'}`)
    },
    async close() {
      child.stdin.end()
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await child
      clearTimeout(timer)
    },
  }

  function nextLine(seconds: number): Promise<string | null> {
    if (ended) return Promise.resolve(null)
    return new Promise((resolve) => {
      const receive = (line: string | null) => {
        clearTimeout(timer)
        resolve(line)
      }
      const timer = setTimeout(() => {
        receivers.splice(receivers.indexOf(receive), 1)
        resolve(null)
      }, seconds * 1000)
      receivers.push(receive)
    })
  }
}
