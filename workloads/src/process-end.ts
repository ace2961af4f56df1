/**
 * Describes how a program ended, for an error without other output. The description never includes the command line,
 * because errors become part of documents. A command line contains names, and paths of this host.
 */
export function describeEnd(result: {
  exitCode?: number | undefined
  signal?: string | undefined
  code?: string | undefined
}): string {
  if (result.signal) return `it was ended by ${result.signal}`
  if (result.exitCode !== undefined) return `it ended with exit code ${result.exitCode} and printed nothing`
  if (result.code === 'E2BIG')
    return 'it could not be started, because an argument or the environment is too long (E2BIG): put long texts into a file'
  return `it could not be started (${result.code ?? 'unknown reason'})`
}

/**
 * Whether a program is not installed. The system reports EACCES if the PATH has a folder that this user may not enter,
 * and no other folder of the PATH has the program.
 */
export function isNotFound({ code }: { code?: string | undefined }): boolean {
  return code === 'ENOENT' || code === 'EACCES'
}
