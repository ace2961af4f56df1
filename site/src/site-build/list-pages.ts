import { Prisma } from '../../generated/prisma/client.ts'
import type { Template } from '../page-parts/template.ts'
import { countOlderPages, filterChoices, RUNS_A_PAGE } from '../search/load-run-list.ts'
import { countRuns, openReader, RUN_VERSION, replacedRuns } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { type BuildPlan, planFiles, type RecordedFolder } from './made-files.ts'
import { digestOfPages } from './made-from.ts'

/** The folder of the pages of older runs. The name of a page is its number, counted from the oldest runs. */
export const LISTS: RecordedFolder = { folder: 'runs/page', record: '.plimsoll-lists' }

/**
 * Plans the pages of older runs. A page is made again only if one of its runs or their statements, the transcriptions
 * that newer data replaced, the options of the filters, the style or the program changed. The newest of these pages also changes if another one follows it, because
 * it links to the page of newer runs.
 */
export async function planLists(registry: Registry, site: string, template: Template): Promise<BuildPlan> {
  const reader = openReader(registry)
  try {
    const count = countOlderPages(await countRuns(reader))
    const replaced = [...(await replacedRuns(reader))].sort()
    const shared = [digestOfPages(template), await filterChoices(reader), replaced]
    const pages = (await runsByPage(reader)).slice(0, count)
    return planFiles(
      site,
      LISTS,
      pages.map(({ runs }, index) => [
        `${index + 1}.html`,
        sha256(JSON.stringify([...shared, index + 1 === count, runs])),
      ]),
    )
  } finally {
    await reader.$disconnect()
  }
}

/** A literal, because a parameter is a real number for SQLite, with which each run would have a page of its own. */
const WHOLE_RUNS_A_PAGE = Prisma.raw(String(RUNS_A_PAGE))

/** Returns a text for each page, oldest first, that identifies its runs and the statements about them. */
async function runsByPage(reader: ReturnType<typeof openReader>): Promise<{ runs: string }[]> {
  return reader.$queryRaw`SELECT group_concat("version", ' ') AS "runs" FROM (
      SELECT ${RUN_VERSION} AS "version",
        (row_number() OVER (ORDER BY "startedAt", "id" DESC) - 1) / ${WHOLE_RUNS_A_PAGE} AS "page"
      FROM "Run" ORDER BY "startedAt", "id" DESC
    ) GROUP BY "page" ORDER BY "page"`
}
