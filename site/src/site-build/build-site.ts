import { readFileSync } from 'node:fs'
import path from 'node:path'
import schema from '@plimsoll/schema/run.v1.schema.json' with { type: 'json' }
import { readEditions, readShippedDocuments } from '../editions/read-editions.ts'
import { sitemapFiles } from '../feeds/sitemap.ts'
import { renderNotFound } from '../page-parts/not-found.tsx'
import { TEMPLATE_VERSION, type Template } from '../page-parts/template.ts'
import type { ProgressReporter } from '../progress.ts'
import { findSignatures } from '../provenance/find-signatures.ts'
import type { IndexedFacts } from '../run-page/make-run-file.ts'
import { documentFile } from '../store/documents.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { hasDocuments, importShipped } from '../store/import.ts'
import type { DocumentFault } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { findCandidates } from '../store/replications.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { makeAssets } from './assets.ts'
import { withBuildLock } from './build-lock.ts'
import { EDITIONS, planEditions, withDueFiles } from './edition-plan.ts'
import { exportPages } from './export-pages.ts'
import { installSite, isIntact, keepOldFiles, recordFiles, withStaging } from './install-site.ts'
import { listPageAddresses } from './made-files.ts'
import { formatSiteRecord, inputsOfSite, isCurrent, MADE_FROM } from './made-from.ts'
import { makeRunFiles } from './make-run-files.ts'
import { planRuns, RUNS } from './run-files.ts'
import { recoverSite } from './staging.ts'
import { findTarget, listFiles } from './target.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
/** The JSON Schema of a run document. Documents and tools refer to it, so its address must never change. */
const SCHEMA_FILE = 'schema/run/v1.json'
const SHIPPED_EDITIONS = path.join(SITE, 'shipped-editions')

/**
 * Builds the site of a registry into a directory. Every site includes the documents and editions that ship with the
 * registry. Keeps the files of runs that the site already has. Makes nothing if neither the inputs nor the files of the
 * site changed since the last build.
 * @param say called with each step, and with how much of it is done
 * @param baseUrl where the site will be published, ending in "/"; null if unknown
 * @returns the invalid files among the documents, which the site omits
 * @throws RegistryError `edited-edition`, `build-failed`, `build-running`, and the errors of `findTarget`
 */
export async function buildSite(
  registry: Registry,
  out: string,
  say: ProgressReporter,
  baseUrl: string | null = null,
): Promise<DocumentFault[]> {
  const target = findTarget(out, registry.directory)
  readEditions(...editionFolders(registry))
  return withBuildLock(say, () => buildLocked(target, registry, say, baseUrl))
}

