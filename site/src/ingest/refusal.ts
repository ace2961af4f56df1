import { RegistryError } from '../errors.ts'

/** The reason why a submission was rejected: one sentence, a stable code for programs, an HTTP status. */
export class Refusal extends Error {
  readonly status: number
  /** The code, for example `invalid-bundle` or `invalid-document`. */
  readonly code: string
  /** The errors in the document, with JSON pointers. */
  readonly errors: readonly { pointer: string; message: string }[]
  /** The number of seconds until the next attempt; null if unknown. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    {
      errors = [],
      retryAfter = null,
    }: { errors?: readonly { pointer: string; message: string }[]; retryAfter?: number | null } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

/** Returns the refusal of a request that comes while too many others wait. @param sentence what to do */
export function busy(sentence: string): Refusal {
  return new Refusal(503, 'busy', sentence, { retryAfter: RETRY_SOON })
}

/** The numbers of seconds until the next attempt. After a full disk it is long, because an operator must free space. */
const [RETRY_SOON, RETRY_LATER] = [5, 300]

/** Returns the refusal for an error about a run that is damaged in the registry. Returns any other error unchanged. */
export function damageRefusal(error: unknown, id: string): unknown {
  if (!(error instanceof RegistryError) || !error.code.startsWith('damaged-')) return error
  return new Refusal(
    503,
    error.code,
    `Run ${id} is damaged in this registry. Submissions for it are rejected until the operator repairs it.`,
  )
}

/** The statuses of the errors with which the store rejects a document. */
const STATUSES: Record<string, number> = { 'id-conflict': 409, 'not-a-replication': 422, 'deleted-run': 410 }

/** Returns the refusal for an error with which the store rejects a document. Returns any other error unchanged. */
export function storeRefusal(error: unknown, id: string): unknown {
  const status = error instanceof RegistryError ? STATUSES[error.code] : undefined
  if (status !== undefined) return new Refusal(status, (error as RegistryError).code, (error as RegistryError).message)
  return damageRefusal(error, id)
}

/** The error codes for a full or read-only file system (errno(3)). */
const FULL = ['ENOSPC', 'EDQUOT', 'EROFS']

/** Returns the refusal for a document that could not be stored for lack of space; null for any other error. */
export function storageRefusal(error: unknown): Refusal | null {
  if (!FULL.includes(String((error as NodeJS.ErrnoException | null)?.code))) return null
  const message = 'The registry is out of disk space. The submission was not accepted; submit it again later.'
  return new Refusal(507, 'storage-full', message, { retryAfter: RETRY_LATER })
}

/** A JSON response. */
export interface JsonResponse {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

/**
 * Returns the response for an error. If the error is unexpected, it is logged, and the response contains nothing of it.
 */
export function refusalResponse(error: unknown, log: (error: unknown) => void): JsonResponse {
  const refusal = error instanceof Refusal ? error : storageRefusal(error)
  if (refusal !== error) log(error)
  if (refusal === null) {
    const message = 'Internal error; see the server log. The submission was not accepted; submit it again.'
    return { status: 500, headers: {}, body: { code: 'internal', message } }
  }
  const { status, code, message, errors, retryAfter } = refusal
  return {
    status,
    headers: {
      ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    },
    body: { code, message, ...(errors.length > 0 && { errors }) },
  }
}
