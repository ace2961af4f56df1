import { forTerminal } from '@plimsoll/schema'

const QUIET_MS = 2000
const STEP_MS = 1000

/**
 * Shows progress on stderr for work that takes longer than two seconds. It is one line, which is rewritten on a
 * terminal.
 */
export function showProgress(): { say: (text: string) => void; end: () => void } {
  const terminal = process.stderr.isTTY
  let last = performance.now() + QUIET_MS - STEP_MS
  let shown = false
  return {
    say(text) {
      if (quiet || performance.now() - last < STEP_MS) return
      last = performance.now()
      shown = true
      process.stderr.write(terminal ? `\r\u001b[K${forTerminal(text)}` : `${forTerminal(text)}\n`)
    },
    end() {
      if (terminal && shown) process.stderr.write('\r\u001b[K')
    },
  }
}

// The commands print through these functions only, because lines contain texts of others (documents, names of files).
// Such a text must neither control the terminal nor become a command in a workflow's log.

/** Prints lines on standard output. */
export function print(text: string): void {
  console.log(forTerminal(text))
}

/** Prints errors on standard error. */
export function printError(text: string): void {
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
