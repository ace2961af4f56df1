import { buildContext } from '../page/build-context.ts'
import { buildReader } from '../page/build-reader.ts'
import { PROVENANCE_LEVELS } from '../store/provenance-levels.ts'
import { countRuns, type ListPosition, latestRuns, pageEnds, replacedRuns } from '../store/queries.ts'
import { engineSlugs, suiteNames, workloadNames } from '../store/queries-names.ts'
import type { FilterChoices } from './filters.ts'
import { toRunEntries } from './run-entry.ts'
import type { RunEntry } from './search-index.ts'

const RUNS_A_PAGE = 50

/** The content of one page of the list of all runs. */
export interface RunListPageData {
  stylesheet: string
  script: string
  runs: RunEntry[]
  runCount: number
  /** The number of the page, from 1. */
  page: number
  pageCount: number
  choices: FilterChoices
}

/** Loads one page of the list of all runs. @param page the number of the page, from 1 */
export async function loadRunListPage(page: number): Promise<RunListPageData> {
  const { registry, template } = buildContext()
  const reader = buildReader()
  const runCount = await countRuns(reader)
  const { ends, replaced, choices } = await loadSharedData(`${registry.directory} ${runCount}`, reader)
  const runs = page - 1 > ends.length ? [] : await latestRuns(reader, RUNS_A_PAGE, ends[page - 2] ?? null)
  return {
    stylesheet: template.stylesheet,
    script: template.scripts.filter ?? '',
    runs: toRunEntries(runs, replaced),
    runCount,
    page,
    pageCount: pageCountOf(runCount),
    choices,
  }
}

/** The data that all pages of the list share: where each page ends, what is replaced, and the options of the filters. */
interface SharedData {
  ends: ListPosition[]
  replaced: Set<string>
  choices: FilterChoices
}

/**
 * The data that all pages of the list share, for a registry with this number of runs. A build loads many pages, so
 * these data are cached.
 */
let cache: { key: string; data: Promise<SharedData> } | null = null

/**
 * Loads the data that all pages of the list share, once. The query for the ends of all pages takes only twice as long
 * as the query for the end of one page.
 */
function loadSharedData(key: string, reader: ReturnType<typeof buildReader>): Promise<SharedData> {
  if (cache?.key !== key) cache = { key, data: querySharedData(reader) }
  return cache.data
}

async function querySharedData(reader: ReturnType<typeof buildReader>): Promise<SharedData> {
  return {
    ends: await pageEnds(reader, RUNS_A_PAGE),
    replaced: await replacedRuns(reader),
    choices: {
      kind: ['run', 'check'],
      engine: await engineSlugs(reader),
      workload: await workloadNames(reader),
      os: ['linux', 'macos'],
      suite: await suiteNames(reader),
      provenanceLevel: [...PROVENANCE_LEVELS],
      origin: ['measured', 'transcribed'],
    },
  }
}

/** Returns the numbers of all pages of the list except the first. */
export async function laterRunListPages(): Promise<number[]> {
  const last = pageCountOf(await countRuns(buildReader()))
  return Array.from({ length: last - 1 }, (_, index) => index + 2)
}

function pageCountOf(runCount: number): number {
  return Math.max(1, Math.ceil(runCount / RUNS_A_PAGE))
}
