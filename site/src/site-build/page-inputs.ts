import { existsSync, readFileSync } from 'node:fs'
import { idOfHash } from '@plimsoll/schema'
import { Prisma } from '../../generated/prisma/client.ts'
import { listRunHashes } from '../editions/load-editions.ts'
import { readEditions, shippedNames } from '../editions/read-editions.ts'
import type { Template } from '../page-parts/template.ts'
import { trustDigest } from '../provenance/trust.ts'
import { BUNDLE_EXTENSION, DELETED_EXTENSIONS, RUN_EXTENSIONS } from '../run-page/files.ts'
import type { IndexedFacts } from '../run-page/make-run-file.ts'
import { countOlderPages, filterChoices, RUNS_A_PAGE } from '../search/load-run-list.ts'
import { bundleFile } from '../store/documents.ts'
import { isRegularFile } from '../store/durable-files.ts'
import { countRuns, type openReader, RUN_VERSION, replacedRuns } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { namePage, projectPage } from '../store/slug.ts'
import { examineStatements, isDeleted, listRunsWithStatements, statementFile } from '../store/statements.ts'
import { digestOfTemplate } from './inputs.ts'

// The functions of this module return what the files of a site are made from: a digest for each file, by its path below the
// site. A file is made again only if its digest changes. The other pages are few, and every build makes them.

type Inputs = Map<string, string>
type Reader = ReturnType<typeof openReader>

/**
 * Returns the inputs of the files of runs: the document, the statements and the bundle of the run, whom the registry trusts to
 * sign statements, what the index knows about the run, and the program.
 * @param runs an identifier of the stored bytes of each run, by the run's id
 * @param factsOf returns what the index knows about a run
 */
export function inputsOfRuns(
  registry: Registry,
  runs: ReadonlyMap<string, string>,
  template: Template,
  factsOf: (id: string) => IndexedFacts,
): Inputs {
  const program = digestOfTemplate(template)
  const inputs: Inputs = new Map()
  const add = (id: string, extensions: readonly string[], more: unknown) => {
    const digest = sha256(JSON.stringify([program, stateOfRun(registry, id), more]))
    for (const extension of extensions) inputs.set(`runs/${id}.${extension}`, digest)
  }
  for (const [id, stored] of runs) {
    const facts = factsOf(id)
    add(id, facts.signature ? [...RUN_EXTENSIONS, BUNDLE_EXTENSION] : RUN_EXTENSIONS, [stored, facts])
  }
  for (const id of listRunsWithStatements(registry))
    if (!runs.has(id) && hasDeletionPage(registry, id)) add(id, DELETED_EXTENSIONS, null)
  return inputs
}

/** Returns an identifier of the statements and of the bundle of a run, and of what says whether signed statements hold. */
function stateOfRun(registry: Registry, id: string): string[] {
  const [statements, bundle] = [statementFile(registry, id), bundleFile(registry, id)]
  const files = [...(existsSync(statements) ? [statements] : []), ...(isRegularFile(bundle) ? [bundle] : [])]
  const contents = files.map((file) => readFileSync(file))
  const hasSigned = contents.some((content) => content.includes('"bundle":'))
  return [...contents.map((content) => sha256(content)), ...(hasSigned ? [trustDigest(registry)] : [])]
}

/** Whether a run was deleted and its other statements are undamaged. Its page says that the run was deleted. */
function hasDeletionPage(registry: Registry, id: string): boolean {
  const { statements, faults } = examineStatements(registry, id)
  return faults.length === 0 && isDeleted(statements)
}

/** A literal, because a parameter is a real number for SQLite, with which each run would have a page of its own. */
const WHOLE_RUNS_A_PAGE = Prisma.raw(String(RUNS_A_PAGE))

/**
 * Returns the inputs of the pages of older runs, which are numbered from the oldest runs: the page's runs and their statements,
 * the transcriptions that newer data replaced, and the options of the filters. The newest of these pages also changes if another
 * one follows it, because it links to the page of newer runs.
 */
