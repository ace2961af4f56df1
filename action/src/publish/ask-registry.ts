import { setTimeout } from 'node:timers/promises'
import { Problem } from '@plimsoll/workloads'
import { printable } from '../printable.ts'
import type { IdTokens } from './id-token.ts'

const TRIES = 4
const TIMEOUT_MS = 60_000
/** A registry that asks for a longer wait is an error instead. */
const LONGEST_WAIT = 60_000

/** The registry, and the tokens to authenticate with. */
export interface Asking {
  /** its public address, without a trailing slash */
  registry: string
  tokens: IdTokens
  sleep?: (milliseconds: number) => Promise<unknown>
}

/** What a registry is given, and what its answer to that means. */
export interface Upload<T> {
  /** below the registry's address */
  path: string
  body: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** of the body; the token is bound to it */
  hash: string
  /** name of the body in messages: `the document` */
  what: string
  /** what to do where the registry cannot be reached, besides checking the address */
  later: string
  /** @returns null where the response is not that of a registry that accepted the body */
  read: (answer: Record<string, unknown>, status: number) => T | null
}

/**
 * Submit something to a registry, with a token bound to it. Submission is idempotent, and is tried up to four times
 * where the registry cannot be reached or asks to wait.
 * @throws Problem (2) for a rejected submission, (3) for a registry that cannot be reached
 */
export async function askRegistry<T>(upload: Upload<T>, { registry, tokens, sleep = setTimeout }: Asking): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await post(registry, upload, await tokens(`${registry}#${upload.hash}`))
    if ('taken' in answer) return answer.taken
    const wait = answer.retryAfter ?? (answer.passing ? 1000 * 2 ** (attempt - 1) : null)
    if (wait === null || wait > LONGEST_WAIT || attempt === TRIES) throw answer.problem
    await sleep(wait)
  }
}

type Answer<T> =
  | { taken: T }
  /** passing: a retry may succeed; retryAfter in ms */
  | { problem: Problem; passing: boolean; retryAfter: number | null }

async function post<T>(registry: string, upload: Upload<T>, token: string): Promise<Answer<T>> {
  const { path, body, headers, later } = upload
  try {
    const response = await fetch(`${registry}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body,
      // Do not send the token to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return read(registry, upload, response, await response.text())
  } catch {
    const sentence = `The registry ${registry} could not be reached. Check the address, or ${later}.`
    return { problem: new Problem(3, sentence), passing: true, retryAfter: null }
  }
}

function read<T>(registry: string, upload: Upload<T>, response: Response, text: string): Answer<T> {
  const value = parse(text)
  const taken = response.status === 200 || response.status === 201 ? upload.read(value, response.status) : null
  if (taken !== null) return { taken }
  const said = typeof value.message === 'string' ? printable(value.message, 500) : `it answers ${response.status}`
  const passing = response.status >= 500 || response.status === 429 || response.status === 408
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    problem: new Problem(passing ? 3 : 2, `The registry ${registry} rejected ${upload.what}: ${said}`),
    passing,
    retryAfter: passing && Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null,
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
