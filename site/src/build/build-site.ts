import { readFileSync } from 'node:fs'
import path from 'node:path'
import { HEADINGS_FILE, makeHeadingsFile } from '../docs/headings-file.ts'
import { readEditions, readShippedDocuments } from '../editions/read-editions.ts'
import { sitemapFiles } from '../feeds/sitemap.ts'
import { renderNotFound } from '../page/not-found.tsx'
import { TEMPLATE_VERSION, type Template } from '../page/template.ts'
import type { ProgressReporter } from '../progress.ts'
import { withServerMemory } from '../server-memory.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { hasDocuments, importShipped } from '../store/import.ts'
import type { DocumentFault } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { logFiles } from '../transparency/log-folder.ts'
import { addToLog } from '../transparency/write-log.ts'
import { makeAssets } from './assets.ts'
import { recoverSite } from './beside.ts'
import { withBuildLock } from './build-lock.ts'
import { exportPages } from './export-pages.ts'
import type { BuildPlan } from './made-files.ts'
import { formatSiteRecord, inputsOfSite, isCurrent, MADE_FROM } from './made-from.ts'
import { makeRunFiles } from './make-run-files.ts'
import { isIntact, publish } from './publish.ts'
import { planRuns, RUNS } from './run-files.ts'
import { findTarget, listFiles } from './target.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const EDITIONS = path.join(SITE, 'editions')

/**
 * Builds the site of a registry into a directory. Every site includes the documents and editions that ship with the
 * registry. Keeps the files of runs that the site already has. Makes nothing if neither the inputs nor the files of the
 * site changed since the last build.
 * @param say called with each step, and with how much of it is done
 * @param baseUrl where the site will be published, ending in "/"; null if unknown
 * @param logKey the private key of the transparency log as text; null adds nothing to a log
 * @returns the invalid files among the documents, which the site omits
 * @throws RegistryError `edited-edition`, `build-failed`, `build-running`, and the errors of `findTarget`
 */
export async function buildSite(
  registry: Registry,
  out: string,
  say: ProgressReporter,
  baseUrl: string | null = null,
  logKey: string | null = null,
): Promise<DocumentFault[]> {
  const target = findTarget(out, registry.directory)
  readEditions(EDITIONS, registry.editions)
  return withBuildLock(say, () => buildLocked(target, registry, say, baseUrl, logKey))
}

async function buildLocked(
  target: string,
  registry: Registry,
  say: ProgressReporter,
  baseUrl: string | null,
  logKey: string | null,
): Promise<DocumentFault[]> {
  recoverSite(target)
  await ensurePrismaClient()
  say('indexing runs')
  const shipped = readShippedDocuments(path.join(SITE, 'documents'))
  if (!(await hasDocuments(registry, shipped))) importShipped(registry, shipped)
  if (logKey !== null) await addToLog(registry, logKey)
  // Compute the inputs before reading the registry, so that a write during the build makes the site out of date.
  const inputs = inputsOfSite(registry, baseUrl)
  const { runs, faults } = await synchronizeIndex(registry, (done, total) => say('indexing runs', done, total))
  // Import this module late: it needs the generated Prisma client, which may not have existed before.
  const { planProjects, PROJECTS } = await import('./project-pages.ts')
  if (isCurrent(target, registry, baseUrl) && isIntact(target, [RUNS, PROJECTS])) return faults
  const { stylesheet, scripts, files: assets } = await makeAssets()
  const template: Template = { version: TEMPLATE_VERSION, stylesheet, scripts, baseUrl }
  const [runPlan, projectPlan] = [
    planRuns(registry, runs, target, baseUrl),
    await planProjects(registry, target, template),
  ]
  const plans = [runPlan, projectPlan]
  say('compiling pages')
  const rendered = (done: number, total: number) => say('rendering pages', done, total)
  const exported = await withServerMemory(() => exportPages(registry, template, projectPlan, rendered))
  const made = (done: number, total: number) => say('writing run files', done, total)
  made(0, runPlan.due.size)
  await makeRunFiles(registry, template, [...runPlan.due.keys()], path.join(exported, RUNS.folder), made)
  say('writing data files')
  const { dataFiles } = await import('../data/data-files.ts')
  // Next has ended, so its memory is free. Making these files while it renders took a build beyond 2 GB.
  const data = await dataFiles(registry, [EDITIONS, registry.editions], baseUrl)
  const notFound = renderNotFound(template, String(assets.get(stylesheet)))
  const editions = [EDITIONS, registry.editions].map(editionFiles)
  const files = [
    ...prefixed('assets', assets),
    ...editions.flatMap((files) => prefixed('editions', files)),
    ...prefixed('log', logFiles(registry)),
  ]
  const sitemap = sitemapFiles(
    exported,
    [...runs.keys()].map((id) => `runs/${id}`).concat(pagesOf(projectPlan)),
    [EDITIONS, registry.editions],
    baseUrl,
  )
  say('installing the site')
  const siteFiles: [string, Buffer][] = [
    ['404.html', Buffer.from(notFound)],
    [HEADINGS_FILE, makeHeadingsFile(path.join(SITE, 'docs'))],
    [MADE_FROM, Buffer.from(formatSiteRecord(target, registry, baseUrl, inputs))],
  ]
  publish(exported, new Map([...files, ...data, ...sitemap, ...siteFiles]), target, plans)
  return faults
}

/** Returns the addresses of the pages that a build plan contains, relative to the root. */
function pagesOf({ folder, kept, due }: BuildPlan): string[] {
  return [...kept.keys(), ...due.keys()].map((name) => `${folder}/${name.replace(/\.html$/, '')}`)
}

/** Returns the files of the editions, and the source data that errata link to. */
function editionFiles(directory: string): Map<string, Buffer> {
  const names = listFiles(directory).filter((name) => /\.(json|csv)$/.test(name))
  return new Map(names.map((name) => [name, readFileSync(path.join(directory, name))]))
}

function prefixed(folder: string, files: Map<string, Buffer>): [string, Buffer][] {
  return [...files].map(([name, bytes]) => [`${folder}/${name}`, bytes])
}
