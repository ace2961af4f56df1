import type { FastifyInstance } from 'fastify'
import { Refusal } from '../ingest/refusal.ts'
import { type Api, answer, notModified, rejected, sendBrief } from './api-common.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Query } from './query.ts'
import { HISTORY_QUERY } from './query-history.ts'
import { RUNS_QUERY } from './query-runs.ts'

/** Every question. A new one is a file with such an object, a line here, and a row in `docs/host-a-registry.md`. */
export const QUERIES: readonly Query<object>[] = [RUNS_QUERY, HISTORY_QUERY]

/** Adds the address of each question. */
export function addQueries(app: FastifyInstance, api: Api): void {
  const inTurn = oneAtATime()
  for (const query of QUERIES) {
    const { path, name, summary, description, params, response } = query
    const schema = {
      summary,
      ...(description === undefined ? {} : { description }),
      querystring: { type: 'object', additionalProperties: false, properties: params },
      response: { 200: answer(response.description, response.schema), ...notModified(), ...rejected() },
    }
    app.get(path, { schema, config: { name } }, async (request, reply) =>
      sendBrief(reply, await inTurn(() => read(query, request.query as object, api))),
    )
  }
}

/**
 * Answers a question. A failure of the index becomes a 503 (try again), because the server of the index may be
 * unreachable for a while. Documents are served meanwhile.
 */
async function read(query: Query<object>, params: object, { reader, log }: Api): Promise<object> {
  try {
    return await query.read(reader, params)
  } catch (error) {
    if (error instanceof Refusal) throw error
    log(error)
    const message = 'The index of this registry is unavailable. Try again in a minute.'
    throw new Refusal(503, 'index-unusable', message, { retryAfter: 60 })
  }
}
