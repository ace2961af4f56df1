/** The width of standard output in columns: infinite if it is not a terminal. A terminal without a size counts as 80. */
export function outputWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY
}