async function buildLocked(
  target: string,
  registry: Registry,
  say: ProgressReporter,
  baseUrl: string | null,
): Promise<DocumentFault[]> {
  recoverSite(target)
  await ensurePrismaClient()
  say('indexing runs')
  const shipped = readShippedDocuments(path.join(SITE, 'documents'))
  if (!(await hasDocuments(registry, shipped))) importShipped(registry, shipped)
  // Compute the inputs before reading the registry, so that a write during the build makes the site out of date.
  const inputs = inputsOfSite(registry, baseUrl)
  const { runs, faults } = await synchronizeIndex(registry, (done, total) => say('indexing runs', done, total))
  // Import these modules late: they need the generated Prisma client, which may not have existed before.
  const { LISTS, planLists } = await import('./list-pages.ts')
  const { planProjects, PROJECTS } = await import('./project-pages.ts')
  if (isCurrent(target, registry, baseUrl) && isIntact(target, [RUNS, LISTS, PROJECTS, EDITIONS])) return faults
  const { stylesheet, scripts, files: assets } = await makeAssets()
  const template: Template = { version: TEMPLATE_VERSION, stylesheet, scripts, baseUrl }
  const indexedFacts = await readIndexedFacts(registry)
  const folders = editionFolders(registry)
  const listPlan = await planLists(registry, target, template)
  const projectPlan = await planProjects(registry, target, template)
  const editionPlan = planEditions(registry, runs, folders, target, template)
  const pagePlans = [listPlan, projectPlan, editionPlan]
  await withStaging(target, async (staging) => {
    say('compiling pages')
    const rendered = (done: number, total: number) => say('rendering pages', done, total)
    // Next renders pages in processes of its own. This one meanwhile does the work that needs little memory.
    const [exported, { runPlan, recorded }] = await both(
      exportPages(registry, template, pagePlans, rendered),
      async () => {
        const runPlan = planRuns(registry, runs, target, baseUrl, indexedFacts)
        keepOldFiles(target, staging, [runPlan, ...pagePlans])
        const { writeDataFiles } = await import('../data/data-files.ts')
        return { runPlan, recorded: recordFiles(staging, await writeDataFiles(registry, folders, baseUrl, staging)) }
      },
    )
    const made = (done: number, total: number) => say('writing run files', done, total)
    made(0, runPlan.due.size)
    const due = { names: [...runPlan.due.keys()], indexedFacts }
    await makeRunFiles(registry, template, due, path.join(exported, RUNS.folder), made)
    const { editionFiles } = await import('../data/edition-files.ts')
    const madeOfEditions = editionPlan.due.size === 0 ? new Map() : await editionFiles(registry, folders)
    const notFound = renderNotFound(template, String(assets.get(stylesheet)))
    const files = [
      ...prefixed('assets', assets),
      ...folders.flatMap((folder) => prefixed('editions', sourcesOfEditions(folder))),
    ]
    const sitemap = sitemapFiles(
      exported,
      [
        ...[...runs.keys()].map((id) => `runs/${id}`),
        ...pagePlans.flatMap(({ folder, kept, due }) => listPageAddresses(folder, [...kept.keys(), ...due.keys()])),
      ],
      folders,
      baseUrl,
    )
    say('installing the site')
    const siteFiles: [string, Buffer][] = [
      ['404.html', Buffer.from(notFound)],
      [SCHEMA_FILE, Buffer.from(`${JSON.stringify(schema, null, 2)}\n`)],
      [MADE_FROM, Buffer.from(formatSiteRecord(target, registry, baseUrl, inputs))],
    ]
    const plans = [runPlan, listPlan, projectPlan, withDueFiles(editionPlan, madeOfEditions.keys())]
    const all = new Map([...files, ...madeOfEditions, ...sitemap, ...siteFiles])
    const documents = [...runs.keys()].map((id) => documentFile(registry, id))
    installSite({ staging, exported, files: all, recorded, plans, documents }, target)
  })
  return faults
}

/** Returns a function that returns what the index knows about a run. */
async function readIndexedFacts(registry: Registry): Promise<(id: string) => IndexedFacts> {
  const { openReader } = await import('../store/queries.ts')
  const reader = openReader(registry)
  try {
    const [candidates, signatures] = [await findCandidates(reader), await findSignatures(reader)]
    return (id) => ({ candidates: candidates.get(id) ?? [], signature: signatures.get(id) ?? null })
  } finally {
    await reader.$disconnect()
  }
}

/** Does two things at the same time. After an error in one of them, still waits for the other one. */
async function both<One, Other>(one: Promise<One>, work: () => Promise<Other>): Promise<[One, Other]> {
  const other = work()
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

/** Returns the directories that hold the editions of a site. The first has those that ship with the registry. */
function editionFolders(registry: Registry): string[] {
  return [SHIPPED_EDITIONS, registry.editions]
}

/** Returns the editions of a directory as they were frozen, and the source data that errata link to. */
function sourcesOfEditions(directory: string): Map<string, Buffer> {
  const names = listFiles(directory).filter((name) => /\.(json|csv)$/.test(name))
  return new Map(names.map((name) => [name, readFileSync(path.join(directory, name))]))
}

function prefixed(folder: string, files: Map<string, Buffer>): [string, Buffer][] {
  return [...files].map(([name, bytes]) => [`${folder}/${name}`, bytes])
}
