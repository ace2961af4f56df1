/**
 * An error that the user can resolve. `exitCode` follows the exit codes of the command: 2 bad usage or bad input, 3 the
 * environment does not support the operation, 130 interrupted. The message is one or two sentences that say what to do
 * next.
 */
export class Problem extends Error {
  readonly exitCode: 2 | 3 | 130

  constructor(exitCode: 2 | 3 | 130, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Problem'
    this.exitCode = exitCode
  }
}
