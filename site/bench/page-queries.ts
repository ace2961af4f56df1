import type { PrismaClient } from '../generated/prisma/client.ts'
import { countNullPairs } from '../src/method/read-method.ts'
import {
  latestRuns,
  latestRunsOfProject,
  latestUnprovenRuns,
  pageStarts,
  replacedRuns,
  runsWithState,
  totals,
} from '../src/store/queries.ts'
import { historyOfEngine, historyOfProject, historyOfWorkload } from '../src/store/queries-history.ts'
import { type ListedRun, listRuns, type RunFilter } from '../src/store/queries-list.ts'
import { engineSlugs, projectKeys, suiteNames, workloadNames } from '../src/store/queries-names.ts'
import { namesOfProject, projectsOfName } from '../src/store/queries-projects.ts'
import { ENGINES, makeProjectKey, makeStartTime } from './fill-index.ts'
import { WORKLOADS } from './generate.ts'

/** One call of a query: its number (`turn`), the number of all calls (`of`), and the number of runs in the index. */
export interface Turn {
  turn: number
  of: number
  count: number
}

export type PageQuery = (reader: PrismaClient, turn: Turn) => Promise<unknown>

/** Every query behind a page or the API, by name. Each call of a query uses other arguments. */
export const PAGE_QUERIES: [string, PageQuery][] = [
  ['the latest runs', (reader) => latestRuns(reader, 50)],
  ['any page of runs', (reader, turn) => latestRuns(reader, 50, positionAt(turn))],
  ['totals', totals],
  ['engines', engineSlugs],
  ['workloads', workloadNames],
  ['suites', suiteNames],
  ['null pairs', countNullPairs],
  ['the history of an engine', (reader, { turn }) => historyOfEngine(reader, among(ENGINES, turn))],
  ['the history of a workload', (reader, { turn }) => historyOfWorkload(reader, among(WORKLOADS, turn))],
  ['the history of a project', (reader, turn) => historyOfProject(reader, projectIn(turn))],
  ['the runs of a project', (reader, turn) => latestRunsOfProject(reader, projectIn(turn), 50)],
  ['the names of a project', (reader, turn) => namesOfProject(reader, projectIn(turn))],
  ['the projects of a name', (reader, turn) => projectsOfName(reader, nameIn(turn))],
  ['the unproven runs of a name', (reader, turn) => latestUnprovenRuns(reader, nameIn(turn), 50)],
  ...[
    ['all', () => ({})] as const,
    ['a project', (turn: Turn) => ({ project: projectIn(turn) })] as const,
    ['a name', (turn: Turn) => ({ project: nameIn(turn) })] as const,
    ['an engine', ({ turn }: Turn) => ({ engine: among(ENGINES, turn) })] as const,
    ['a workload', ({ turn }: Turn) => ({ workload: among(WORKLOADS, turn) })] as const,
    ['a suite', () => ({ suite: 'quick' })] as const,
    [
      'an engine and a workload',
      ({ turn }: Turn) => ({ engine: among(ENGINES, turn), workload: among(WORKLOADS, turn) }),
    ] as const,
  ].map(([name, filter]): [string, PageQuery] => [
    `the API: runs of ${name}, from any position`,
    (reader, turn) => apiPage(reader, filter(turn), turn),
  ]),
]

/** Queries that a build runs once for all of its pages. */
export const BUILD_QUERIES: [string, (reader: PrismaClient) => Promise<unknown>][] = [
  ['the starts of the pages of runs', (reader) => pageStarts(reader, 50)],
  ['all projects', projectKeys],
  ['superseded and withdrawn runs', runsWithState],
  ['replaced transcriptions', replacedRuns],
]

function apiPage(reader: PrismaClient, filter: RunFilter, turn: Turn): Promise<ListedRun[]> {
  return listRuns(reader, filter, turn.turn === 0 ? null : positionAt(turn), 51)
}

/**
 * Returns a position in the list of runs. It moves from the newest run to the oldest with each further call of a query.
 */
function positionAt({ turn, of, count }: Turn): { startedAt: string; id: string } {
  return { startedAt: makeStartTime(Math.floor(count * (1 - turn / of)), count), id: 'm'.repeat(26) }
}

function projectIn({ turn, count }: Turn): string {
  return makeProjectKey(turn * 7919, count)
}

function nameIn(turn: Turn): string {
  return projectIn(turn).replace('id:', 'example/')
}

function among(names: readonly string[], turn: number): string {
  return names[turn % names.length] as string
}
