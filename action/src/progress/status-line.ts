import { forTerminal, type WorkProgress } from '@plimsoll/schema'
import { clearLine, drawProgress, noteStream, type Terminal } from '@plimsoll/schema/node'

/** Shorter work shows no progress. */
const QUIET_MS = 2000
const TICK_MS = 1000

/**
 * The last line of a terminal, which shows the progress of long work and is rewritten in place. Without a terminal, only
 * permanent lines are written.
 */
export class StatusLine {
  readonly #terminal: Terminal
  #timer: NodeJS.Timeout | null = null

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Rewrite the line now, and stop rewriting it every second. */
  show(work: WorkProgress): void {
    this.#stop()
    drawProgress(work, this.#terminal)
  }

  /**
   * Rewrite the line every second, from two seconds on.
   * @param work receives the seconds since this call
   */
  tick(work: (seconds: number) => WorkProgress): void {
    this.#stop()
    if (!this.#terminal.isTTY) return
    const began = performance.now()
    this.#timer = setInterval(() => {
      const ms = performance.now() - began
      if (ms >= QUIET_MS) drawProgress(work(ms / 1000), this.#terminal)
    }, TICK_MS)
    this.#timer.unref()
  }

  /** Write a line that stays, above the progress. */
  line(text: string): void {
    clearLine(this.#terminal)
    this.#terminal.write(`${forTerminal(text)}\n`)
  }

  /** Erase the line, and stop rewriting it. */
  clear(): void {
    this.#stop()
    clearLine(this.#terminal)
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}

/** Does some work whose length is not known, and shows how long it has been running. */
export async function withStatus<T>(text: string, work: () => Promise<T>): Promise<T> {
  const status = new StatusLine(noteStream())
  status.tick((secondsSoFar) => ({ share: null, secondsLeft: null, secondsSoFar, text }))
  try {
    return await work()
  } finally {
    status.clear()
  }
}
