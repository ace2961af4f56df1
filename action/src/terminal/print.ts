import { forTerminal, withoutCommands } from '@plimsoll/schema'

// The commands print through these functions only, because lines contain texts of others (documents, workload files,
// names of files, engines). Such a text must neither control the terminal nor become a command in a workflow's log.

/** Prints lines on standard output. */
export function print(text: string): void {
  console.log(forTerminal(text))
}

/**
 * Prints a report on standard output. Its renderer revealed the invisible characters of the documents, and may have
 * added some of its own: colours, or the zero-width spaces of Markdown.
 */
export function printReport(text: string): void {
  console.log(withoutCommands(text))
}

/** Prints lines on standard error: errors, progress, and what is beside the result. */
export function printError(text: string): void {
  console.error(forTerminal(text))
}
