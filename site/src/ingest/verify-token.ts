import type { IncomingMessage } from 'node:http'
import { errors, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { decodeBase64url, decodeTokenPart } from '../store/signer.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import { Refusal } from './refusal.ts'

/** The maximum clock difference between issuer and registry, in seconds. */
export const LEEWAY_S = 30
/** The maximum length of a token, in characters. A GitHub token has about 2,000. */
const MAX_TOKEN_LENGTH = 16_384
/**
 * The maximum time between the issue and the expiry of a token, in seconds. Tokens of GitHub expire after minutes. A token
 * that lives long could be used long after it leaked.
 */
export const MAX_LIFETIME_S = 3600
const HASH = /^sha256:[0-9a-f]{64}$/

/** A token that passed verification. */
export interface VerifiedToken {
  /** The token as it was submitted. With the issuer's key, anyone can verify it again. */
  token: string
  key: JWK
  claims: JWTPayload
  /** The hash of the document that the token submits, `sha256:…`. */
  hash: string
}

/** The issuers a registry trusts, and the registry's own address. */
export interface Trust {
  /** The exact names of the trusted issuers, such as `https://token.actions.githubusercontent.com`. */
  issuers: readonly string[]
  /** The registry's public address, without a slash at its end. */
  audience: string
  keys: IssuerKeys
  /** Returns the current time, in ms since 1970. */
  now: () => number
}

/**
 * Returns the value of the header `Authorization`; null if there is none.
 * @throws Refusal `several-tokens` for several of them: a proxy could have checked another one than the registry
 */
export function readAuthorization({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): string | null {
  const [first = null, ...more] = headersDistinct.authorization ?? []
  if (more.length === 0) return first
  throw new Refusal(401, 'several-tokens', 'The request has several headers "Authorization". Send exactly one.')
}

/**
 * Verifies the token that submits a document. The token must be a JSON Web Token signed with RS256 (RFC 7519, RFC 7518
 * section 3.3) by a listed issuer, for this registry, for one document, and valid now.
 * @param authorization the value of the header `Authorization`
 * @throws Refusal, with a code and a sentence for each possible fault
 */
export async function verifyToken(authorization: string | null, trust: Trust): Promise<VerifiedToken> {
  const token = bearer(authorization)
  const { header, payload } = decode(token)
  const { kid } = readHeader(header)
  const issuer = assertIssuer(payload.iss, trust.issuers)
  const key = await trust.keys.find(issuer, kid)
  const claims = await verifySignature(token, key, issuer, trust.now())
  return { token, key: publicPart(key), claims, hash: hashOfAudience(claims.aud, trust.audience) }
}

/**
 * Returns a key that identifies the token by issuer and id (RFC 7519, section 4.1.7). The key does not depend on the
 * token's encoding.
 */
export function tokenKey({ claims }: Pick<VerifiedToken, 'claims'>): string {
  return JSON.stringify([claims.iss, claims.jti])
}

function bearer(authorization: string | null): string {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '') ?? []
  if (authorization === null || authorization === '') {
    throw new Refusal(
      401,
      'no-token',
      'The request has no token. Submit the document with an OpenID Connect token of the workflow that measured it, in the header "Authorization: Bearer TOKEN".',
    )
  }
  if (token === undefined || token.length > MAX_TOKEN_LENGTH) {
    throw new Refusal(401, 'malformed-token', 'The token is not a signed JSON Web Token.')
  }
  return token
}

function decode(token: string): { header: Record<string, unknown>; payload: Record<string, unknown> } {
  const [head = '', body = '', signature = ''] = token.split('.')
  const [header, payload] = [decodeTokenPart(head), decodeTokenPart(body)]
  if (!header || !payload || decodeBase64url(signature) === null) {
    throw new Refusal(401, 'malformed-token', 'The token is not a signed JSON Web Token.')
  }
  return { header, payload }
}

/** Checks the header of a token. The header may name the signing key, but must not include it. */
function readHeader(header: Record<string, unknown>): { kid: string } {
  const { alg, kid } = header
  if (alg !== 'RS256') {
    throw new Refusal(
      401,
      'wrong-algorithm',
      'The token is not signed with RS256. The registry accepts no other algorithm.',
    )
  }
  const forbidden = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64'].find((name) => Object.hasOwn(header, name))
  if (forbidden !== undefined) {
    throw new Refusal(
      401,
      'key-in-token',
      `The header of the token must not contain "${forbidden}". The registry uses only the keys that the issuer publishes.`,
    )
  }
  if (typeof kid !== 'string' || kid === '') {
    throw new Refusal(401, 'unknown-key', 'The header of the token does not name the signing key. Add its id as "kid".')
  }
  return { kid }
}

function assertIssuer(issuer: unknown, issuers: readonly string[]): string {
  const trusted = issuers.find((name) => name === issuer)
  if (trusted === undefined) {
    throw new Refusal(401, 'wrong-issuer', `The registry accepts only tokens from ${issuers.join(' and ')}.`)
  }
  return trusted
}

async function verifySignature(token: string, key: JWK, issuer: string, now: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, await importJWK(key, 'RS256'), {
      algorithms: ['RS256'],
      issuer,
      clockTolerance: LEEWAY_S,
      currentDate: new Date(now),
      requiredClaims: ['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'],
    })
    if (typeof payload.jti !== 'string' || payload.jti === '')
      throw new Refusal(401, 'missing-claim', 'The token\'s claim "jti" is missing or invalid.')
    if (Number(payload.iat) * 1000 > now + LEEWAY_S * 1000) {
      throw new Refusal(
        401,
        'token-not-yet-valid',
        'The token was issued in the future. Check the clocks of the issuer and the registry.',
      )
    }
    if (Number(payload.exp) - Number(payload.iat) > MAX_LIFETIME_S) {
      const sentence = `The token is valid for more than ${MAX_LIFETIME_S / 60} minutes. Request a token with a shorter lifetime.`
      throw new Refusal(401, 'token-lives-too-long', sentence)
    }
    return payload
  } catch (error) {
    throw refusalFor(error)
  }
}

