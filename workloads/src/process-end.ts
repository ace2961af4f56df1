/**
 * How a program ended, for an error that says nothing else. Never its command line: that holds paths of this machine and
 * names of others, and errors get into documents.
 */
export function describeEnd(result: {
  exitCode?: number | undefined
  signal?: string | undefined
  code?: string | undefined
}): string {
  if (result.signal) return `it was ended by ${result.signal}`
  if (result.exitCode !== undefined) return `it ended with exit code ${result.exitCode} and said nothing`
  return `it could not be started (${result.code ?? 'unknown reason'})`
}
