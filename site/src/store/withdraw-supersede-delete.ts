import { rmSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { documentFile, readDocument } from './documents.ts'
import { statementError } from './parse-statement.ts'
import type { Registry } from './registry.ts'
import { removeReplication } from './replications.ts'
import { addStatement, readStatements, type Statement } from './statements.ts'

/**
 * Adds the statement that a newer run supersedes this one.
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function supersede(registry: Registry, id: string, by: string): void {
  const document = readDocument(registry, id)
  readDocument(registry, by)
  if (isSupersededBy(registry, by, id)) {
    throw new RegistryError(
      'invalid-statement',
      `Run ${by} cannot supersede run ${id}: it is the same run, or ${id} supersedes it. Choose another run.`,
    )
  }
  const at = now()
  addChecked(registry, id, { kind: 'superseded', by, at })
  removeReplication(registry, { id, document }, at)
}

/** Adds the statement that a run is withdrawn. @throws RegistryError `unknown-run`, `invalid-statement` */
export function withdraw(registry: Registry, id: string, reason: string): void {
  const document = readDocument(registry, id)
  const at = now()
  addChecked(registry, id, { kind: 'withdrawn', reason, at })
  removeReplication(registry, { id, document }, at)
}

/**
 * Deletes a document from the registry. Its hash and the reason stay, and the registry rejects the document from now
 * on. The statement is added first, so that repeating the call completes an interrupted deletion.
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function deleteRun(registry: Registry, id: string, reason: string): void {
  const document = readDocument(registry, id)
  const { hash } = identify(document)
  const at = now()
  addChecked(registry, id, { kind: 'deleted', hash, reason, at })
  removeReplication(registry, { id, document }, at)
  rmSync(documentFile(registry, id))
}

function addChecked(registry: Registry, id: string, statement: Statement): void {
  const error = statementError(statement)
  if (error !== null) throw new RegistryError('invalid-statement', `Invalid statement: ${error}.`)
  addStatement(registry, id, statement)
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
