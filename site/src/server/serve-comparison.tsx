import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { RUN_ID } from '@plimsoll/schema'
import type { FastifyInstance } from 'fastify'
import { CHOSEN_RUNS_SLOT, ChosenRunLinks } from '../compare/chosen-run-links.tsx'
import { renderStatic } from '../page/render-static.ts'
import { toRunEntry } from '../search/run-entry.ts'
import { runsBeginningWith } from '../store/queries.ts'
import type { Api } from './api-common.ts'
import { READING } from './create-app.ts'
import { cacheControlOf } from './resolve-file.ts'
import { sendNotFound } from './site-files.ts'

const PAGE = 'compare.html'

/**
 * Serves `/compare?a=ID&b=ID`: the built page, with links to the chosen runs for a browser without scripts.
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
      const { a, b } = request.query as Record<string, unknown>
      const lines = await Promise.all([a, b].map(lineOf)).catch((error: unknown) => {
        log(error)
        onIndexFailure()
        return []
      })
      const runs = lines.flatMap((line) => (line === undefined ? [] : [toRunEntry(line)]))
      const links = runs.length === 0 ? '' : renderStatic(<ChosenRunLinks runs={runs} />)
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', cacheControlOf(PAGE))
        .send(page.replace(CHOSEN_RUNS_SLOT, () => links))
    },
  })

  async function lineOf(id: unknown) {
    if (typeof id !== 'string' || !RUN_ID.test(id)) return undefined
    const [line] = await runsBeginningWith(reader, id, 1)
    return line
  }
}
