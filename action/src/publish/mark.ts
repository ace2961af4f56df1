import { canonicalize, identify } from '@plimsoll/schema'
import { printable } from '../printable.ts'
import { type Asking, askRegistry } from './ask-registry.ts'

/** What whoever handed a run in says of it later. A registry takes it in these words alone. */
export type Mark = { run: string; kind: 'withdrawn'; reason: string } | { run: string; kind: 'superseded'; by: string }

/**
 * Says something of a run to the registry that has it.
 * @returns why it was withdrawn before, in the words that stay; null where it was not
 * @throws Problem (2) for what is refused, (3) for a registry that cannot be reached
 */
export async function markOverHttp(mark: Mark, asking: Asking): Promise<string | null> {
  const { before } = await askRegistry(
    {
      ...{ path: `/api/v1/runs/${mark.run}/statements`, hash: identify(mark).hash },
      body: new Uint8Array(Buffer.from(canonicalize(mark))),
      ...{ what: 'that', later: 'say it again later' },
      read: ({ id, kind, reason }, status) => {
        if (id !== mark.run || kind !== mark.kind) return null
        return { before: status === 200 && typeof reason === 'string' ? printable(reason, 500) : null }
      },
    },
    asking,
  )
  return before
}
