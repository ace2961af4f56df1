import { forTerminal, progressLine, type WorkProgress } from '@plimsoll/schema'

// The commands print through these functions only, because lines contain texts of others (documents, names of files).
// Such a text must neither control the terminal nor become a command in a workflow's log.

/** Prints lines on standard output. */
export function print(text: string): void {
  if (process.stdout.isTTY) eraseProgress()
  console.log(forTerminal(text))
}

/** Prints errors on standard error. */
export function printError(text: string): void {
  eraseProgress()
  console.error(forTerminal(text))
}

/** Prints what is beside the result on standard error, unless the flag `--quiet` is given. */
export function printNote(text: string): void {
  if (!quiet) printError(text)
}

let quiet = false

/** Silences notes and progress, for the flag `--quiet`, or prints them again. */
export function silenceNotes(isQuiet = true): void {
  quiet = isQuiet
}

/** Rewrites the last line of the terminal, unless the flag `--quiet` is given. */
export function drawProgress(work: WorkProgress): void {
  if (quiet) return
  // The width is read each time, because a terminal can be resized.
  process.stderr.write(`${ERASE}${forTerminal(progressLine(work, process.stderr.columns || 80))}`)
  isDrawn = true
}

/** Erases the line that shows progress. */
export function eraseProgress(): void {
  if (isDrawn) process.stderr.write(ERASE)
  isDrawn = false
}

/** Whether the last line of the terminal shows progress. */
let isDrawn = false

/** To the begin of the line, and erase to its end. */
const ERASE = '\r\u001b[K'
