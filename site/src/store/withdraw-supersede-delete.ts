import { rmSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { bundleFile, documentFile, readDocument } from './documents.ts'
import type { Registry } from './registry.ts'
import type { StatementBundle } from './statement.ts'
import { addStatement, readStatements, type SupersededStatement, type WithdrawnStatement } from './statements.ts'

/** A statement that changes the state of a run. */
export type StateChange = SupersededStatement | WithdrawnStatement

/** A run after its state changed. */
export interface ChangedState {
  /** The statement that says so: the new one, or the one that said it before. */
  statement: StateChange
  added: boolean
}

/**
 * Adds the statement that a newer run supersedes this one, unless there is one.
 * @param bundle the submitter's signature; without it, the statement is the operator's
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function supersede(registry: Registry, id: string, by: string, bundle?: StatementBundle): ChangedState {
  readDocument(registry, id)
  readDocument(registry, by)
  if (isSupersededBy(registry, by, id)) {
    throw new RegistryError(
      'invalid-statement',
      `Run ${by} cannot supersede run ${id}: it is the same run, or ${id} supersedes it. Choose another run.`,
    )
  }
  return addOnce(registry, id, { kind: 'superseded', by, at: now(), ...(bundle && { bundle }) })
}

/**
 * Adds the statement that a run is withdrawn, unless it is: the first reason stays.
 * @param bundle the submitter's signature; without it, the statement is the operator's
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function withdraw(registry: Registry, id: string, reason: string, bundle?: StatementBundle): ChangedState {
  readDocument(registry, id)
  return addOnce(registry, id, { kind: 'withdrawn', reason, at: now(), ...(bundle && { bundle }) })
}

/**
 * Deletes a document and its signature from the registry. Its hash and the reason stay, and the registry rejects the document from now
 * on. The statement is added first, so that repeating the call completes an interrupted deletion.
 * @throws RegistryError `unknown-run`, `invalid-statement`
 */
export function deleteRun(registry: Registry, id: string, reason: string): void {
  const { hash } = identify(readDocument(registry, id))
  addStatement(registry, id, { kind: 'deleted', hash, reason, at: now() })
  rmSync(bundleFile(registry, id), { force: true })
  rmSync(documentFile(registry, id))
}

function addOnce(registry: Registry, id: string, change: StateChange): ChangedState {
  const before = readStatements(registry, id).find(
    (before): before is StateChange =>
      (before.kind === 'superseded' && change.kind === 'superseded' && before.by === change.by) ||
      (before.kind === 'withdrawn' && change.kind === 'withdrawn'),
  )
  if (before !== undefined) return { statement: before, added: false }
  addStatement(registry, id, change)
  return { statement: change, added: true }
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
