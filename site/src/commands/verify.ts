import { identify } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { listDocuments, readDocument } from '../store/documents.ts'
import { openExisting } from '../store/open-registry.ts'
import type { Registry } from '../store/registry.ts'
import { findReplicationFault } from '../store/replications.ts'
import { claimsOfArchived } from '../store/signer.ts'
import { examineStatements, listRunsWithStatements, type SignedStatement } from '../store/statements.ts'

/**
 * `plimsoll-registry verify` repeats the proofs of the named runs, or of all runs, with data of the registry alone.
 * Prints what is proven about each run.
 */
export async function runVerify(given: string[], options: { registry?: string }): Promise<number> {
  const registry = openExisting(options.registry)
  const ids =
    given.length > 0 ? given : [...new Set([...listDocuments(registry), ...listRunsWithStatements(registry)])].sort()
  let faults = 0
  for (const id of ids) {
    const { proven, fault } = verifyRun(registry, id)
    for (const line of proven) console.log(`${id}  ${line}`)
    if (fault === null) continue
    faults += 1
    console.error(`${id}  verification failed: ${fault}`)
  }
  console.error(
    `${ids.length} checked, ${faults} failed. Verification does not prove that the measurements are correct.`,
  )
  return faults > 0 ? EXIT.checkFailed : EXIT.done
}

interface VerificationResult {
  /** The facts that are proven about a run, one line each. */
  proven: string[]
  fault: string | null
}

function verifyRun(registry: Registry, id: string): VerificationResult {
  const { statements, faults, unproven } = examineStatements(registry, id)
  const deletion = statements.find((statement) => statement.kind === 'deleted')
  const proven: string[] = []
  const [fault] = [...faults, ...unproven]
  const damage = fault === undefined ? null : `statements/${id}.jsonl, line ${fault.line ?? 1}: ${fault.message}`
  try {
    const document = deletion === undefined ? readDocument(registry, id) : null
    if (deletion !== undefined) proven.push(`deleted; its hash was ${deletion.hash}`)
    if (document !== null) proven.push(`the document matches its id; its hash is ${identify(document).hash}`)
    const signed = statements.find((statement) => statement.kind === 'signed')
    if (signed !== undefined) proven.push(describeSignature(signed))
    else if (damage === null) proven.push('not signed: the submitter is not verified')
    return { proven, fault: damage ?? (document && findReplicationFault(registry, document, statements)) }
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'unknown-run') throw error
    return { proven, fault: (error as Error).message }
  }
}

/**
 * Describes a signed statement. When the statements were read, their proofs were repeated, and statements whose proof
 * failed were dropped.
 */
function describeSignature({ level, token, kid }: SignedStatement): string {
  const { repository, run_id: run, sha, iss } = claimsOfArchived(token)
  return `${level}: ${repository}, workflow run ${run}, commit ${sha}; signed for this document with key ${kid} (issuer ${iss}, according to this registry)`
}
