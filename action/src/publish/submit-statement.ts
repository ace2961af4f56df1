import { printable } from '../plain-text.ts'
import { postToRegistry, type RegistryAccess } from './post-to-registry.ts'

/** A statement of a run's submitter, with the bundle that signs it. */
export interface SignedStatement {
  /** the id of the run */
  run: string
  kind: 'withdrawn' | 'superseded'
  bundle: Uint8Array
}

/**
 * Withdraws or supersedes a run in its registry.
 * @returns the reason of an earlier withdrawal, which stays valid; null if there was none
 * @throws Problem (2) for a rejected request, (3) for a registry that cannot be reached
 */
export async function submitStatement(
  { run, kind, bundle }: SignedStatement,
  access: RegistryAccess,
): Promise<string | null> {
  const { before } = await postToRegistry(
    {
      ...{ path: `/api/v1/runs/${run}/statements`, body: new Uint8Array(bundle) },
      headers: { 'content-type': 'application/json' },
      ...{ what: 'the request', later: 'try again later' },
      read: ({ id, kind: made, reason }, status) => {
        if (id !== run || made !== kind) return null
        return { before: status === 200 && typeof reason === 'string' ? printable(reason, 500) : null }
      },
    },
    access,
  )
  return before
}
