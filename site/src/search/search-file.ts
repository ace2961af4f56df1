import { latestRuns, openReader, type RunLine, replacedRuns } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { toRunEntries } from './run-entry.ts'
import type { SearchIndex } from './search-index.ts'

/** The path of the search index in a site. */
export const SEARCH_FILE = 'data/search.json'

/**
 * The number of runs that one query loads. Prisma loads the engines of runs with one parameter for each run, and a
 * statement may have at most 999 parameters.
 */
const RUNS_AT_ONCE = 500

/**
 * Returns the search index of all runs of a registry, as a file for the browser. The registry's own index must be up to
 * date.
 */
export async function makeSearchFile(registry: Registry): Promise<Buffer> {
  const reader = openReader(registry)
  try {
    const lines: RunLine[] = []
    for (let more = true; more; ) {
      const next = await latestRuns(reader, RUNS_AT_ONCE, lines.at(-1))
      lines.push(...next)
      more = next.length === RUNS_AT_ONCE
    }
    const index: SearchIndex = { runs: toRunEntries(lines, await replacedRuns(reader)) }
    return Buffer.from(JSON.stringify(index))
  } finally {
    await reader.$disconnect()
  }
}
