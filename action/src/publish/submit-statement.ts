import { canonicalize, identify } from '@plimsoll/schema'
import { printable } from '../plain-text.ts'
import { postToRegistry, type RegistryAccess } from './post-to-registry.ts'

/** The withdrawal or the supersession of a run by its submitter, in the registry's format. */
export type Statement =
  | { run: string; kind: 'withdrawn'; reason: string }
  | { run: string; kind: 'superseded'; by: string }

/**
 * Withdraws or supersedes a run in its registry.
 * @returns the reason of an earlier withdrawal, which stays valid; null if there was none
 * @throws Problem (2) for a rejected request, (3) for a registry that cannot be reached
 */
export async function submitStatement(statement: Statement, access: RegistryAccess): Promise<string | null> {
  const { before } = await postToRegistry(
    {
      ...{ path: `/api/v1/runs/${statement.run}/statements`, hash: identify(statement).hash },
      body: new Uint8Array(Buffer.from(canonicalize(statement))),
      ...{ what: 'the request', later: 'try again later' },
      read: ({ id, kind, reason }, status) => {
        if (id !== statement.run || kind !== statement.kind) return null
        return { before: status === 200 && typeof reason === 'string' ? printable(reason, 500) : null }
      },
    },
    access,
  )
  return before
}
