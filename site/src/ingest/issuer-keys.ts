import type { JWK } from 'jose'
import type { PublishedKey } from '../store/key-log.ts'
import { EXPONENT, KEY_ID, MODULUS } from '../store/parse-statement.ts'
import { Refusal } from './refusal.ts'

/** The minimum time between two requests to an issuer because of unknown keys, in ms. */
const REFRESH_INTERVAL_MS = 60_000
/** The maximum age of keys in ms. Older keys are fetched again before use, because an issuer may revoke keys. */
const MAX_AGE_MS = 3_600_000
/** The maximum age of keys that are used while the issuer is unreachable, in ms. */
const MAX_AGE_UNREACHABLE_MS = 24 * 3_600_000
/** The time within which an issuer must answer a request for its keys. */
const TIMEOUT_MS = 5000
/** The maximum size of an issuer's response, in bytes. Usual responses have a few kilobytes. */
const MAX_BYTES = 200_000

/** Finds the public keys of token issuers, by key id. */
export interface IssuerKeys {
  /**
   * Returns the key with this id.
   * @throws Refusal `unknown-key`; `issuer-unreachable` if the issuer does not respond; `keys-fetched-recently` if the
   * last request to the issuer is too recent for another
   */
  find(issuer: string, kid: string): Promise<JWK>
}

/** What the fetching of keys depends on: the network, the clock, and a log. */
export interface Dependencies {
  fetch: (url: string, options: RequestInit) => Promise<Response>
  /** Returns the current time, in ms since 1970. */
  now: () => number
  /** Called with the keys that an issuer publishes, before they are used. What it throws, the submitter gets. */
  onKeys: (keys: PublishedKey[]) => void
  /** Called with the reason when an issuer does not respond. */
  onFailure: (issuer: string, error: unknown) => void
}

/** The cached keys of one issuer and the state of the requests for them. Times are in ms since 1970. */
interface IssuerState {
  keys: JWK[]
  /** When these keys were fetched; null if they never were. */
  fetchedAt: number | null
  /** When the keys were last requested. `reachable` is whether the issuer responded. */
  requestedAt: number
  reachable: boolean
}

/**
 * Returns the keys that each issuer publishes (OpenID Connect Discovery 1.0, section 4). They are cached for an hour,
 * and fetched again when a token names an unknown key. While an issuer is unreachable, cached keys remain valid for a
 * day. (`createRemoteJWKSet` of jose asks an unreachable issuer again for every token, keeps no keys during an outage, and
 * reads responses of any size.)
 */
