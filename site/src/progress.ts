import { setImmediate } from 'node:timers/promises'
import { clearLine, drawProgress, printNote } from '@plimsoll/schema/node'

/** Shorter work shows no progress. */
const QUIET_MS = 2000
const TICK_MS = 1000
/** The pause between two lines of one step in a log. */
const LOG_MS = 10_000

/**
 * Says which step of the work is being done, and how much of it is done, where that is known. Work that blocks the event
 * loop must await it: otherwise an interrupt waits until the work ends.
 */
export type ProgressReporter = (step: string, done?: number, total?: number) => unknown

/**
 * Does some work, and shows its progress on stderr if it takes longer than two seconds. On a terminal, this is one line
 * with a bar and the time left in the step, which is rewritten every second, and erased at the end and on an interrupt. In
 * a log, a step has a line at its begin, and one every ten seconds while it gets on.
 */
export async function withProgress<Result>(work: (say: ProgressReporter) => Promise<Result>): Promise<Result> {
  const began = performance.now()
  let step = { name: '', began, done: 0, total: 0, at: began }
  let shown = { at: Number.NEGATIVE_INFINITY, name: '', text: '' }
  const interrupt = () => {
    clearLine()
    process.kill(process.pid, 'SIGINT') // Without this handler, which was called once, the signal ends the process.
  }
  const timer = setInterval(show, TICK_MS).unref()
  try {
    return await work(async (name, done = 0, total = 0) => {
      const at = performance.now()
      step = { name, began: name === step.name ? step.began : at, done, total, at }
      if (show()) await setImmediate()
    })
  } finally {
    clearInterval(timer)
    process.off('SIGINT', interrupt)
    if (shown.name !== '') clearLine()
  }

  /** Shows the step if it is time to. */
  function show(): boolean {
    const now = performance.now()
    const { name, done, total } = step
    const text = total > 0 ? `${name}, ${done} of ${total}` : name
    const { isTTY } = process.stderr
    const isDue = name !== shown.name || now - shown.at >= (isTTY ? TICK_MS : LOG_MS)
    if (name === '' || now - began < QUIET_MS || !isDue || (!isTTY && text === shown.text)) return false
    if (isTTY && shown.name === '') process.once('SIGINT', interrupt)
    shown = { at: now, name, text }
    if (isTTY) drawProgress({ ...timesOf(now), share: total > 0 ? done / total : null, text })
    else printNote(text)
    return true
  }

  function timesOf(now: number): { secondsLeft: number | null; secondsSoFar: number } {
    const { began, done, total, at } = step
    const left = done > 0 && at > began ? ((at - began) / done) * (total - done) - (now - at) : null
    return { secondsLeft: left === null ? null : Math.max(0, left / 1000), secondsSoFar: (now - began) / 1000 }
  }
}
