import { buildContext } from '../page-parts/build-context.ts'
import { buildReader } from '../page-parts/build-reader.ts'
import { PROVENANCE_LEVELS } from '../store/origin.ts'
import { countRuns, type ListPosition, latestRuns, pageStarts, replacedRuns } from '../store/queries.ts'
import { engineSlugs, suiteNames, workloadNames } from '../store/queries-names.ts'
import type { FilterChoices } from './filters.ts'
import { toRunEntries } from './run-entry.ts'
import type { RunEntry } from './search-index.ts'

/** The number of runs of a page of older runs. The page of the newest runs has up to twice as many. */
export const RUNS_A_PAGE = 30

/** The content of one page of the list of all runs. */
export interface RunListPageData {
  runs: RunEntry[]
  runCount: number
  /** The number of the page, counted from the oldest runs; null for the page of the newest runs. */
  page: number | null
  olderPageCount: number
  choices: FilterChoices
}

/**
 * Loads one page of the list of all runs.
 * @param page the number of a page of older runs, from 1 for the oldest; null for the newest runs
 */
export async function loadRunListPage(page: number | null): Promise<RunListPageData> {
  const { registry } = buildContext()
  const reader = buildReader()
  const runCount = await countRuns(reader)
  const { starts, replaced, choices } = await loadSharedData(`${registry.directory} ${runCount}`, reader)
  const olderPageCount = countOlderPages(runCount)
  const newest = runCount - olderPageCount * RUNS_A_PAGE
  const runs = await (page === null ? latestRuns(reader, newest) : latestRuns(reader, RUNS_A_PAGE, starts[page - 1]))
  return {
    runs: toRunEntries(runs, replaced),
    runCount,
    page,
    olderPageCount,
    choices,
  }
}

/** The data that all pages of the list share: where each page starts, what is replaced, and the options of the filters. */
interface SharedData {
  starts: ListPosition[]
  replaced: Set<string>
  choices: FilterChoices
}

/**
 * The data that all pages of the list share, for a registry with this number of runs. A build loads many pages, so
 * these data are cached.
 */
let cache: { key: string; data: Promise<SharedData> } | null = null

/**
 * Loads the data that all pages of the list share, once. The query for the starts of all pages takes only twice as
 * long as the query for the start of one page.
 */
function loadSharedData(key: string, reader: ReturnType<typeof buildReader>): Promise<SharedData> {
  if (cache?.key !== key) cache = { key, data: querySharedData(reader) }
  return cache.data
}

async function querySharedData(reader: ReturnType<typeof buildReader>): Promise<SharedData> {
  return {
    starts: await pageStarts(reader, RUNS_A_PAGE),
    replaced: await replacedRuns(reader),
    choices: await filterChoices(reader),
  }
}

/** Returns the options of the filters of a list of all runs. */
export async function filterChoices(reader: ReturnType<typeof buildReader>): Promise<FilterChoices> {
  return {
    kind: ['run', 'check'],
    engine: await engineSlugs(reader),
    workload: await workloadNames(reader),
    os: ['linux', 'macos'],
    suite: await suiteNames(reader),
    provenanceLevel: [...PROVENANCE_LEVELS],
    origin: ['measured', 'transcribed', 'imported', 'generated'],
  }
}

/**
 * Returns the number of pages of older runs. The newest runs are never on such a page, so that the page of the newest
 * runs is never almost empty.
 */
export function countOlderPages(runCount: number): number {
  return Math.max(0, Math.floor(runCount / RUNS_A_PAGE) - 1)
}
