import { gzipSync } from 'node:zlib'
import { RUN_ID } from '@plimsoll/schema'
import { postToRegistry, type RegistryAccess } from './post-to-registry.ts'

/** A registry's response to an accepted document. */
export interface HttpSubmission {
  permalink: string
  provenanceLevel: string | null
  /** whether the document is new; false if the registry already had it */
  added: boolean
}

/**
 * Submits a document to a registry by HTTP.
 * @param access.allowPrivate whether the name of a private repository may be published
 * @throws Problem (2) for a rejected document or token, (3) for a registry that cannot be reached
 */
export function submitOverHttp(
  bytes: Uint8Array,
  hash: string,
  access: RegistryAccess & { allowPrivate?: boolean },
): Promise<HttpSubmission> {
  const { registry, allowPrivate = false } = access
  const upload = {
    ...{ path: '/api/v1/runs', body: new Uint8Array(gzipSync(bytes)), hash },
    headers: { 'content-encoding': 'gzip', ...(allowPrivate && { 'plimsoll-allow-private': 'true' }) },
    ...{ what: 'the document', later: 'publish again later; the document is kept' },
  }
  return postToRegistry(
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
    access,
  )
}

/** Whether an address is within the named registry. Comments link to the address, so no other address is accepted. */
function isPermalink(value: unknown, registry: string): value is string {
  if (typeof value !== 'string' || !value.startsWith(`${registry}/runs/`)) return false
  return RUN_ID.test(value.slice(`${registry}/runs/`.length))
}
