import { forTerminal, progressLine } from '@plimsoll/schema'

const QUIET_MS = 2000
const STEP_MS = 1000

/**
 * Shows progress on stderr for work that takes longer than two seconds. On a terminal, it is one line with a bar and the
 * time left, which is rewritten, and erased at the end and on an interrupt.
 */
export function showProgress(): { say: (text: string, done: number, total: number) => void; end: () => void } {
  const { isTTY, columns } = process.stderr
  const began = performance.now()
  let last = began + QUIET_MS - STEP_MS
  const interrupt = () => {
    erase()
    process.kill(process.pid, 'SIGINT') // Without this handler, which was called once, the signal ends the process.
  }
  process.once('SIGINT', interrupt)
  return {
    say(text, done, total) {
      const now = performance.now()
      if (quiet || now - last < STEP_MS) return
      last = now
      isDrawn = isTTY
      const secondsLeft = done === 0 ? null : ((now - began) / 1000 / done) * (total - done)
      const work = { share: done / total, secondsLeft, secondsSoFar: null, text }
      process.stderr.write(
        isTTY ? `${ERASE}${forTerminal(progressLine(work, columns || 80))}` : `${forTerminal(text)}\n`,
      )
    },
    end() {
      process.off('SIGINT', interrupt)
      erase()
    },
  }
}

/** Whether the last line of the terminal shows progress. */
let isDrawn = false

/** To the begin of the line, and erase to its end. */
const ERASE = '\r\u001b[K'

function erase(): void {
  if (isDrawn) process.stderr.write(ERASE)
  isDrawn = false
}

// The commands print through these functions only, because lines contain texts of others (documents, names of files).
// Such a text must neither control the terminal nor become a command in a workflow's log.

/** Prints lines on standard output. */
export function print(text: string): void {
  erase()
  console.log(forTerminal(text))
}

/** Prints errors on standard error. */
export function printError(text: string): void {
  erase()
  console.error(forTerminal(text))
}

/** Prints what is beside the result on standard error, unless the flag `--quiet` is given. */
export function printNote(text: string): void {
  if (!quiet) printError(text)
}

let quiet = false

/** Silences notes and progress, for the flag `--quiet`. */
export function silenceNotes(): void {
  quiet = true
}
