/** Exit codes of the command, as every command of the project uses them. */
export const EXIT = { done: 0, checkFailed: 1, badInput: 2, environment: 3, interrupted: 130 } as const

/** A failure that has a sentence for the user, which says what to do next. Printed without a stack trace. */
export class RegistryError extends Error {
  /** Stable, for programs: `identifier-taken`, `edited-edition` … */
  readonly code: string
  readonly exitCode: number

  constructor(code: string, message: string, exitCode: number = EXIT.badInput) {
    super(message)
    this.name = 'RegistryError'
    this.code = code
    this.exitCode = exitCode
  }
}
