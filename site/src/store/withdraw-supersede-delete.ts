import { rmSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { documentFile, readDocument } from './documents.ts'
import { damagedKeyLog, keyLogFile, knownKeys } from './key-log.ts'
import type { Registry } from './registry.ts'
import { claimsOfArchived } from './signer.ts'
import {
  addStatement,
  examineStatements,
  findRunState,
  isDeleted,
  listRunsWithStatements,
  readStatements,
} from './statements.ts'

/**
 * Adds the statement that a newer run supersedes this one.
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function supersede(registry: Registry, id: string, by: string): void {
  readDocument(registry, id)
  readDocument(registry, by)
  if (isSupersededBy(registry, by, id)) {
    throw new RegistryError(
      'invalid-statement',
      `Run ${by} cannot supersede run ${id}: it is the same run, or ${id} supersedes it. Choose another run.`,
    )
  }
  addStatement(registry, id, { kind: 'superseded', by, at: now() })
}

/**
 * Adds the statement that a run is withdrawn.
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function withdraw(registry: Registry, id: string, reason: string): void {
  readDocument(registry, id)
  addStatement(registry, id, { kind: 'withdrawn', reason, at: now() })
}

/** The conditions on the token that signed a run. A missing condition holds. */
export interface SignedBy {
  /** The name of the repository's owner, or the id as `owner-id:2002`. It holds for every issuer. */
  owner?: string
  /** The id of the issuer's key. */
  key?: string
  commit?: string
}

/**
 * Returns the signed runs that meet all conditions, and are neither withdrawn nor deleted, sorted.
 * @throws RegistryError `damaged-key-log`, because runs whose key is not known would be missing
 */
export function findSignedRuns(registry: Registry, { owner, key, commit }: SignedBy): string[] {
  const known = knownKeys(registry)
  if (known.fault !== null) throw damagedKeyLog(keyLogFile(registry), known.fault)
  return listRunsWithStatements(registry).filter((id) => {
    // A damaged file of statements must not keep the other runs from being found.
    const { statements } = examineStatements(registry, id, known)
    const signed = statements.find((statement) => statement.kind === 'signed')
    if (signed === undefined || isDeleted(statements) || findRunState(statements)?.kind === 'withdrawn') return false
    const claims = claimsOfArchived(signed.token)
    const owners = [String(claims.repository).split('/')[0] ?? '', `owner-id:${claims.repository_owner_id}`]
    return (
      (owner === undefined || owners.some((name) => name.toLowerCase() === owner.toLowerCase())) &&
      (key === undefined || signed.kid === key) &&
      (commit === undefined || claims.sha === commit)
    )
  })
}

/**
 * Deletes a document from the registry. Its hash and the reason stay, and the registry rejects the document from now
 * on. The statement is added first, so that repeating the call completes an interrupted deletion.
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function deleteRun(registry: Registry, id: string, reason: string): void {
  const { hash } = identify(readDocument(registry, id))
  addStatement(registry, id, { kind: 'deleted', hash, reason, at: now() })
  rmSync(documentFile(registry, id))
}

/** Whether `id` is `from` itself, or supersedes it, directly or through other runs. */
function isSupersededBy(registry: Registry, from: string, id: string): boolean {
  const found = new Set([from])
  for (const run of found) {
    if (run === id) return true
    for (const statement of readStatements(registry, run)) if (statement.kind === 'superseded') found.add(statement.by)
  }
  return false
}

function now(): string {
  return new Date().toISOString()
}
