import type { RunStates } from '../compare/load-run.ts'
import { readEditions } from '../editions/read-editions.ts'
import { editionsFeed, runsFeed } from '../feeds/feeds.ts'
import { historyBadges } from '../history/badges.ts'
import { makeSearchFile, SEARCH_FILE } from '../search/search-file.ts'
import { REPLACED } from '../search/search-index.ts'
import { readDocument } from '../store/documents.ts'
import { latestRuns, openReader, replacedRuns, runsWithState } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { copyIndex } from './copy-index.ts'

/** The number of runs in the feed. */
const RUNS_IN_FEED = 50

/**
 * Returns the files of a site that are made from the registry's index, by path: the search index, the badges of
 * histories, the index as SQLite and CSV, the list of all documents, the states of runs, and the feeds. The same contents of the registry give the same bytes.
 * @param editions the directories that hold editions
 * @param baseUrl ending in "/"; null if unknown
 */
export async function dataFiles(
  registry: Registry,
  editions: string[],
  baseUrl: string | null,
): Promise<Map<string, Buffer>> {
  const tables = [...(await copyIndex(registry))].map(([name, bytes]) => [`data/${name}`, bytes] as const)
  const { ids, latest, runStates } = await readRuns(registry)
  const documents = latest.values().map((id) => readDocument(registry, id))
  const texts = {
    'data/documents.txt': ids.map((id) => `runs/${id}.json\n`).join(''),
    'data/run-states.json': `${JSON.stringify(runStates)}\n`,
    'feeds/runs.xml': runsFeed(documents, baseUrl),
    'feeds/editions.xml': editionsFeed(readEditions(...editions), baseUrl),
  }
  return new Map([
    [SEARCH_FILE, await makeSearchFile(registry)],
    ...(await historyBadges(registry)),
    ...tables,
    ...Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const),
  ])
}

/** Reads the runs that are in the index. The index contains no invalid files. */
async function readRuns(registry: Registry): Promise<{ ids: string[]; latest: string[]; runStates: RunStates }> {
  const reader = openReader(registry)
  try {
    const rows = await reader.run.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
    const states = await runsWithState(reader)
    const replaced = [...(await replacedRuns(reader))].map((id) => [id, REPLACED] as const)
    const runs = await latestRuns(reader, RUNS_IN_FEED)
    return {
      ids: rows.map(({ id }) => id),
      latest: runs.map(({ id }) => id),
      runStates: Object.fromEntries([...replaced, ...states.map(({ id, state }) => [id, state ?? ''] as const)]),
    }
  } finally {
    await reader.$disconnect()
  }
}
