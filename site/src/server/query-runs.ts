import { PROVENANCE_LEVELS } from '../store/origin.ts'
import type { ListPosition } from '../store/queries.ts'
import { listRuns, type RunFilter } from '../store/queries-list.ts'
import { badQuery, HASH, ID, objectSchema, textParam, wholeParam } from './api-common.ts'
import type { Query } from './query.ts'

/** The list of runs, in pages. */
export const RUNS_QUERY: Query<RunFilter & { limit: number; after?: string }> = {
  path: '/runs',
  name: 'api-runs',
  summary: 'Runs, newest first',
  params: {
    limit: wholeParam('maximum number of runs', { usual: 50, maximum: 200 }),
    after: { type: 'string', description: 'the "next" value of an earlier response' },
    project: textParam(
      'id:REPOSITORY_ID for the runs that this repository signed, or OWNER/NAME for all runs that name a repository so, with proof or without',
    ),
    engine: textParam('engine name, as in the address of its page'),
    workload: textParam('workload name'),
    suite: textParam('suite name'),
  },
  example: {},
  response: { description: 'A page of the list', schema: 'Runs' },
  async read(reader, { limit, after: given, ...filter }) {
    const after = given === undefined ? null : readCursor(given)
    if (given !== undefined && after === null) throw badQuery('"after" must be the "next" value of an earlier response')
    if (filter.project !== undefined) filter.project = filter.project.toLowerCase()
    // Read one run more than the page shows, to learn whether there is a next page.
    const found = await listRuns(reader, filter, after, limit + 1)
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return { runs: shown, next: found.length > limit && last !== undefined ? writeCursor(last) : null }
  },
  schemas: {
    Runs: objectSchema({
      runs: { type: 'array', items: { $ref: 'Run#' } },
      next: { type: ['string', 'null'] },
    }),
    Run: objectSchema({
      id: ID,
      hash: HASH,
      suite: { type: 'string' },
      suiteVersion: { type: 'integer' },
      startedAt: { type: 'string', format: 'date-time' },
      finishedAt: { type: 'string', format: 'date-time' },
      status: { enum: ['complete', 'partial'] },
      origin: { enum: ['measured', 'transcribed', 'imported'] },
      division: { enum: ['standard', 'modified'] },
      provenanceLevel: { enum: PROVENANCE_LEVELS },
      state: { enum: ['superseded', 'withdrawn', null] },
      kind: { enum: ['run', 'check'] },
      counts: { type: ['string', 'null'] },
      repository: { type: ['string', 'null'], description: 'OWNER/NAME; only a signature proves it' },
      project: {
        type: ['string', 'null'],
        description:
          'the project, as id:REPOSITORY_ID, or id:ISSUER/REPOSITORY_ID for an issuer that is not GitHub; null if no signature proves which repository submitted the run',
      },
      commit: { type: ['string', 'null'] },
      pullRequest: { type: ['integer', 'null'] },
      osName: { type: 'string' },
      osVersion: { type: ['string', 'null'] },
      architecture: { type: 'string' },
      cpuModel: { type: ['string', 'null'] },
      cpuCount: { type: ['integer', 'null'] },
      benchmarkCount: { type: 'integer' },
      sampleCount: { type: 'integer' },
    }),
  },
}

/** Encodes a position in a list of runs as a cursor: opaque text for a URL. */
function writeCursor({ startedAt, id }: ListPosition): string {
  return Buffer.from(`${startedAt} ${id}`).toString('base64url')
}

/** Decodes a cursor (a position in a list of runs); null if the cursor is invalid. */
function readCursor(text: string): ListPosition | null {
  const plain = Buffer.from(text, 'base64url').toString('utf8')
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([a-z2-7]{26})$/.exec(plain) ?? []
  return startedAt === undefined || id === undefined ? null : { startedAt, id }
}
