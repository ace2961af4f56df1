import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { RUN_ID } from '@plimsoll/schema'
import type { FastifyInstance } from 'fastify'
import { ChosenRunLinks, ChosenRunsSlot } from '../compare/chosen-run-links.tsx'
import { renderStatic } from '../page/render-static.ts'
import { toRunEntry } from '../search/run-entry.ts'
import { isShortId, MAX_MATCHES } from '../search/short-id.tsx'
import { runsBeginningWith } from '../store/queries.ts'
import type { Api } from './api-common.ts'
import { READING } from './create-app.ts'
import { cacheControlOf } from './resolve-file.ts'
import { sendNotFound } from './site-files.ts'

const PAGE = 'compare.html'
const SLOT = renderStatic(<ChosenRunsSlot />)

/**
 * Serves `/compare?a=ID&b=ID`: the built page, with links to the chosen runs and a form for a browser without scripts.
 * @param out the directory of the built site
 */
export function serveComparison(
  app: FastifyInstance,
  out: string,
  { reader, onIndexFailure, log }: Pick<Api, 'reader' | 'onIndexFailure' | 'log'>,
): void {
  app.route({
    method: READING,
    url: '/compare',
    config: { name: 'comparison' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const page = await readFile(path.join(out, PAGE), 'utf8').catch(() => null)
      if (page === null) return sendNotFound(out, reply)
      const query = request.query as Record<string, unknown>
      const [a, b] = [idOf(query.a), idOf(query.b)]
      const [foundA, foundB] = await Promise.all([lookUp(a), lookUp(b)]).catch((error: unknown) => {
        log(error)
        onIndexFailure()
        return [{ run: null }, { run: null }]
      })
      const links = renderStatic(<ChosenRunLinks a={{ id: a, ...foundA }} b={{ id: b, ...foundB }} />)
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', cacheControlOf(PAGE))
        .send(page.replace(SLOT, () => links))
    },
  })

  /** Returns the run with an id, or the runs that begin with a short id. None of these is chosen by itself. */
  async function lookUp(id: string) {
    if (!RUN_ID.test(id) && !isShortId(id)) return { run: undefined }
    const runs = (await runsBeginningWith(reader, id, MAX_MATCHES)).map(toRunEntry)
    return isShortId(id) ? { run: undefined, matches: runs } : { run: runs[0] }
  }
}

/** Returns the id of a run in a query as the reader typed it; empty if the query has none, or several. */
function idOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
