/** The exit codes, which are the same for every command of the project. */
export const EXIT = { done: 0, checkFailed: 1, badInput: 2, environment: 3, interrupted: 130 } as const

/** An error with a sentence for the user that says what to do next. The sentence is printed without a stack trace. */
export class RegistryError extends Error {
  /** The code of the error, which is stable, for programs: `id-conflict`, `edited-edition` … */
  readonly code: string
  readonly exitCode: number

  constructor(code: string, message: string, exitCode: number = EXIT.badInput) {
    super(message)
    this.name = 'RegistryError'
    this.code = code
    this.exitCode = exitCode
  }
}

/** Explains a system error (`EACCES`, `EROFS`, `ENOSPC` …) in a sentence; null for any other error. */
export function explainSystemError(error: unknown): string | null {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (typeof code !== 'string' || typeof syscall !== 'string') return null
  return `System error: "${message}". Check that the path exists, that it is readable and writable, and that there is free space. Or choose another directory with --registry or --out.`
}
