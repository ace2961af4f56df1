import { createPublicKey, verify } from 'node:crypto'
import { idOfHash } from '@plimsoll/schema'
import type { SignedStatement } from './statements.ts'
import { decodeTokenPart } from './token-part.ts'

/**
 * What keeps the token of a signed statement from proving what the statement says of a run; null where nothing does.
 * Seen are the signature (RS256, RFC 7518 section 3.3) with the key beside it, the run that the token was made for, and
 * that its claims allow the level. Whether the key was the issuer's cannot be seen here.
 * @param id of the run the statement stands beside
 */
export function proofFault(id: string, { token, kid, n, e, level }: SignedStatement): string | null {
  const [head = '', body = '', signature = ''] = token.split('.')
  const [header, claims] = [decodeTokenPart(head), decodeTokenPart(body)]
  if (header?.alg !== 'RS256' || header.kid !== kid || claims === null) {
    return 'its token is not signed with RS256, or names another key'
  }
  if (!isSigned(`${head}.${body}`, signature, { kty: 'RSA', n, e })) {
    return 'its token is not signed with the key beside it'
  }
  const [, hash] = /#(sha256:[0-9a-f]{64})$/.exec(String(claims.aud)) ?? []
  if (hash === undefined || idOfHash(hash) !== id) return 'its token is for another document'
  return allows(claims, level) ? null : `its token does not allow the level "${level}"`
}

/** What a claim decides alone; which commits of the reusable workflow are releases, the registry knew that took it in. */
function allows(claims: Record<string, unknown>, level: SignedStatement['level']): boolean {
  if ((claims.event_name === 'workflow_run') !== (level === 'reported for a fork')) return false
  return (
    level !== 'measured by Plimsoll' ||
    (claims.runner_environment === 'github-hosted' && OURS.test(String(claims.job_workflow_ref)))
  )
}

/** The reusable workflow, whoever keeps it, at one commit. */
const OURS = /\/\.github\/workflows\/measure\.yml@[0-9a-f]{40}$/

function isSigned(signed: string, signature: string, key: { kty: string; n: string; e: string }): boolean {
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' })
    return verify('sha256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
