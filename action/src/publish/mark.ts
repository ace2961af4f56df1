import { canonicalize, identify } from '@plimsoll/schema'
import { printable } from '../printable.ts'
import { type Asking, askRegistry } from './ask-registry.ts'

/** A withdrawal or supersession of a run by its submitter, in the registry's format. */
export type Mark = { run: string; kind: 'withdrawn'; reason: string } | { run: string; kind: 'superseded'; by: string }

/**
 * Withdraw or supersede a run in its registry.
 * @returns the reason of an earlier withdrawal, which stays; null where there was none
 * @throws Problem (2) for a rejected request, (3) for a registry that cannot be reached
 */
export async function markOverHttp(mark: Mark, asking: Asking): Promise<string | null> {
  const { before } = await askRegistry(
    {
      ...{ path: `/api/v1/runs/${mark.run}/statements`, hash: identify(mark).hash },
      body: new Uint8Array(Buffer.from(canonicalize(mark))),
      ...{ what: 'the request', later: 'try again later' },
      read: ({ id, kind, reason }, status) => {
        if (id !== mark.run || kind !== mark.kind) return null
        return { before: status === 200 && typeof reason === 'string' ? printable(reason, 500) : null }
      },
    },
    asking,
  )
  return before
}
