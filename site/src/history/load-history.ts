import type { RunDocument } from '@plimsoll/schema'
import { buildContext } from '../page/build-context.ts'
import { buildReader } from '../page/build-reader.ts'
import { readUnlessLarge } from '../store/documents.ts'
import {
  type History,
  historyOfEngine,
  historyOfProject,
  historyOfUnprovenRuns,
  historyOfWorkload,
} from '../store/queries-history.ts'
import { type HistoryHeadline, historyHeadline } from './headline.ts'
import { type HistoryView, viewHistory } from './history-view.ts'

/** The data of the page of an engine, a workload, a project or a repository name (the page's subject). */
export interface LoadedHistory {
  view: HistoryView
  headline: HistoryHeadline | null
  /** The names of the subject as documents spell them, the latest first. */
  titles: string[]
  runCount: number
}

export type HistoryKind = 'engine' | 'workload' | 'project' | 'name'

type Reader = ReturnType<typeof buildReader>

/**
 * Loads the history of a page.
 * @param name the slug of an engine, the workload, the key of a project, or the name of a repository in lower case
 */
export async function loadHistory(kind: HistoryKind, name: string): Promise<LoadedHistory> {
  const history = await QUERIES[kind](buildReader(), name)
  const { points } = history
  const own = points.filter(({ engineSlug }) => engineSlug === name).map(({ product }) => product ?? '')
  return {
    view: await viewHistory(history, readRun),
    headline: historyHeadline(points, readRun),
    titles: [...new Set(own.reverse())],
    runCount: new Set(points.map(({ runId }) => runId)).size,
  }
}

/** Loads the headlines of several engines or workloads, and the names of engines. */
export async function loadHeadlines(
  kind: HistoryKind,
  namesOf: (reader: Reader) => Promise<string[]>,
): Promise<{ name: string; title: string; headline: HistoryHeadline | null }[]> {
  const reader = buildReader()
  const headlines = []
  for (const name of await namesOf(reader)) {
    const { points } = await QUERIES[kind](reader, name)
    const title = points.findLast(({ engineSlug }) => engineSlug === name)?.product ?? name
    headlines.push({ name, title, headline: historyHeadline(points, readRun) })
  }
  return headlines
}

function readRun(id: string): RunDocument | null {
  return readUnlessLarge(buildContext().registry, id)
}

const QUERIES: Record<HistoryKind, (reader: Reader, name: string) => Promise<History>> = {
  engine: historyOfEngine,
  workload: historyOfWorkload,
  project: historyOfProject,
  name: historyOfUnprovenRuns,
}
