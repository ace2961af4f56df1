import { createPublicKey, verify } from 'node:crypto'
import { idOfHash } from '@plimsoll/schema'
import type { KnownKeys } from './key-log.ts'
import { decodeBase64url, decodeTokenPart, GITHUB_ISSUER } from './signer.ts'
import type { SignedStatement } from './statement.ts'

/**
 * Returns why the token of a signed statement does not prove the statement; null if it does. It checks four things: the
 * signature with the key in the statement (RS256, RFC 7518 section 3.3), that the token is for this run, that the
 * token's claims allow the level, and that the key is the issuer's.
 * @param id the id of the run that the statement is about
 */
export function proofFault(id: string, { token, kid, n, e, level }: SignedStatement, known: KnownKeys): string | null {
  const [head = '', body = '', signature = ''] = token.split('.')
  const [header, claims] = [decodeTokenPart(head), decodeTokenPart(body)]
  if (header?.alg !== 'RS256' || header.kid !== kid || claims === null) {
    return 'its token is not signed with RS256, or names another key than the statement'
  }
  if (!hasSignature(`${head}.${body}`, signature, { kty: 'RSA', n, e })) {
    return 'its token is not signed with the key in the statement'
  }
  const [audience, ...more] = [claims.aud].flat()
  const [, hash] = /#(sha256:[0-9a-f]{64})$/.exec(String(audience)) ?? []
  if (more.length > 0) return 'its token has several audiences'
  if (hash === undefined || idOfHash(hash) !== id) return 'its token is for another document'
  if (!allowsLevel(claims, level)) return `its token does not allow the level "${level}"`
  const isKnown = known.find({ issuer: String(claims.iss), kid, n, e }) !== undefined
  return isKnown ? null : "its signature is valid, but its key is not known to be the issuer's"
}

/**
 * Checks the conditions that depend on the claims of the token alone. It does not check whether the commit of the
 * reusable workflow is a release: the registry checked this when it accepted the run. Another issuer than GitHub's can name
 * any workflow.
 */
function allowsLevel(claims: Record<string, unknown>, level: SignedStatement['level']): boolean {
  if ((claims.event_name === 'workflow_run') !== (level === 'reported for a fork')) return false
  return (
    level !== 'measured by Plimsoll' ||
    (claims.iss === GITHUB_ISSUER &&
      claims.runner_environment === 'github-hosted' &&
      isMeasureWorkflow(claims.job_workflow_ref))
  )
}

/** The path of the project's own reusable workflow. */
export const MEASURE_WORKFLOW = 'OWNER/plimsoll/.github/workflows/measure.yml'

/** Whether a claim names the project's own reusable workflow, at one commit. */
function isMeasureWorkflow(claim: unknown): boolean {
  const [, commit] = /@([0-9a-f]{40})$/.exec(String(claim)) ?? []
  return claim === `${MEASURE_WORKFLOW}@${commit}`
}

function hasSignature(text: string, signature: string, key: { kty: string; n: string; e: string }): boolean {
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' })
    const bytes = decodeBase64url(signature)
    return bytes !== null && verify('sha256', Buffer.from(text), publicKey, bytes)
  } catch {
    return false
  }
}
