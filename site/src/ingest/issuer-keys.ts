import type { JWK } from 'jose'
import { Refusal } from './refusal.ts'

/** Unknown keys make the issuer be asked again, at most this often, in ms. */
const REFRESH_INTERVAL = 60_000
/** Keys that were published longer ago are asked for again before they are believed, in ms: an issuer takes keys back. */
const FRESH = 3_600_000
/** While the issuer cannot be asked its keys are believed this long, in ms. */
const LONGEST_HELD = 24 * 3_600_000
/** How long the issuer may take to answer, in ms. */
const TIMEOUT_MS = 5000
/** An answer of an issuer is some kilobytes. */
const MAX_BYTES = 200_000

/** The public keys of issuers of tokens, by the ids they give them. */
export interface IssuerKeys {
  /**
   * @throws Refusal `unknown-key`; `issuer-unreachable` where there is nobody to ask; `keys-asked-recently` where the issuer was
   * asked too short a time ago to be asked for this key
   */
  find(issuer: string, kid: string): Promise<JWK>
}

/** What is outside: the network and the clock. */
export interface Outside {
  fetch: (url: string, options: RequestInit) => Promise<Response>
  /** ms since 1970 */
  now: () => number
  /** told why an issuer could not be asked */
  failed: (issuer: string, error: unknown) => void
}

/** What is known of an issuer; times in ms since 1970. */
interface Known {
  keys: JWK[]
  /** when these keys were published; null where none ever were seen */
  published: number | null
  /** when it was asked last, and whether it answered */
  asked: number
  reached: boolean
}

/**
 * Keys as each issuer publishes them (OpenID Connect Discovery 1.0, section 4): kept for an hour, and asked for again
 * when a token names one that is not known. While an issuer cannot be reached the keys that are known go on working, for
 * a day.
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

  /** Asks, at most once a minute; false where that was too short a time ago. */
  async function refresh(issuer: string): Promise<boolean> {
    // However many tokens come with an unknown key at once, the issuer is asked once.
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
      // Anybody can name a key that is not there, and so make the issuer be asked: the next may be a new one all the same.
      throw reached
        ? new Refusal(503, 'keys-asked-recently', sentenceOf('was asked for its keys a moment ago', issuer), {
            retryAfter,
          })
        : new Refusal(503, 'issuer-unreachable', sentenceOf('cannot be asked for its keys right now', issuer), {
            retryAfter,
          })
    },
  }
}

function sentenceOf(what: string, issuer: string): string {
  return `The token's key is not known here, and its issuer, ${issuer}, ${what}; hand the document in again.`
}

async function publishedKeys(issuer: string, fetch: Outside['fetch']): Promise<JWK[]> {
  const configuration = await readJson(`${issuer}/.well-known/openid-configuration`, fetch)
  const { issuer: named, jwks_uri: address } = configuration
  if (named !== issuer || typeof address !== 'string') throw new Error('not the configuration of this issuer')
  // Keys are the issuer's own only where the issuer keeps them.
  if (new URL(address).origin !== new URL(issuer).origin) throw new Error('keys at another place')
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
    if (size > MAX_BYTES) throw new Error('too long an answer')
    chunks.push(chunk)
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new Error('not an object')
  return value as Record<string, unknown>
}

/** RSA keys for signatures; what else an issuer publishes is not asked for here. */
function isUsable(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false
  const { kty, use, alg, kid, n, e } = key as JWK
  if (kty !== 'RSA' || typeof kid !== 'string' || typeof n !== 'string' || typeof e !== 'string') return false
  return (use === undefined || use === 'sig') && (alg === undefined || alg === 'RS256')
}
