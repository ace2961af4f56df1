/**
 * Explains an error of the file system (`ENOSPC`, `EACCES` …), for example a full disk, in a sentence. Null for any other
 * error.
 */
export function explainSystemError(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { syscall, path, message } = error as NodeJS.ErrnoException
  const isOfFile = typeof syscall === 'string' && !syscall.startsWith('spawn') && path !== undefined
  if (!isOfFile && syscall !== 'write') return null
  return `System error: "${message}". Check that the path exists, that it is readable and writable, and that there is free space.`
}
