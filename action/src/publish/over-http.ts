import { gzipSync } from 'node:zlib'
import { RUN_ID } from '@plimsoll/schema'
import { type Asking, askRegistry } from './ask-registry.ts'

/** What a registry answers to a document it has taken. */
export interface Published {
  permalink: string
  provenanceLevel: string | null
  /** false where it had the document already */
  added: boolean
}

/**
 * Hands a document in to a registry.
 * @param asking.allowPrivate whether the name of a private repository may be seen
 * @throws Problem (2) for a document or a token that is refused, (3) for a registry that cannot be reached
 */
export function publishOverHttp(
  bytes: Uint8Array,
  hash: string,
  asking: Asking & { allowPrivate?: boolean },
): Promise<Published> {
  const { registry, allowPrivate = false } = asking
  const upload = {
    ...{ path: '/api/v1/runs', body: new Uint8Array(gzipSync(bytes)), hash },
    headers: { 'content-encoding': 'gzip', ...(allowPrivate && { 'plimsoll-allow-private': 'true' }) },
    ...{ what: 'the document', later: 'publish again later; the document is kept' },
  }
  return askRegistry(
    {
      ...upload,
      read: ({ permalink, provenanceLevel }, status) =>
        isPermalink(permalink, registry)
          ? {
              permalink,
              provenanceLevel: typeof provenanceLevel === 'string' ? provenanceLevel : null,
              added: status === 201,
            }
          : null,
    },
    asking,
  )
}

/** A link that readers will follow, and that a comment will show, is one into the registry that was named. */
function isPermalink(value: unknown, registry: string): value is string {
  if (typeof value !== 'string' || !value.startsWith(`${registry}/runs/`)) return false
  return RUN_ID.test(value.slice(`${registry}/runs/`.length))
}
