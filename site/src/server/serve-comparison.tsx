import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Citation, RUN_ID } from '@plimsoll/schema'
import type { FastifyInstance } from 'fastify'
import { addressOf, type Choice } from '../compare/choice.ts'
import { splitByCommon } from '../compare/load-run.ts'
import type { StoredSide } from '../compare/render-comparison.tsx'
import {
  type ChosenRunOfServer,
  isOpen,
  type ServedChoice,
  WithoutScripts,
  WithoutScriptsSlot,
} from '../compare/without-scripts.tsx'
import { renderStatic } from '../page/render-static.ts'
import { toRunEntries } from '../search/run-entry.ts'
import { REPLACED, type RunEntry } from '../search/search-index.ts'
import { isShortId, MAX_MATCHES } from '../search/short-id.tsx'
import { latestRuns, type RunLine, replacedRuns, runsBeginningWith } from '../store/queries.ts'
import type { Api } from './api-common.ts'
import type { CompareStored } from './compare-stored.ts'
import { READING } from './create-app.ts'
import { cacheControlOf } from './resolve-file.ts'
import { sendNotFound } from './site-files.ts'

const PAGE = 'compare.html'
const SLOT = renderStatic(<WithoutScriptsSlot />)
/** The number of runs offered for a side without a run. */
const OFFERED = 30

interface Context extends Pick<Api, 'reader' | 'log'> {
  compare: CompareStored
  citationOf: (id: string) => Promise<Citation | null>
}

/**
 * Serves `/compare?a=ID&b=ID`: the built page, with the comparison for a browser without scripts. If a side has no run,
 * the newest runs are offered for it, those first that may have a benchmark in common with the other side; with `older=ID`, those that are older than this run.
 * @param out the directory of the built site
 */
export function serveComparison(
  app: FastifyInstance,
  out: string,
  { reader, log, compare, citationOf }: Context,
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
      const choice = { a: idOf(query.a), b: idOf(query.b) }
      const served = await lookUp(choice, idOf(query.older)).catch((error: unknown): ServedChoice => {
        log(error)
        return { a: { id: choice.a, run: null }, b: { id: choice.b, run: null } }
      })
      const [a, b] = [await withCitation(served.a), await withCitation(served.b)]
      const comparison = a.run && b.run && a.id !== b.id ? await compare(sideOf(a.run), sideOf(b.run)) : null
      const content = renderStatic(<WithoutScripts {...served} a={a} b={b} comparison={comparison} />)
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', cacheControlOf(PAGE))
        .send(page.replace(SLOT, () => content))
    },
  })

  async function lookUp(choice: Choice, olderThan: string): Promise<ServedChoice> {
    const [linesOfA, linesOfB] = [await find(choice.a), await find(choice.b)]
    const [isOpenA, isOpenB] = [linesOfA, linesOfB].map((lines) => lines.length === 0)
    const newest = isOpenA || isOpenB ? await runsAfter(olderThan) : []
    const ids = [...linesOfA, ...linesOfB, ...newest].map(({ id }) => id)
    const replaced = await replacedRuns(reader, ids)
    const chosen = (id: string, lines: RunLine[]): ChosenRunOfServer => {
      const runs = toRunEntries(lines, replaced)
      // A short id chooses no run by itself.
      return isShortId(id) ? { id, run: undefined, matches: runs } : { id, run: runs[0] }
    }
    const [a, b] = [chosen(choice.a, linesOfA), chosen(choice.b, linesOfB)]
    const last = newest[OFFERED - 1]
    const other = isOpen(a) ? b : a
    const offered = toRunEntries(newest, replaced).filter(({ id }) => id !== other.id)
    return {
      a,
      b,
      offered: splitByCommon(offered, other.run ?? undefined).flat(),
      older: last === undefined ? null : addressOf({ ...choice, older: last.id }),
    }
  }

  async function withCitation(side: ChosenRunOfServer): Promise<ChosenRunOfServer> {
    if (side.run?.origin !== 'transcribed') return side
    // The page names the run without it: the document may be damaged, or deleted since it was looked up.
    return { ...side, citation: await citationOf(side.run.id).catch(() => null) }
  }

  /** Returns the run with an id, or the runs that begin with a short id. */
  async function find(id: string): Promise<RunLine[]> {
    return RUN_ID.test(id) || isShortId(id) ? runsBeginningWith(reader, id, MAX_MATCHES) : []
  }

  /** Returns the newest runs that are older than a run; the newest of all if there is no such run. */
  async function runsAfter(id: string): Promise<RunLine[]> {
    const [run = null] = RUN_ID.test(id) ? await runsBeginningWith(reader, id, 1) : []
    return latestRuns(reader, OFFERED, run)
  }
}

function sideOf({ id, status }: RunEntry): StoredSide {
  return { id, isReplaced: status.includes(REPLACED) }
}

/** Returns the id of a run in a query as the reader typed it; empty if the query has none, or several. */
function idOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
