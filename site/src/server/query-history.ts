import type { RatioStatus } from '@plimsoll/schema'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { PROVENANCE_LEVELS } from '../store/origin.ts'
import {
  type HistoryFilter,
  historyOfEngine,
  historyOfProject,
  historyOfUnprovenRuns,
  historyOfWorkload,
  MAX_RUNS,
} from '../store/queries-history.ts'
import { badQuery, ID, objectSchema, textParam, wholeParam } from './api-common.ts'
import type { Query } from './query.ts'

const HISTORIES = {
  workload: historyOfWorkload,
  engine: historyOfEngine,
  project: (reader: PrismaClient, given: string, filter: HistoryFilter) => {
    const project = given.toLowerCase()
    const history = project.startsWith('id:') ? historyOfProject : historyOfUnprovenRuns
    return history(reader, project, filter)
  },
}

type Subject = { [kind in keyof typeof HISTORIES]?: string }

const RATIO_STATUSES: RatioStatus[] = ['resolved', 'range', 'too few rounds', 'withheld', 'unreliable', 'source']

/**
 * The maximum number of points in an answer. A point takes 20 µs, and other requests wait meanwhile: with 250
 * points, an answer takes less than 10 ms.
 */
const MOST = 250

/** The history of one workload, engine or project. */
export const HISTORY_QUERY: Query<Subject & { limit: number; scenario?: string }> = {
  path: '/history',
  name: 'api-history',
  summary: 'The newest points of the history of one workload, engine or project, oldest first',
  description: `The history covers the latest ${MAX_RUNS} runs of an engine or a project, and has at most ${MOST} points. For every run, use the list of runs; for every sample of a run, use its document.`,
  params: {
    workload: textParam('workload name'),
    engine: textParam('engine name, as in the address of its page'),
    project: textParam(
      'id:REPOSITORY_ID for the runs that this repository signed, or OWNER/NAME for the runs that name a repository so without proof',
    ),
    scenario: textParam('only points of this scenario'),
    limit: wholeParam('maximum number of points; the newest points are returned', { usual: 100, maximum: MOST }),
  },
  example: { workload: 'npm-ci' },
  response: { description: 'The newest points', schema: 'History' },
  async read(reader, { limit, scenario, ...subject }) {
    const [[kind, name] = [], ...others] = Object.entries(subject)
    if (kind === undefined || name === undefined || others.length > 0) {
      throw badQuery('give exactly one of "workload", "engine" and "project"')
    }
    return HISTORIES[kind as keyof typeof HISTORIES](reader, name, { limit, scenario })
  },
  schemas: {
    History: objectSchema({
      points: { type: 'array', items: { $ref: 'Point#' } },
      truncated: {
        type: 'boolean',
        description: 'whether older points were omitted; if so, the oldest run may lack some of its points',
      },
    }),
    Point: objectSchema({
      runId: ID,
      position: { type: 'integer', description: 'index of the benchmark in the document of the run' },
      startedAt: { type: 'string', format: 'date-time' },
      suite: { type: 'string' },
      suiteVersion: { type: 'integer' },
      origin: {
        enum: ['measured', 'transcribed', 'generated'],
        description: 'origin of the figures; generated if a note of the document says that a program made them up',
      },
      division: { enum: ['standard', 'modified'] },
      provenanceLevel: { enum: PROVENANCE_LEVELS },
      submitter: {
        type: ['string', 'null'],
        description:
          'who submitted the run: a text for each repository, `shipped` for the project; null for the operator',
      },
      osName: { type: 'string' },
      osVersion: { type: ['string', 'null'] },
      machine: {
        type: ['string', 'null'],
        description: 'class of the machine; null if the model or the count of its CPUs is unknown',
      },
      cpuModel: { type: ['string', 'null'] },
      cpuCount: { type: ['integer', 'null'] },
      workload: { type: 'string' },
      workloadDigest: { type: ['string', 'null'], description: 'digest of everything that was measured' },
      definition: {
        type: ['string', 'null'],
        description: 'digest of what a project’s own workload is; null for a workload of the catalog',
      },
      work: { type: 'string', description: 'the workload with its parameters' },
      metric: { type: 'string' },
      scenario: { type: 'string' },
      variant: { type: ['string', 'null'] },
      unit: { type: 'string' },
      better: { enum: ['lower', 'higher'] },
      value: { type: 'number', description: 'the value that all pages show for this result' },
      statistic: { enum: ['median', 'mean'], description: 'what the value is; a mean if the source gives no median' },
      n: { type: ['integer', 'null'] },
      ratio: {
        type: ['number', 'null'],
        description:
          'ratio to the reference scenario of the same run: estimated by rounds, or the quotient of the source’s medians or means if the run is transcribed; null unless it may be shown',
      },
      ratioInterval: {
        type: ['array', 'null'],
        items: { type: 'number' },
        description:
          '95% interval of the ratio, lower and upper bound; without a ratio, its range; null if neither may be shown, and if it is transcribed',
      },
      hasNative: { type: 'boolean', description: 'whether the run measured the workload on the host, too' },
      ratioStatus: {
        enum: [...RATIO_STATUSES, null],
        description: 'what may be said about the ratio; null without a reference',
      },
      unreliable: {
        type: 'boolean',
        description: 'whether equal things differ in several workloads of the run, so that it shows no ratio',
      },
      busy: { type: 'boolean', description: 'whether the host was busy' },
      commit: { type: ['string', 'null'], description: 'the commit that was measured' },
      engineSlug: { type: ['string', 'null'] },
      product: { type: ['string', 'null'] },
      version: { type: ['string', 'null'] },
      engine: { type: ['string', 'null'], description: 'engine id in the document' },
      setup: { type: ['string', 'null'], description: 'description of the configuration of the engine' },
    }),
  },
}
