import type { Statement, SupersededStatement, WithdrawnStatement } from '../store/statement.ts'
import { isSameSubmitter } from './project.ts'
import { assertFor, LEEWAY_MS, type Signature } from './signature.ts'
import type { Trust } from './trust.ts'
import { InvalidBundle, type VerifiedBundle, verifyBundle } from './verify-bundle.ts'

/** The run that a statement is about: the hash of its document, and what its own bundle proves. */
interface SignedRun {
  hash: string
  signature: Signature | null
  trust: Trust
}

/**
 * Verifies the bundle of a statement that supersedes or withdraws a run: it must say the same, and be signed by the repository
 * that signed the run.
 * @returns null for a statement without a bundle, which is the operator's
 * @throws InvalidBundle
 */
export function verifyStateChange(
  statement: SupersededStatement | WithdrawnStatement,
  { hash, signature, trust }: SignedRun,
): VerifiedBundle | null {
  if (statement.bundle === undefined) return null
  const verified = verifyBundle(Buffer.from(JSON.stringify(statement.bundle)), trust.instances)
  const { submission, provenance } = verified
  assertFor(submission, trust.names)
  const isSame =
    statement.kind === 'superseded'
      ? submission.action === 'supersede' && submission.by === statement.by
      : submission.action === 'withdraw' && submission.reason === statement.reason
  if (!isSame || submission.hash !== hash) throw new InvalidBundle('a bundle is for another statement')
  if (signature === null || !isSameSubmitter(signature.provenance, provenance))
    throw new InvalidBundle('a statement is signed by another repository than the run')
  if (Date.parse(statement.at) < Date.parse(verified.signedAt) - LEEWAY_MS)
    throw new InvalidBundle('a statement is older than its signature')
  if (Date.parse(statement.at) > Date.now() + LEEWAY_MS) throw new InvalidBundle('a statement is of the future')
  return verified
}

/** Returns a statement without its bundle if the bundle does not prove it: then only the operator answers for it. */
export function withoutFalseBundle(statement: Statement, run: SignedRun): Statement {
  if (statement.kind !== 'superseded' && statement.kind !== 'withdrawn') return statement
  try {
    verifyStateChange(statement, run)
    return statement
  } catch (error) {
    if (!(error instanceof InvalidBundle)) throw error
    const { bundle: _, ...unproven } = statement
    return unproven
  }
}