export function issuerKeys({ fetch, now, onKeys, onFailure }: Dependencies): IssuerKeys {
  const states = new Map<string, IssuerState>()
  const pending = new Map<string, Promise<void>>()

  async function fetchKeys(issuer: string): Promise<void> {
    const { keys = [], fetchedAt = null } = states.get(issuer) ?? {}
    const published = await publishedKeys(issuer, fetch).catch((error: unknown) => {
      onFailure(issuer, error)
      states.set(issuer, { keys, fetchedAt, requestedAt: now(), reachable: false })
      return null
    })
    if (published === null) return
    const { keys: fresh, source } = published
    try {
      onKeys(fresh.map(({ kid = '', n = '', e = '' }) => ({ issuer, kid, n, e, source })))
      states.set(issuer, { keys: fresh, fetchedAt: now(), requestedAt: now(), reachable: true })
    } catch (error) {
      // Without this, every token would cause another request to the issuer.
      states.set(issuer, { keys, fetchedAt, requestedAt: now(), reachable: true })
      throw error
    }
  }

  /** Fetches the keys of an issuer, at most once a minute. Resolves to false if the last request is too recent. */
  async function refresh(issuer: string): Promise<boolean> {
    // Concurrent tokens with unknown keys share one request to the issuer.
    const running = pending.get(issuer)
    if (running !== undefined) return running.then(() => true)
    const last = states.get(issuer)
    if (last !== undefined && now() - last.requestedAt < REFRESH_INTERVAL_MS) return false
    const request = fetchKeys(issuer).finally(() => pending.delete(issuer))
    pending.set(issuer, request)
    return request.then(() => true)
  }

  function findCached(issuer: string, kid: string, maxAge: number): JWK | undefined {
    const { keys = [], fetchedAt = null } = states.get(issuer) ?? {}
    return fetchedAt !== null && now() - fetchedAt < maxAge ? keys.find((key) => key.kid === kid) : undefined
  }

  return {
    async find(issuer, kid) {
      const key = findCached(issuer, kid, MAX_AGE_MS)
      if (key !== undefined) return key
      const refreshed = await refresh(issuer)
      const { reachable, requestedAt } = states.get(issuer) as IssuerState
      const fresh = findCached(issuer, kid, reachable ? MAX_AGE_MS : MAX_AGE_UNREACHABLE_MS)
      if (fresh !== undefined) return fresh
      if (reachable && refreshed) {
        throw new Refusal(
          401,
          'unknown-key',
          'The token is signed with a key that its issuer does not publish. Request a new token.',
        )
      }
      const retryAfter = Math.max(1, Math.ceil((requestedAt + REFRESH_INTERVAL_MS - now()) / 1000))
      // Any client can name an unknown key and so use up the issuer's one request of this minute. The next token may
      // have a genuinely new key. So the answer is 503 (try again) and not 401.
      throw reachable
        ? new Refusal(
            503,
            'keys-fetched-recently',
            describeUnknownKey(`The token's issuer, ${issuer}, was queried for its keys a moment ago`),
            {
              retryAfter,
            },
          )
        : new Refusal(
            503,
            'issuer-unreachable',
            describeUnknownKey(`The token's issuer, ${issuer}, is currently unreachable`),
            {
              retryAfter,
            },
          )
    },
  }
}

function describeUnknownKey(reason: string): string {
  return `The registry does not yet have the key that the token is signed with. ${reason}. Submit the document again later.`
}

async function publishedKeys(issuer: string, fetch: Dependencies['fetch']): Promise<{ keys: JWK[]; source: string }> {
  const configuration = await readJson(`${issuer}/.well-known/openid-configuration`, fetch)
  const { issuer: configured, jwks_uri: address } = configuration
  if (configured !== issuer || typeof address !== 'string')
    throw new Error('the OpenID configuration of the issuer names another issuer')
  // The issuer's keys are trusted only from the issuer's own origin.
  if (new URL(address).origin !== new URL(issuer).origin)
    throw new Error('the keys of the issuer are at another origin')
  const { keys } = await readJson(address, fetch)
  if (!Array.isArray(keys)) throw new Error('the response has no list of keys')
  return { keys: keys.filter(isUsable), source: address }
}

async function readJson(url: string, fetch: Dependencies['fetch']): Promise<Record<string, unknown>> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('response too large')
    chunks.push(chunk)
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new Error('the response is not a JSON object')
  return value as Record<string, unknown>
}

/**
 * Whether a key is for RSA signatures, and has the form that an archived statement needs (RFC 7518, section 6.3). The
 * registry uses no other keys.
 */
function isUsable(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false
  const { kty, use, alg, kid, n, e } = key as JWK
  if (kty !== 'RSA' || typeof kid !== 'string' || typeof n !== 'string' || typeof e !== 'string') return false
  if (!KEY_ID.test(kid) || !MODULUS.test(n) || !isExponent(e)) return false
  return (use === undefined || use === 'sig') && (alg === undefined || alg === 'RS256')
}

/** An exponent is odd, at least 3 (RFC 8017, section 3.1), and encoded without leading zeros. */
function isExponent(e: string): boolean {
  const bytes = Buffer.from(e, 'base64url')
  const last = bytes.at(-1) ?? 0
  return EXPONENT.test(e) && bytes[0] !== 0 && last % 2 === 1 && (bytes.length > 1 || last >= 3)
}
