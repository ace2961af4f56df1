import type { RunDocument } from '@plimsoll/schema'
import { readEditions } from '../editions/read-editions.ts'
import { buildContext } from '../page-parts/build-context.ts'
import { buildReader } from '../page-parts/build-reader.ts'
import { readDocument } from '../store/documents.ts'
import { engineTitle } from '../store/engine-names.ts'
import {
  type History,
  type HistoryPoint,
  historyOfEngine,
  historyOfProject,
  historyOfUnprovenRuns,
  historyOfWorkload,
} from '../store/queries-history.ts'
import { type HistoryHeadline, headlinesBySystem, historyHeadline } from './headline.ts'
import { type HistoryView, viewHistory } from './history-view.ts'
import { type LatestResults, latestResults } from './latest-results.ts'
import { type LatestView, viewLatest } from './latest-view.ts'
import { splitReplaced } from './points.ts'
import { flagsOfResults } from './unranked-values.ts'

/** The data of the page of an engine, a workload, a project or a repository name (the page's subject). */
export interface LoadedHistory {
  /** The latest comparable results by engine; null without any, and on pages of projects and names. */
  latest: LatestView | null
  view: HistoryView
  headline: HistoryHeadline | null
  /** The names of the engine that sources use, the latest first. */
  products: string[]
  runCount: number
  /** Whether all runs are generated. */
  isGenerated: boolean
}

export type HistoryKind = 'engine' | 'workload' | 'project' | 'name'

type Reader = ReturnType<typeof buildReader>

/**
 * Loads the history of a page.
 * @param name the slug of an engine, the workload, the key of a project, or the name of a repository in lower case
 */
export async function loadHistory(kind: HistoryKind, name: string): Promise<LoadedHistory> {
  const reader = buildReader()
  const history = await HISTORY_QUERIES[kind](reader, name)
  const { points } = history
  const own = points.filter(({ engineSlug }) => engineSlug === name).map(({ product }) => product ?? '')
  return {
    latest: kind === 'engine' || kind === 'workload' ? await loadLatest(reader, kind, name, points) : null,
    view: await viewHistory(history, readRun),
    headline: historyHeadline(points, readRun),
    products: [...new Set(own.reverse())],
    runCount: new Set(points.map(({ runId }) => runId)).size,
    isGenerated: points.length > 0 && points.every(({ origin }) => origin === 'generated'),
  }
}

/**
 * Loads the latest results by engine. The page of an engine shows those of all engines for the benchmark that most of the
 * engine's own results are of.
 */
async function loadLatest(
  reader: Reader,
  kind: 'engine' | 'workload',
  name: string,
  points: readonly HistoryPoint[],
): Promise<LatestView | null> {
  const found = latestResults(splitReplaced(points).current)
  if (found === null) return null
  const { workload, scenario, results } = found
  const ofAll = kind === 'workload' ? points : (await historyOfWorkload(reader, workload, { scenario })).points
  const same = latestResults(splitReplaced(ofAll).current.filter((point) => isSameBenchmark(point, found)))
  const shown = same ?? found
  const own = kind === 'engine' ? name : null
  if (own !== null && !shown.results.some(({ engineSlug }) => engineSlug === own)) return null
  const flagOf = flagsOfResults(readEditions(...buildContext().editions))
  return viewLatest({ ...found, results: shown.results.slice(-MAX_RESULTS) }, own, flagOf)

  function isSameBenchmark(point: HistoryPoint, { work, metric }: LatestResults): boolean {
    const isSameWork = point.work === work && point.workloadDigest === (results[0]?.workloadDigest ?? null)
    const isSameOrigin = point.origin === results[0]?.origin
    return isSameWork && isSameOrigin && point.metric === metric && point.scenario === scenario
  }
}

/** The maximum number of results in an answer. */
const MAX_RESULTS = 100

/** Loads the headlines of several engines or workloads, by operating system, and the names of engines. */
export async function loadHeadlines(
  kind: HistoryKind,
  namesOf: (reader: Reader) => Promise<string[]>,
): Promise<{ name: string; title: string; headlines: HistoryHeadline[] }[]> {
  const reader = buildReader()
  const entries = []
  for (const name of await namesOf(reader)) {
    const { points } = await HISTORY_QUERIES[kind](reader, name)
    const title = kind === 'engine' ? engineTitle(name) : name
    entries.push({ name, title, headlines: headlinesBySystem(points, readRun) })
  }
  return entries
}

/** The number of documents that are kept for further pages. */
const MAX_CACHED = 16

/** The documents that were read last, the latest at the end. Many pages show figures of the same latest runs. */
const documents = new Map<string, RunDocument>()

function readRun(id: string): RunDocument {
  const document = documents.get(id) ?? readDocument(buildContext().registry, id)
  documents.delete(id)
  documents.set(id, document)
  const [oldest] = documents.keys()
  if (documents.size > MAX_CACHED && oldest !== undefined) documents.delete(oldest)
  return document
}

const HISTORY_QUERIES: Record<HistoryKind, (reader: Reader, name: string) => Promise<History>> = {
  engine: historyOfEngine,
  workload: historyOfWorkload,
  project: historyOfProject,
  name: historyOfUnprovenRuns,
}
