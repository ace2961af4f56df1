import type { IncomingMessage } from 'node:http'
import { MAX_BUNDLE_BYTES } from '../provenance/verify-bundle.ts'
import { assertAccess } from './access-list.ts'
import { senderOf } from './quotas.ts'
import { readBody } from './read-body.ts'
import { damageRefusal, type JsonResponse, refusalResponse } from './refusal.ts'
import type { Ingest } from './submit.ts'

/**
 * `POST /api/v1/runs/<id>/statements`: the submitter of a run states that the run is superseded or withdrawn. The body is
 * the Sigstore bundle of a statement about the run. Returns the stored statement. Never throws.
 */
export async function handleStatement(
  request: IncomingMessage,
  id: string,
  ingest: Ingest,
  log: (error: unknown) => void,
): Promise<JsonResponse> {
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = request.headers
  const reservation = ingest.budget.begin()
  try {
    const bundle = await readBody(request, { contentType, contentEncoding }, reservation, {
      maxBytes: MAX_BUNDLE_BYTES,
    })
    return await reservation.wait(async () => {
      const verified = await ingest.checkBundle(bundle)
      assertAccess(verified.provenance, ingest.access)
      const { statement, added } = await ingest.quota.use(senderOf(verified.provenance), bundle.length, () =>
        ingest.changeState(id, bundle, verified),
      )
      ingest.onStored(id)
      return { status: added ? 201 : 200, headers: {}, body: { id, ...statement } }
    })
  } catch (error) {
    return refusalResponse(damageRefusal(error, id), log)
  } finally {
    reservation.end()
  }
}
