import { buildContext } from '../page/build-context.ts'
import { PROVENANCE_LEVELS } from '../store/provenance-levels.ts'
import { countRuns, type ListPosition, latestRuns, openReader, pageEnds } from '../store/queries.ts'
import { engineSlugs, suiteNames, workloadNames } from '../store/queries-names.ts'
import type { FilterChoices } from './filters.ts'
import { toFoundRun } from './found-run.ts'
import type { FoundRun } from './search-index.ts'

const RUNS_A_PAGE = 50

/** What is on a page of the list of all runs. */
export interface LoadedListPage {
  stylesheet: string
  script: string
  runs: FoundRun[]
  runCount: number
  /** From 1. */
  page: number
  pageCount: number
  choices: FilterChoices
}

/** Loads a page of that list. @param page from 1 */
export async function loadListPage(page: number): Promise<LoadedListPage> {
  const { registry, template } = buildContext()
  const reader = openReader(registry)
  try {
    const runCount = await countRuns(reader)
    const { ends, choices } = await sameOnAll(`${registry.directory} ${runCount}`, reader)
    const runs = page - 1 > ends.length ? [] : await latestRuns(reader, RUNS_A_PAGE, ends[page - 2] ?? null)
    return {
      stylesheet: template.stylesheet,
      script: template.scripts.filter ?? '',
      runs: runs.map(toFoundRun),
      runCount,
      page,
      pageCount: pageCountOf(runCount),
      choices,
    }
  } finally {
    await reader.$disconnect()
  }
}

/** What is found once for all pages: where each ends, and what can be chosen. */
interface Same {
  ends: ListPosition[]
  choices: FilterChoices
}

/** What `sameOnAll` found, and of which registry with how many runs: a build asks for page after page. */
let found: { of: string; same: Promise<Same> } | null = null

/** Finding one page among thousands takes half as long as finding them all. */
function sameOnAll(of: string, reader: ReturnType<typeof openReader>): Promise<Same> {
  if (found?.of !== of) found = { of, same: findSame(reader) }
  return found.same
}

async function findSame(reader: ReturnType<typeof openReader>): Promise<Same> {
  return {
    ends: await pageEnds(reader, RUNS_A_PAGE),
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

/** The numbers of all pages but the first. */
export async function laterListPages(): Promise<number[]> {
  const reader = openReader(buildContext().registry)
  try {
    const last = pageCountOf(await countRuns(reader))
    return Array.from({ length: last - 1 }, (_, index) => index + 2)
  } finally {
    await reader.$disconnect()
  }
}

function pageCountOf(runCount: number): number {
  return Math.max(1, Math.ceil(runCount / RUNS_A_PAGE))
}
