import { forTerminal, progressLine, type WorkProgress } from '@plimsoll/schema'
import { noteStream, type Terminal } from './print.ts'

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
    this.#draw(work)
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
      if (ms >= QUIET_MS) this.#draw(work(ms / 1000))
    }, TICK_MS)
    this.#timer.unref()
  }

  /** Write a line that stays, above the progress. */
  line(text: string): void {
    this.#terminal.write(`${this.#terminal.isTTY ? ERASE : ''}${forTerminal(text)}\n`)
  }

  /** Erase the line, and stop rewriting it. */
  clear(): void {
    this.#stop()
    if (this.#terminal.isTTY) this.#terminal.write(ERASE)
  }

  #draw(work: WorkProgress): void {
    const { isTTY, columns } = this.#terminal
    // The width is read each time, because a terminal can be resized.
    if (isTTY) this.#terminal.write(`${ERASE}${forTerminal(progressLine(work, columns || 80))}`)
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}

/** To the begin of the line, and erase to its end. */
const ERASE = '\r\u001b[K'

/** Do some work whose length is not known, and show how long it has been running. */
export async function withStatus<T>(text: string, work: () => Promise<T>): Promise<T> {
  const status = new StatusLine(noteStream())
  status.tick((secondsSoFar) => ({ share: null, secondsLeft: null, secondsSoFar, text }))
  try {
    return await work()
  } finally {
    status.clear()
  }
}
