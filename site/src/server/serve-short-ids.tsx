import type { FastifyInstance } from 'fastify'
import { renderStaticPage } from '../page/static-page.tsx'
import type { Template } from '../page/template.ts'
import { toRunEntry } from '../search/run-entry.ts'
import { MAX_MATCHES, ShortIdMatches } from '../search/short-id.tsx'
import { runsBeginningWith } from '../store/queries.ts'
import type { Api } from './api-common.ts'
import { READING, sendSentence } from './create-app.ts'
import { sendNotFound } from './site-files.ts'

/**
 * Serves `/runs/LETTERS`, the beginning of a run's id, as a list of the runs that begin so, also of runs that are newer
 * than the built site. Answers 404 if there are none.
 * @param out the directory of the built site
 */
export function serveShortIds(
  app: FastifyInstance,
  out: string,
  template: Template,
  { reader, log }: Pick<Api, 'reader' | 'log'>,
): void {
  app.route({
    method: READING,
    url: '/runs/:letters(^[a-z2-7]{10,25}$)',
    config: { name: 'short-id' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const { letters } = request.params as { letters: string }
      const lines = await runsBeginningWith(reader, letters, MAX_MATCHES).catch((error: unknown) => {
        log(error)
        return null
      })
      if (lines === null) return sendSentence(reply, 503, 'The index of this registry is unavailable. Try again later.')
      if (lines.length === 0) return sendNotFound(out, reply)
      const title = `Runs that begin with ${letters}`
      const page = renderStaticPage({
        title,
        description: `${title}. Cite a run by its whole id.`,
        root: '../',
        section: 'runs',
        template,
        head: <meta name="robots" content="noindex" />,
        body: (
          <section className="page-head">
            <h1>{title}</h1>
            <ShortIdMatches letters={letters} runs={lines.map(toRunEntry)} root="../" />
          </section>
        ),
      })
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
    },
  })
}
