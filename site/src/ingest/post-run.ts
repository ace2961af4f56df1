import type { IncomingMessage } from 'node:http'
import { Refusal, storageRefusal } from './refusal.ts'
import { type Ingest, submit } from './submit.ts'

/** A JSON response. */
export interface JsonResponse {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

/**
 * `POST /api/v1/runs`: accepts one run document, or rejects it with one sentence and a code. Never throws.
 * @param log receives errors that are not the client's fault
 */
export async function handleSubmission(
  request: IncomingMessage,
  ingest: Ingest,
  log: (error: unknown) => void,
): Promise<JsonResponse> {
  const { authorization, 'content-type': contentType, 'content-encoding': contentEncoding } = request.headers
  try {
    const { status, ...accepted } = await submit(
      {
        authorization: authorization ?? null,
        contentType,
        contentEncoding,
        allowPrivate: request.headers['plimsoll-allow-private'] === 'true',
        body: request,
      },
      ingest,
    )
    return { status, headers: { location: accepted.permalink }, body: { ...accepted } }
  } catch (error) {
    return refusalResponse(error, log)
  }
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
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="plimsoll"' }),
    },
    body: { code, message, ...(errors.length > 0 && { errors }) },
  }
}