export async function inputsOfLists(reader: Reader, template: Template): Promise<Inputs> {
  const count = countOlderPages(await countRuns(reader))
  const replaced = [...(await replacedRuns(reader))].sort()
  const shared = [digestOfTemplate(template), await filterChoices(reader), replaced]
  const pages: { runs: string }[] = await reader.$queryRaw`SELECT group_concat("version", ' ') AS "runs" FROM (
      SELECT ${RUN_VERSION} AS "version",
        (row_number() OVER (ORDER BY "startedAt", "id" DESC) - 1) / ${WHOLE_RUNS_A_PAGE} AS "page"
      FROM "Run" ORDER BY "startedAt", "id" DESC
    ) GROUP BY "page" ORDER BY "page"`
  return new Map(
    pages
      .slice(0, count)
      .map(({ runs }, index) => [
        `runs/page/${index + 1}.html`,
        sha256(JSON.stringify([...shared, index + 1 === count, runs])),
      ]),
  )
}

/**
 * Returns the inputs of the pages of projects and of repository names. A project's page depends on the runs of that project
 * alone. The page of a name depends on the runs of that name, and on the projects that had it.
 */
export async function inputsOfProjects(reader: Reader, template: Template): Promise<Inputs> {
  const program = digestOfTemplate(template)
  const groups = await runsByProject(reader)
  const [byProject, byName] = [
    Map.groupBy(groups, ({ project }) => project),
    Map.groupBy(groups, ({ projectName }) => projectName),
  ]
  const inputs: Inputs = new Map()
  const add = (page: string | null, runs: string[]) => {
    if (page !== null) inputs.set(`${page}.html`, sha256([program, ...runs].join(' ')))
  }
  const versionsOf = (of: RunGroup[] = []) =>
    of.map(({ project, projectName, runs }) => `${project} ${projectName} ${runs}`)
  for (const [project, own] of byProject) if (project !== null) add(projectPage(project), versionsOf(own))
  for (const [name, own] of byName) {
    const named = own.flatMap(({ project }) => (project === null ? [] : versionsOf(byProject.get(project))))
    add(namePage(name), [...versionsOf(own), ...named])
  }
  return inputs
}

/** The runs of one project under one name, or the runs that name a repository without proof. */
interface RunGroup {
  project: string | null
  projectName: string
  /** A text that identifies the runs and the statements about them. */
  runs: string
}

async function runsByProject(reader: Reader): Promise<RunGroup[]> {
  return reader.$queryRaw`SELECT "project", "projectName", group_concat("version", ' ') AS "runs" FROM (
      SELECT "project", "projectName",
        ${RUN_VERSION} AS "version"
      FROM "Run" WHERE "projectName" IS NOT NULL ORDER BY "projectName", "project", "id"
    ) GROUP BY "projectName", "project" ORDER BY "projectName", "project"`
}

/**
 * Returns the inputs of the pages of editions, which are also those of their tables and pictures. An edition is frozen, so it
 * depends on the runs that editions name alone. But its page shows figures of the previous one, and one edition has the answer of
 * the home page. So all of these files have the same inputs.
 * @param runs an identifier of the stored bytes of each run, by the run's id
 * @param paths where the editions are; see `editionPaths`
 */
export function inputsOfEditions(
  registry: Registry,
  runs: ReadonlyMap<string, string>,
  paths: string[],
  template: Template,
): Inputs {
  const editions = readEditions(...paths)
  const named = [...new Set(editions.flatMap(listRunHashes))].map(idOfHash)
  const versions = named.map((id) => [runs.get(id) ?? '', stateOfRun(registry, id)])
  const program = [digestOfTemplate(template), trustDigest(registry)]
  const inputs = sha256(JSON.stringify([program, editions, shippedNames(paths), versions]))
  const pages = editions.flatMap(({ name, aliases }) => [name, ...aliases])
  return new Map(pages.map((page) => [`editions/${page}.html`, inputs]))
}
