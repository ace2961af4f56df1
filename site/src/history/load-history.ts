import type { RunDocument } from '@plimsoll/schema'
import { buildContext } from '../page/build-context.ts'
import { readDocument } from '../store/documents.ts'
import { openReader } from '../store/queries.ts'
import { type History, historyOfEngine, historyOfProject, historyOfWorkload } from '../store/queries-history.ts'
import { type HistoryHeadline, historyHeadline } from './headline.ts'
import { type HistoryView, viewHistory } from './history-view.ts'

/** The data of the page of an engine, a workload or a project (the page's subject). */
export interface LoadedHistory {
  view: HistoryView
  headline: HistoryHeadline | null
  /** The names of the subject as documents spell them, the latest first. */
  titles: string[]
  runCount: number
}

export type HistoryKind = 'engine' | 'workload' | 'project'

type Reader = ReturnType<typeof openReader>

/** Loads the history of a page. @param name the slug of an engine, the workload, or the project in lower case */
export async function loadHistory(kind: HistoryKind, name: string): Promise<LoadedHistory> {
  return withReader(async (reader) => {
    const history = await QUERIES[kind](reader, name)
    const { points } = history
    const own = points.filter(({ engineSlug }) => engineSlug === name).map(({ product }) => product ?? '')
    return {
      view: await viewHistory(history, readRun),
      headline: historyHeadline(points, readRun),
      titles: [...new Set(own.reverse())],
      runCount: new Set(points.map(({ runId }) => runId)).size,
    }
  })
}

/** Loads the headlines of several engines or workloads, and the names of engines. */
export async function loadHeadlines(
  kind: HistoryKind,
  namesOf: (reader: Reader) => Promise<string[]>,
): Promise<{ name: string; title: string; headline: HistoryHeadline | null }[]> {
  return withReader(async (reader) => {
    const headlines = []
    for (const name of await namesOf(reader)) {
      const { points } = await QUERIES[kind](reader, name)
      const title = points.findLast(({ engineSlug }) => engineSlug === name)?.product ?? name
      headlines.push({ name, title, headline: historyHeadline(points, readRun) })
    }
    return headlines
  })
}

function readRun(id: string): RunDocument {
  return readDocument(buildContext().registry, id)
}

/** Runs `work` with a reader of the registry that the pages are built from. */
export async function withReader<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
  const reader = openReader(buildContext().registry)
  try {
    return await work(reader)
  } finally {
    await reader.$disconnect()
  }
}

const QUERIES: Record<HistoryKind, (reader: Reader, name: string) => Promise<History>> = {
  engine: historyOfEngine,
  workload: historyOfWorkload,
  project: historyOfProject,
}
