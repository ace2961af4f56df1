/**
 * An error that the user can resolve. `exitCode` follows the exit codes of the command. 2 means bad usage or bad input.
 * 3 means that the environment does not support the operation. 130 means interrupted. The message is one or two
 * sentences, and says what to do next.
 */
export class Problem extends Error {
  readonly exitCode: 2 | 3 | 130

  constructor(exitCode: 2 | 3 | 130, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Problem'
    this.exitCode = exitCode
  }
}

/** A container engine that fails, rather than one that does not support an operation. */
export class EngineFailure extends Problem {
  constructor(message: string, options?: ErrorOptions) {
    super(3, message, options)
  }
}