function refusalFor(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) {
    return new Refusal(
      401,
      'token-expired',
      'The token has expired. Request a new token immediately before you submit.',
    )
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf' && error.reason === 'check_failed'
      ? new Refusal(
          401,
          'token-not-yet-valid',
          'The token is not valid yet. Check the clocks of the issuer and the registry.',
        )
      : new Refusal(401, 'missing-claim', `The token's claim "${error.claim}" is missing or invalid.`)
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new Refusal(
      401,
      'bad-signature',
      "The token's signature does not match the issuer's key. Request a new token.",
    )
  }
  if (error instanceof errors.JOSEError || error instanceof TypeError) {
    return new Refusal(401, 'malformed-token', 'The token cannot be verified. Request a new token.')
  }
  return error
}

/**
 * Returns the document hash in the audience claim of a token. The audience consists of the registry's address and that
 * hash. So the token can submit only this document, and only to this registry.
 */
function hashOfAudience(audience: unknown, registry: string): string {
  const audiences = Array.isArray(audience) ? audience : [audience]
  if (audiences.length !== 1) {
    throw new Refusal(
      401,
      'several-audiences',
      'The token has several audiences. Request a token for exactly one document.',
    )
  }
  const [address, hash] = splitOnce(typeof audiences[0] === 'string' ? audiences[0] : '', '#')
  if (address !== registry) {
    throw new Refusal(
      401,
      'wrong-audience',
      `The token is not for this registry: its audience must begin with ${registry}#.`,
    )
  }
  if (hash === null || !HASH.test(hash)) {
    throw new Refusal(
      401,
      'no-hash-in-audience',
      `The token is not for a document: its audience must be ${registry}#sha256:HASH.`,
    )
  }
  return hash
}

function splitOnce(text: string, separator: string): [string, string | null] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

/** Returns only the fields of a key that verification needs. An issuer may publish further fields. */
function publicPart({ kty, kid, n, e }: JWK): JWK {
  return { kty: kty as 'RSA', alg: 'RS256', kid: kid as string, n: n as string, e: e as string } as JWK
}
