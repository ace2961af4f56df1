import { RegistryError } from '../errors.ts'

/** Why a submission was rejected: one sentence, a stable code for programs, an HTTP status. */
export class Refusal extends Error {
  readonly status: number
  /** `token-expired`, `invalid-document` … */
  readonly code: string
  /** The errors in the document, with JSON pointers. */
  readonly errors: { pointer: string; message: string }[]
  /** Seconds until the next attempt; null if unknown. */
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

/** Returns the refusal for a run that is damaged in the registry; any other error unchanged. */
export function damageRefusal(error: unknown, id: string): unknown {
  if (!(error instanceof RegistryError) || !error.code.startsWith('damaged-')) return error
  return new Refusal(
    503,
    error.code,
    `Run ${id} is damaged in this registry. Submissions for it are rejected until the operator repairs it.`,
  )
}
