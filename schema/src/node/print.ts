import { forTerminal, withoutCommands } from '../plain-text.ts'
import { progressLine, type WorkProgress } from '../progress-line.ts'

// The commands print through these functions only, because lines contain texts of others (documents, workload files,
// names of files, engines). Such a text must neither control the terminal nor become a command in a workflow's log.

/** Prints lines on standard output. */
export function print(text: string): void {
  if (process.stdout.isTTY) clearLine()
  console.log(forTerminal(text))
}

/**
 * Prints a report on standard output. Its renderer revealed the invisible characters of the documents, and may have
 * added some of its own: colours, or the zero-width spaces of Markdown.
 */
export function printReport(text: string): void {
  console.log(withoutCommands(text))
}

/** Prints errors on standard error. */
export function printError(text: string): void {
  clearLine()
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

/** Whether the flag `--quiet` is given. */
export function isQuiet(): boolean {
  return quiet
}

/** The output stream of progress. It is standard error, so that a piped table contains nothing else. */
export interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** Standard error, or a stream that discards everything if the flag `--quiet` is given. */
export function noteStream(): Terminal {
  return quiet ? { write: () => {} } : process.stderr
}

/** Rewrites the last line of a terminal, which shows progress. Writes nothing to other streams. */
export function drawProgress(work: WorkProgress, terminal = noteStream()): void {
  // The width is read each time, because a terminal can be resized.
  if (terminal.isTTY) terminal.write(`${ERASE}${forTerminal(progressLine(work, terminal.columns || 80))}`)
}

/** Erases the line that progress rewrites. */
export function clearLine(terminal: Terminal = process.stderr): void {
  if (terminal.isTTY) terminal.write(ERASE)
}

/** To the begin of the line, and erase to its end. */
const ERASE = '\r\u001b[K'
