import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Problem } from '@plimsoll/workloads'
import type { IdTokens } from './id-token.ts'

/** What a registry answers to a document it has taken. */
export interface Published {
  permalink: string
  tier: string | null
  /** false where it had the document already */
  added: boolean
}

const TRIES = 4
const PATIENCE = 60_000
/** Whoever is to wait longer is told so instead. */
const LONGEST_WAIT = 60_000

/**
 * Hands a document in to a registry, with a token that is for this document alone. It is safe to do it again, and it is
 * done again, up to four times in all, where the registry cannot be reached or asks for patience.
 * @param registry its public address, without a slash at the end
 * @param allowPrivate whether the name of a private repository may be seen
 * @throws Problem (2) for a document or a token that is refused, (3) for a registry that cannot be reached
 */
export async function publishOverHttp(
  bytes: Uint8Array,
  hash: string,
  options: {
    registry: string
    tokens: IdTokens
    allowPrivate?: boolean
    sleep?: (milliseconds: number) => Promise<unknown>
  },
): Promise<Published> {
  const { registry, tokens, allowPrivate = false, sleep = setTimeout } = options
  const body = gzipSync(bytes)
  for (let attempt = 1; ; attempt++) {
    const answer = await post(registry, body, await tokens(`${registry}#${hash}`), allowPrivate)
    if ('published' in answer) return answer.published
    const wait = answer.retryAfter ?? (answer.passing ? 1000 * 2 ** (attempt - 1) : null)
    if (wait === null || wait > LONGEST_WAIT || attempt === TRIES) throw answer.problem
    await sleep(wait)
  }
}

type Answer =
  | { published: Published }
  /** passing: another try may end otherwise; retryAfter in ms */
  | { problem: Problem; passing: boolean; retryAfter: number | null }

async function post(registry: string, body: Buffer, token: string, allowPrivate: boolean): Promise<Answer> {
  try {
    const response = await fetch(`${registry}/api/v1/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        ...(allowPrivate && { 'plimsoll-allow-private': 'true' }),
      },
      body: new Uint8Array(body),
      // A token is for the registry that was named, not for where that one points.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    return read(registry, response, await response.text())
  } catch {
    const sentence = `The registry ${registry} cannot be reached: see that the address is right, or publish again later; the document is kept.`
    return { problem: new Problem(3, sentence), passing: true, retryAfter: null }
  }
}

function read(registry: string, response: Response, text: string): Answer {
  const value = parse(text)
  if ((response.status === 200 || response.status === 201) && isPermalink(value.permalink, registry)) {
    const { permalink, tier } = value
    const published = {
      permalink: String(permalink),
      tier: typeof tier === 'string' ? tier : null,
      added: response.status === 201,
    }
    return { published }
  }
  const said = typeof value.message === 'string' ? printable(value.message) : `it answers ${response.status}`
  const passing = response.status >= 500 || response.status === 429 || response.status === 408
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    problem: new Problem(passing ? 3 : 2, `The registry ${registry} did not take the document: ${said}`),
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

/** A link that readers will follow, and that a comment will show, is one into the registry that was named. */
function isPermalink(value: unknown, registry: string): boolean {
  if (typeof value !== 'string' || !value.startsWith(`${registry}/runs/`)) return false
  return /^[a-z2-7]{26}$/.test(value.slice(`${registry}/runs/`.length))
}

/** What a server says is shown, never sent to the terminal as it is. */
function printable(text: string): string {
  return text.slice(0, 500).replaceAll(/[\p{Cc}\p{Cf}]/gu, '�')
}
