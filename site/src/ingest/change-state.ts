import { idOfHash } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { isSameSubmitter } from '../provenance/project.ts'
import { readSignature } from '../provenance/signature.ts'
import type { VerifiedBundle } from '../provenance/verify-bundle.ts'
import { readDocument } from '../store/documents.ts'
import { statementError } from '../store/parse-statement.ts'
import type { Registry } from '../store/registry.ts'
import type { StatementBundle } from '../store/statement.ts'
import { isDeleted, readStatements } from '../store/statements.ts'
import { type ChangedState, type StateChange, supersede, withdraw } from '../store/withdraw-supersede-delete.ts'
import { damageRefusal, Refusal } from './refusal.ts'

/**
 * Adds the statement of a bundle about a run, unless the run has it already.
 * @param verified the result of `checkBundle`
 * @throws Refusal
 */
export function changeState(
  registry: Registry,
  id: string,
  bundle: Uint8Array,
  verified: VerifiedBundle,
): ChangedState {
  const change = readChange(id, verified)
  try {
    requireSubmitter(registry, id, verified)
    const signed = JSON.parse(Buffer.from(bundle).toString('utf8')) as StatementBundle
    return change.kind === 'superseded'
      ? supersede(registry, id, change.by, signed)
      : withdraw(registry, id, change.reason, signed)
  } catch (error) {
    const refusal = damageRefusal(error, change.kind === 'superseded' ? change.by : id)
    if (refusal === error && error instanceof RegistryError) throw new Refusal(422, error.code, error.message)
    throw refusal
  }
}

/** Returns the statement that a bundle makes about a run. @throws Refusal */
function readChange(id: string, { submission }: VerifiedBundle): StateChange {
  if (idOfHash(submission.hash) !== id)
    throw new Refusal(422, 'invalid-statement', 'Invalid statement: its subject must be the run in the URL.')
  if (submission.action === 'submit')
    throw new Refusal(422, 'invalid-statement', 'Invalid statement: it must withdraw or supersede the run.')
  const at = new Date().toISOString()
  const change: StateChange =
    submission.action === 'withdraw'
      ? { kind: 'withdrawn', reason: submission.reason, at }
      : { kind: 'superseded', by: submission.by, at }
  const fault = statementError(change)
  if (fault !== null) throw new Refusal(422, 'invalid-statement', `Invalid statement: ${fault}.`)
  return change
}

/**
 * Checks that the bundle is from the repository that signed the run: no other may make statements about it. Renaming
 * the repository changes nothing. If the repository has a new owner, it is a different submitter: transferring a repository
 * does not transfer the right to withdraw earlier runs.
 */
function requireSubmitter(registry: Registry, id: string, { provenance }: VerifiedBundle): void {
  if (isDeleted(readStatements(registry, id)))
    throw new Refusal(410, 'deleted-run', `Run ${id} was permanently deleted from this registry.`)
  const signer = readSignature(registry, id, readOrRefuse(registry, id))?.provenance
  if (signer !== undefined && isSameSubmitter(signer, provenance)) return
  const sentence = 'Only the repository that submitted this run can withdraw or supersede it.'
  throw new Refusal(403, 'other-repository', sentence)
}

function readOrRefuse(registry: Registry, id: string) {
  try {
    return readDocument(registry, id)
  } catch (error) {
    if (!(error instanceof RegistryError && error.code === 'unknown-run')) throw error
    throw new Refusal(404, 'unknown-run', `Run "${id}" not found in this registry.`)
  }
}
