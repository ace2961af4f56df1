import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { historyBadges } from '../badges/page-badges.ts'
import type { RunStates } from '../compare/load-run.ts'
import { runsFeed } from '../feeds/runs-feed.ts'
import type { Template } from '../page-parts/template.ts'
import { makeSearchFile, SEARCH_FILE } from '../search/search-file.ts'
import { REPLACED } from '../search/search-index.ts'
import { readDocument } from '../store/documents.ts'
import { latestRuns, openReader, replacedRuns, runsWithState } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { copyIndex } from './copy-index.ts'
import { projectFiles } from './project-files.ts'

/** The number of runs in the feed. */
const RUNS_IN_FEED = 50

/**
 * Writes the files of a site that are made from the registry's index below a directory: the search index, the badges of
 * histories, the histories of projects, the index as SQLite and CSV, the list of all documents, the states of runs, and
 * the feed. The same contents of the registry give the same bytes. Large files are written in parts, so that all of this
 * can be done while Next renders pages, within 2 GB of memory.
 * @param directory a directory that has none of these files
 */
export async function writeDataFiles(registry: Registry, template: Template, directory: string): Promise<void> {
  const write = (name: string, content: string | Uint8Array) => {
    const file = path.join(directory, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content, { flag: 'wx' })
  }
  mkdirSync(path.join(directory, 'data'), { recursive: true })
  await copyIndex(registry, path.join(directory, 'data'))
  const { ids, latest, runStates } = await readRuns(registry)
  write('data/documents.txt', ids.map((id) => `runs/${id}.json\n`).join(''))
  write('data/run-states.json', `${JSON.stringify(runStates)}\n`)
  const documents = latest.values().map((id) => readDocument(registry, id))
  write('feeds/runs.xml', runsFeed(documents, template))
  write(SEARCH_FILE, await makeSearchFile(registry))
  for (const [name, badge] of await historyBadges(registry)) write(name, badge)
  for (const [name, history] of await projectFiles(registry)) write(name, history)
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
