import { RegistryError } from '../errors.ts'
import type { Registry } from '../store/registry.ts'
import { readStatements, type SupersededStatement, type WithdrawnStatement } from '../store/statements.ts'
import { supersede, withdraw } from '../store/withdraw-supersede-delete.ts'
import { damageRefusal, Refusal } from './refusal.ts'

/** The content of a submitted statement. */
export type StateChange = { kind: 'superseded'; by: string } | { kind: 'withdrawn'; reason: string }

/** A run after its submitter changed its state. */
export interface ChangedState {
  statement: SupersededStatement | WithdrawnStatement | undefined
  added: boolean
}

/**
 * Adds the statement, unless the run has it already. A second withdrawal adds nothing, so the reason of the first one
 * stays. This reads the documents of the named runs, which may be large.
 * @param change a valid one
 * @throws Refusal
 */
export function changeState(registry: Registry, id: string, change: StateChange): ChangedState {
  const before = findStatement(registry, id, change)
  if (before !== undefined) return { statement: before, added: false }
  try {
    if (change.kind === 'superseded') supersede(registry, id, change.by)
    else withdraw(registry, id, change.reason)
    return { statement: findStatement(registry, id, change), added: true }
  } catch (error) {
    const refusal = damageRefusal(error, change.kind === 'superseded' ? change.by : id)
    if (refusal === error && error instanceof RegistryError) throw new Refusal(422, error.code, error.message)
    throw refusal
  }
}

function findStatement(
  registry: Registry,
  id: string,
  change: StateChange,
): SupersededStatement | WithdrawnStatement | undefined {
  return readStatements(registry, id).find(
    (before): before is SupersededStatement | WithdrawnStatement =>
      (before.kind === 'superseded' && change.kind === 'superseded' && before.by === change.by) ||
      (before.kind === 'withdrawn' && change.kind === 'withdrawn'),
  )
}
