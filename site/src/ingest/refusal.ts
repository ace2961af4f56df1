import { RegistryError } from '../errors.ts'

/** Why something that was handed in was not taken: one sentence, a stable code for programs, an HTTP status. */
export class Refusal extends Error {
  readonly status: number
  /** `token-expired`, `invalid-document` … */
  readonly code: string
  /** Where in the document what is wrong is, as JSON pointers. */
  readonly errors: { pointer: string; message: string }[]
  /** Seconds after which to try again. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    {
      errors = [],
      retryAfter = null,
    }: { errors?: { pointer: string; message: string }[]; retryAfter?: number | null } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

/** What whoever asks is told of a run that is damaged in the registry; any other error as it is. */
export function refusalOfDamage(error: unknown, id: string): unknown {
  if (!(error instanceof RegistryError) || !error.code.startsWith('damaged-')) return error
  return new Refusal(
    503,
    error.code,
    `The run ${id} is damaged here, and nothing of it is taken in until it is mended.`,
  )
}
