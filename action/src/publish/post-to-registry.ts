import { setTimeout } from 'node:timers/promises'
import { Problem } from '@plimsoll/workloads'
import { printable } from '../plain-text.ts'
import { AnswerTooLong, readAnswer } from '../read-answer.ts'

const TRIES = 4
const TIMEOUT_MS = 60_000
/** The longest wait that a registry may request, in ms. A longer wait is an error. */
const MAX_WAIT_MS = 60_000

/** A registry. */
export interface RegistryAccess {
  /** the public address of the registry, without a trailing slash */
  registry: string
  sleep?: (milliseconds: number) => Promise<unknown>
}

/** A request to a registry, and how to read the response. */
export interface RegistryPost<T> {
  /** the path of the request, below the registry's address */
  path: string
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
  /** the name of the body in messages, such as `the document` */
  what: string
  /** what to do if the registry cannot be reached, besides checking the address */
  later: string
  /** @returns null if the response does not come from a registry that accepted the body */
  read: (answer: Record<string, unknown>, status: number) => T | null
}

/**
 * Submits something signed to a registry. A repeated submission has no further effect. If the registry cannot be reached or
 * asks to wait, the submission is tried up to four times.
 * @throws Problem (2) for a rejected submission, (3) for a registry that cannot be reached
 */
export async function postToRegistry<T>(
  upload: RegistryPost<T>,
  { registry, sleep = setTimeout }: RegistryAccess,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await post(registry, upload)
    if ('accepted' in answer) return answer.accepted
    const wait = answer.retryAfter ?? (answer.temporary ? 1000 * 2 ** (attempt - 1) : null)
    if (wait === null || wait > MAX_WAIT_MS || attempt === TRIES) throw answer.problem
    await sleep(wait)
  }
}

type Answer<T> =
  | { accepted: T }
  /** `temporary`: whether a retry may succeed; `retryAfter`: the requested wait in ms */
  | { problem: Problem; temporary: boolean; retryAfter: number | null }

async function post<T>(registry: string, upload: RegistryPost<T>): Promise<Answer<T>> {
  const { path, body, headers, later } = upload
  try {
    const response = await fetch(`${registry}${path}`, {
      method: 'POST',
      headers,
      body,
      // The run is signed for this registry, and for no other.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return read(registry, upload, response, String(await readAnswer(response)))
  } catch (error) {
    const isTooLong = error instanceof AnswerTooLong
    const failed = isTooLong ? `gave no answer that is read: ${error.message}` : 'could not be reached'
    const sentence = `The registry ${registry} ${failed}. Check the address, or ${later}.`
    return { problem: new Problem(3, sentence), temporary: !isTooLong, retryAfter: null }
  }
}

function read<T>(registry: string, upload: RegistryPost<T>, response: Response, text: string): Answer<T> {
  const value = parse(text)
  const accepted = response.status === 200 || response.status === 201 ? upload.read(value, response.status) : null
  if (accepted !== null) return { accepted }
  const said = typeof value.message === 'string' ? printable(value.message, 500) : `it answers ${response.status}`
  const temporary = response.status >= 500 || response.status === 429 || response.status === 408
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    problem: new Problem(temporary ? 3 : 2, `The registry ${registry} rejected ${upload.what}: ${said}`),
    temporary,
    retryAfter: temporary && Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null,
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
