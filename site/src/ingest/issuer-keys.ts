import type { JWK } from 'jose'
import { Refusal } from './refusal.ts'

/** Unknown keys make the issuer be asked again, at most this often, in ms. */
const REFRESH_INTERVAL = 60_000
/** How long the issuer may take to answer, in ms. */
const PATIENCE = 5000
/** An answer of an issuer is some kilobytes. */
const MOST_BYTES = 200_000

/** The public keys of issuers of tokens, by the ids they give them. */
export interface IssuerKeys {
  /** @throws Refusal `unknown-key`, or `issuer-unreachable` where there is nobody to ask */
  find(issuer: string, kid: string): Promise<JWK>
}

/** What is outside: the network and the clock. */
export interface Outside {
  fetch: (url: string, options: RequestInit) => Promise<Response>
  /** ms since 1970 */
  now: () => number
}

/**
 * Keys as each issuer publishes them (OpenID Connect Discovery 1.0, section 4): kept, and asked for again when a token
 * names one that is not known. While an issuer cannot be reached the keys that are known go on working.
 */
export function issuerKeys({ fetch, now }: Outside): IssuerKeys {
  const known = new Map<string, { keys: JWK[]; asked: number; reached: boolean }>()
  const asking = new Map<string, Promise<void>>()

  async function ask(issuer: string): Promise<void> {
    const before = known.get(issuer)
    try {
      known.set(issuer, { keys: await publishedKeys(issuer, fetch), asked: now(), reached: true })
    } catch {
      known.set(issuer, { keys: before?.keys ?? [], asked: now(), reached: false })
    }
  }

  async function refresh(issuer: string): Promise<void> {
    const last = known.get(issuer)
    if (last !== undefined && now() - last.asked < REFRESH_INTERVAL) return
    // However many tokens come with an unknown key at once, the issuer is asked once.
    const already = asking.get(issuer)
    if (already !== undefined) return already
    const answer = ask(issuer).finally(() => asking.delete(issuer))
    asking.set(issuer, answer)
    return answer
  }

  return {
    async find(issuer, kid) {
      const held = () => known.get(issuer)?.keys.find((key) => key.kid === kid)
      const key = held()
      if (key !== undefined) return key
      await refresh(issuer)
      const fresh = held()
      if (fresh !== undefined) return fresh
      const state = known.get(issuer)
      if (state?.reached === false) {
        const retryAfter = Math.max(1, Math.ceil((state.asked + REFRESH_INTERVAL - now()) / 1000))
        const sentence = `The issuer of the token, ${issuer}, cannot be asked for its keys right now; hand the document in again.`
        throw new Refusal(503, 'issuer-unreachable', sentence, { retryAfter })
      }
      throw new Refusal(401, 'unknown-key', 'The token is signed with a key that its issuer does not publish.')
    },
  }
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
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('too long an answer')
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
