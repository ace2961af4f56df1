import { existsSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { documentFile, listDocuments, readDocument } from '../store/documents.ts'
import { type KnownKeys, keyLogFile, readKeyLog } from '../store/key-log.ts'
import { openExisting } from '../store/open-registry.ts'
import type { Registry } from '../store/registry.ts'
import { findReplicationFaults } from '../store/replications.ts'
import { claimsOfArchived } from '../store/signer.ts'
import { examineStatements, listRunsWithStatements, type SignedStatement } from '../store/statements.ts'
import { print, printError } from '../terminal.ts'

/**
 * `plimsoll-registry verify` repeats the proofs of the named runs, or of all runs, with data of the registry alone.
 * Prints what is proven about each run, and everything that is wrong.
 */
export async function runVerify(given: string[], options: { registry?: string; keys?: string }): Promise<number> {
  const registry = openExisting(options.registry)
  const keys = options.keys ?? keyLogFile(registry)
  if (options.keys !== undefined && !existsSync(keys))
    throw new RegistryError('no-such-file', `'${keys}' not found. Give the file issuer-keys.jsonl of a registry.`)
  const known = readKeyLog(keys)
  const present = new Set([...listDocuments(registry), ...listRunsWithStatements(registry)])
  const unknown = given.find((id) => !present.has(id))
  if (unknown !== undefined) throw new RegistryError('unknown-run', `Run "${unknown}" not found in this registry.`)
  const ids = given.length > 0 ? given : [...present].sort()
  let failed = 0
  if (known.fault !== null) {
    failed += 1
    printError(`${keys}: verification failed: ${known.fault}`)
  }
  for (const id of ids) {
    const { proven, faults: found } = verifyRun(registry, id, known)
    for (const line of proven) print(`${id}  ${line}`)
    for (const fault of found) printError(`${id}  verification failed: ${fault}`)
    if (found.length > 0) failed += 1
  }
  printError(`${ids.length} checked, ${failed} failed. Verification does not prove that the measurements are correct.`)
  return failed > 0 ? EXIT.checkFailed : EXIT.done
}

interface VerificationResult {
  /** The facts that are proven about a run, one line each. */
  proven: string[]
  /** Everything that is wrong with the run, one sentence each. */
  faults: string[]
}

function verifyRun(registry: Registry, id: string, known: KnownKeys): VerificationResult {
  const { statements, faults: damaged, unproven } = examineStatements(registry, id, known)
  const faults = [...damaged, ...unproven].map(
    ({ line, message }) => `statements/${id}.jsonl, line ${line ?? 1}: ${message}`,
  )
  const proven: string[] = []
  const deletion = statements.find((statement) => statement.kind === 'deleted')
  if (deletion !== undefined) {
    proven.push(`deleted; its hash was ${deletion.hash}`)
    if (existsSync(documentFile(registry, id))) faults.push('it is deleted, but its document is still there')
  } else {
    try {
      const document = readDocument(registry, id)
      proven.push(`the document matches its id; its hash is ${identify(document).hash}`)
      faults.push(...findReplicationFaults(registry, document, statements))
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  const signed = statements.find((statement) => statement.kind === 'signed')
  if (signed !== undefined) proven.push(describeSignature(signed, known))
  else if (faults.length === 0) proven.push('not signed: the submitter is not verified')
  return { proven, faults }
}

/**
 * Describes a signed statement. When the statements were read, their proofs were repeated, and statements whose proof
 * failed were dropped.
 */
function describeSignature({ level, token, kid, n, e }: SignedStatement, known: KnownKeys): string {
  const { repository, run_id: run, sha, iss } = claimsOfArchived(token)
  const { source, at } = known.find({ issuer: String(iss), kid, n, e }) ?? {}
  return `${level}: ${repository}, workflow run ${run}, commit ${sha}; signed for this document with key ${kid}, which ${source} published on ${at?.slice(0, 10)}, according to the log of keys`
}
