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
 * Submits a document and its bundle to a registry by HTTP.
 * @throws Problem (2) for a rejected document or bundle, (3) for a registry that cannot be reached
 */
export function submitOverHttp(
  { bytes, bundle }: { bytes: Uint8Array; bundle: Uint8Array },
  access: RegistryAccess,
): Promise<HttpSubmission> {
  const { registry } = access
  return postToRegistry(
    {
      ...{ path: '/api/v1/runs', body: new Uint8Array(gzipSync(Buffer.concat([bundle, LINE_FEED, bytes]))) },
      headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
      ...{ what: 'the document', later: 'publish again later; the document is kept' },
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

const LINE_FEED = Buffer.from('\n')

/** Whether an address is within the named registry. Comments link to the address, so no other address is accepted. */
function isPermalink(value: unknown, registry: string): value is string {
  if (typeof value !== 'string' || !value.startsWith(`${registry}/runs/`)) return false
  return RUN_ID.test(value.slice(`${registry}/runs/`.length))
}
