import type { RunDocument } from '@plimsoll/schema'
import { assertAgreement, levelOfProof, type Provenance, parseProvenance, RELEASED } from '../ingest/provenance.ts'
import { Refusal } from '../ingest/refusal.ts'
import { LEEWAY_S, MAX_LIFETIME_S } from '../ingest/verify-token.ts'
import { PROVEN_LEVELS } from '../store/origin.ts'
import { claimsOfArchived } from '../store/signer.ts'
import type { SignedStatement } from '../store/statements.ts'

/**
 * Repeats the checks with which a registry accepts a signed run, one sentence for each that fails. The giver of a copy of a
 * registry may have written the statement around a genuine token. The statement's token must be verified already.
 * @param document null if it was deleted; then the token alone is checked
 */
export function signedFaults(document: RunDocument | null, { level, token, at }: SignedStatement): string[] {
  const claims = claimsOfArchived(token)
  const issued = Number(claims.iat) * 1000
  const age = (Date.parse(at) - issued) / 1000
  const isDated = age >= -LEEWAY_S && age <= MAX_LIFETIME_S + LEEWAY_S
  const faults = claimFaults(document, level, claims)
  if (isDated) return faults
  const time = new Date(issued)
  const date = Number.isNaN(time.getTime()) ? 'an unknown time' : time.toISOString()
  return [...faults, `its signed statement has the date ${at}, but its token was issued at ${date}`]
}

function claimFaults(
  document: RunDocument | null,
  level: SignedStatement['level'],
  claims: Record<string, unknown>,
): string[] {
  try {
    const provenance = parseProvenance(claims, { allowPrivate: true })
    if (document === null) return []
    assertAgreement(document, provenance)
    const highest = levelOfProof(document, provenance, releasedAt(provenance))
    if (PROVEN_LEVELS.indexOf(level) >= PROVEN_LEVELS.indexOf(highest)) return []
    return [`its token and its document do not allow the level "${level}"`]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [first] = error.errors
    return [first === undefined ? error.message : `its ${first.pointer} ${first.message}`]
  }
}

/** Counts any commit of the workflow as released: the registry may have accepted the run when it knew of more releases. */
function releasedAt({ workflow }: Provenance): typeof RELEASED {
  const [, commit] = /@([0-9a-f]{40})$/.exec(workflow) ?? []
  return { ...RELEASED, commits: commit === undefined ? [] : [commit] }
}
