import type { RunDocument } from '@plimsoll/schema'
import type { Marks } from '../compare/run-states.ts'
import { readEditions } from '../editions/read-editions.ts'
import { editionsFeed, runsFeed } from '../feeds/feeds.ts'
import { readDocument } from '../store/documents.ts'
import { latestRuns, openReader, runsWithState } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { copyIndex } from './copy-index.ts'
import { editionSpecs } from './edition-specs.ts'

/** The number of runs in the feed. */
const RUNS_IN_FEED = 50

/**
 * Returns the data files of a registry, by path: the index as SQLite and CSV, the list of all documents, the states of
 * runs, the charts of editions, and the feeds. The same contents of the registry give the same bytes.
 * @param editions the directories that hold editions
 * @param baseUrl ending in "/"; null if unknown
 */
export async function dataFiles(
  registry: Registry,
  editions: string[],
  baseUrl: string | null,
): Promise<Map<string, Buffer>> {
  const tables = [...(await copyIndex(registry))].map(([name, bytes]) => [`data/${name}`, bytes] as const)
  const { ids, latest, marks } = await readRuns(registry)
  const texts = {
    'data/documents.txt': ids.map((id) => `runs/${id}.json\n`).join(''),
    'data/marks.json': `${JSON.stringify(marks)}\n`,
    'feeds/runs.xml': runsFeed(latest, baseUrl),
    'feeds/editions.xml': editionsFeed(readEditions(...editions), baseUrl),
  }
  const specs = editionSpecs(registry, editions)
  return new Map([
    ...tables,
    ...specs,
    ...Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const),
  ])
}

/** Reads the runs in the index, which leaves out invalid files. */
async function readRuns(registry: Registry): Promise<{ ids: string[]; latest: RunDocument[]; marks: Marks }> {
  const reader = openReader(registry)
  try {
    const rows = await reader.run.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
    const marked = await runsWithState(reader)
    const runs = await latestRuns(reader, RUNS_IN_FEED)
    return {
      ids: rows.map(({ id }) => id),
      latest: runs.map(({ id }) => readDocument(registry, id)),
      marks: Object.fromEntries(marked.map(({ id, state }) => [id, state ?? ''])),
    }
  } finally {
    await reader.$disconnect()
  }
}
