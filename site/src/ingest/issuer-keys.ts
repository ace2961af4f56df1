import type { JWK } from 'jose'
import { Refusal } from './refusal.ts'

/** Minimum time between two requests to an issuer because of unknown keys, in ms. */
const REFRESH_INTERVAL = 60_000
/** Older keys are fetched again before use, because an issuer may revoke keys. In ms. */
const FRESH = 3_600_000
/** Maximum age of keys that are used while the issuer is unreachable, in ms. */
const LONGEST_HELD = 24 * 3_600_000
/** How long the issuer may take to answer, in ms. */
const TIMEOUT_MS = 5000
/** An answer of an issuer is some kilobytes. */
const MAX_BYTES = 200_000

/** The public keys of token issuers, by key id. */
export interface IssuerKeys {
  /**
   * @throws Refusal `unknown-key`; `issuer-unreachable` if the issuer does not respond; `keys-asked-recently` if the
   * last request to the issuer is too recent for another
   */
  find(issuer: string, kid: string): Promise<JWK>
}

/** External dependencies: the network and the clock. */
export interface Outside {
  fetch: (url: string, options: RequestInit) => Promise<Response>
  /** ms since 1970 */
  now: () => number
  /** called when an issuer does not respond, with the reason */
  failed: (issuer: string, error: unknown) => void
}

/** The state of one issuer; times in ms since 1970. */
interface Known {
  keys: JWK[]
  /** when these keys were fetched; null if they never were */
  published: number | null
  /** when the issuer was last asked, and whether it responded */
  asked: number
  reached: boolean
}

/**
 * Returns the keys that each issuer publishes (OpenID Connect Discovery 1.0, section 4). They are cached for an hour,
 * and fetched again when a token names an unknown key. While an issuer is unreachable, cached keys remain valid for a
 * day.
 */
export function issuerKeys({ fetch, now, failed }: Outside): IssuerKeys {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<void>>()

  async function ask(issuer: string): Promise<void> {
    const { keys = [], published = null } = known.get(issuer) ?? {}
    try {
      const fresh = await publishedKeys(issuer, fetch)
      known.set(issuer, { keys: fresh, published: now(), asked: now(), reached: true })
    } catch (error) {
      failed(issuer, error)
      known.set(issuer, { keys, published, asked: now(), reached: false })
    }
  }

  /** Fetches the keys, at most once a minute. Resolves to false if the last request is too recent. */
  async function refresh(issuer: string): Promise<boolean> {
    // Concurrent tokens with unknown keys share one request to the issuer.
    const already = asking.get(issuer)
    if (already !== undefined) return already.then(() => true)
    const last = known.get(issuer)
    if (last !== undefined && now() - last.asked < REFRESH_INTERVAL) return false
    const answer = ask(issuer).finally(() => asking.delete(issuer))
    asking.set(issuer, answer)
    return answer.then(() => true)
  }

  function held(issuer: string, kid: string, longest: number): JWK | undefined {
    const { keys = [], published = null } = known.get(issuer) ?? {}
    return published !== null && now() - published < longest ? keys.find((key) => key.kid === kid) : undefined
  }

  return {
    async find(issuer, kid) {
      const key = held(issuer, kid, FRESH)
      if (key !== undefined) return key
      const asked = await refresh(issuer)
      const { reached, asked: last } = known.get(issuer) as Known
      const fresh = held(issuer, kid, reached ? FRESH : LONGEST_HELD)
      if (fresh !== undefined) return fresh
      if (reached && asked) {
        throw new Refusal(401, 'unknown-key', 'The token is signed with a key that its issuer does not publish.')
      }
      const retryAfter = Math.max(1, Math.ceil((last + REFRESH_INTERVAL - now()) / 1000))
      // Any client can name an unknown key and so use up the request of this minute. The next token may have a
      // genuinely new key, so the answer is 503 and not 401.
      throw reached
        ? new Refusal(503, 'keys-asked-recently', sentenceOf('was queried for its keys a moment ago', issuer), {
            retryAfter,
          })
        : new Refusal(503, 'issuer-unreachable', sentenceOf('is currently unreachable', issuer), {
            retryAfter,
          })
    },
  }
}

function sentenceOf(what: string, issuer: string): string {
  return `The token's key is unknown to this registry, and its issuer, ${issuer}, ${what}. Submit the document again later.`
}

async function publishedKeys(issuer: string, fetch: Outside['fetch']): Promise<JWK[]> {
  const configuration = await readJson(`${issuer}/.well-known/openid-configuration`, fetch)
  const { issuer: named, jwks_uri: address } = configuration
  if (named !== issuer || typeof address !== 'string') throw new Error('not the configuration of this issuer')
  // The issuer's keys are trusted only from the issuer's own origin.
  if (new URL(address).origin !== new URL(issuer).origin) throw new Error('keys at another origin')
  const { keys } = await readJson(address, fetch)
  if (!Array.isArray(keys)) throw new Error('no keys')
  return keys.filter(isUsable)
}

async function readJson(url: string, fetch: Outside['fetch']): Promise<Record<string, unknown>> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('response too large')
    chunks.push(chunk)
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new Error('not an object')
  return value as Record<string, unknown>
}

/** True for RSA signature keys; the registry uses no others. */
function isUsable(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false
  const { kty, use, alg, kid, n, e } = key as JWK
  if (kty !== 'RSA' || typeof kid !== 'string' || typeof n !== 'string' || typeof e !== 'string') return false
  return (use === undefined || use === 'sig') && (alg === undefined || alg === 'RS256')
}
