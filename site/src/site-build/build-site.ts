import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { identify, parseStrict, type RunDocument } from '@plimsoll/schema'
import schema from '@plimsoll/schema/run.v1.schema.json' with { type: 'json' }
import { listRunHashes } from '../editions/load-editions.ts'
import {
  editionFiles,
  editionPaths,
  readEditions,
  readShippedDocuments,
  shippedNames,
} from '../editions/read-editions.ts'
import { readErrata } from '../errata/errata.ts'
import { renderNotFound } from '../page-parts/not-found.tsx'
import type { Template } from '../page-parts/template.ts'
import type { ProgressReporter } from '../progress.ts'
import { findSignatures } from '../provenance/find-signatures.ts'
import type { IndexedFacts } from '../run-page/make-run-file.ts'
import { readSettings } from '../settings.ts'
import { documentFile } from '../store/documents.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { hasDocuments, importShipped } from '../store/import.ts'
import type { DocumentFault } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { findCandidates } from '../store/replications.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { makeAssets } from './assets.ts'
import { withBuildLock } from './build-lock.ts'
import { exportPages } from './export-pages.ts'
import { inputsOfSite } from './inputs.ts'
import { installSite, takeOver, withStaging } from './install-site.ts'
import { makeRunFiles } from './make-run-files.ts'
import { isCurrent, isIntact, type Manifest, planFiles, readManifest } from './manifest.ts'
import { recoverSite } from './staging.ts'
import { findTarget } from './target.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const SHIPPED_EDITIONS = path.join(SITE, 'shipped-editions')
/** The JSON Schema of a run document. Documents and tools refer to it, so its address must never change. */
const SCHEMA_FILE = 'schema/run/v1.json'

/**
 * Builds the site of a registry into a directory. Every site includes the documents and editions that ship with the
 * registry. Makes a file again only if what it is made from changed: a document, its statements, or the program. Makes
 * nothing if neither the inputs nor the files of the site changed since the last build.
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
  readEditions(...pathsOfEditions(registry))
  return withBuildLock(say, () => buildLocked(target, registry, say, baseUrl))
}

async function buildLocked(
  target: string,
  registry: Registry,
  say: ProgressReporter,
  baseUrl: string | null,
): Promise<DocumentFault[]> {
  const began = Date.now()
  recoverSite(target)
  await ensurePrismaClient()
  say('indexing runs')
  const editions = pathsOfEditions(registry)
  const shipped = shownDocuments(registry, editions)
  if (!(await hasDocuments(registry, shipped))) importShipped(registry, shipped)
  // Compute the inputs before reading the registry, so that a write during the build makes the site out of date.
  const source = {
    registry: path.relative(target, realpathSync(registry.directory)),
    ...{ baseUrl, inputs: inputsOfSite(registry, baseUrl), began },
  }
  const { runs, faults } = await synchronizeIndex(registry, (done, total) => say('indexing runs', done, total))
  const manifest = readManifest(target)
  if (manifest !== null && isCurrent(target, registry, baseUrl) && isIntact(target, manifest)) return faults
  const { stylesheet, scripts, files: assets } = await makeAssets()
  const template: Template = { stylesheet, scripts, baseUrl, siteName: readSettings(registry).name }
  const { inputs, ofEditions, factsOf } = await readInputs(registry, runs, editions, { manifest, template })
  const { kept, due } = planFiles(target, manifest, inputs)
  const [dueRuns, duePages] = [due.filter((name) => isOfRun(name)), due.filter((name) => !isOfRun(name))]
  await withStaging(target, async (staging) => {
    takeOver(target, staging, kept)
    say('compiling pages')
    const rendered = (done: number, total: number) => say('rendering pages', done, total)
    const { writeDataFiles } = await import('../data/data-files.ts')
    // Next renders pages in processes of its own. This one meanwhile does the work that needs little memory.
    const [exported] = await both(exportPages(registry, template, duePages, rendered), () =>
      writeDataFiles(registry, template, staging),
    )
    const made = (done: number, total: number) => say('writing run files', done, total)
    made(0, dueRuns.length)
    const dueFiles = { names: dueRuns.map((name) => path.basename(name)), indexedFacts: factsOf }
    await makeRunFiles(registry, template, dueFiles, path.join(exported, 'runs'), made)
    const { editionFiles } = await import('../data/edition-files.ts')
    const ofEdition = due.some((name) => inputs.get(name) === ofEditions) ? await editionFiles(registry, editions) : []
    for (const [name] of ofEdition) inputs.set(name, ofEditions)
    const notFound = renderNotFound(template, String(assets.get(stylesheet)))
    const files = new Map<string, Buffer>([
      ...prefixed('assets', assets),
      ...prefixed('editions', sourcesOfEditions(editions)),
      ...ofEdition,
      ['404.html', Buffer.from(notFound)],
      [SCHEMA_FILE, Buffer.from(`${JSON.stringify(schema, null, 2)}\n`)],
    ])
    say('installing the site')
    const documents = [...runs.keys()].map((id) => documentFile(registry, id))
    installSite({ staging, exported, files, inputs, documents, source }, target)
  })
  return faults
}

/** Whether a file of a site is a file of one run. */
function isOfRun(name: string): boolean {
  return path.dirname(name) === 'runs'
}

/** What the files of a site are made from. */
interface PageInputs {
  /** A digest for each file, by its path. A file that is missing here is made in every build. */
  inputs: Map<string, string>
  /** The digest for all files of editions. */
  ofEditions: string
  /** Returns what the index knows about a run. */
  factsOf: (id: string) => IndexedFacts
}

async function readInputs(
  registry: Registry,
  runs: ReadonlyMap<string, string>,
  paths: string[],
  { manifest, template }: { manifest: Manifest | null; template: Template },
): Promise<PageInputs> {
  // Import these modules late: they need the generated Prisma client, which may not have existed before.
  const { openReader } = await import('../store/queries.ts')
  const { inputsOfEditions, inputsOfLists, inputsOfProjects, inputsOfRuns } = await import('./page-inputs.ts')
  const reader = openReader(registry)
  try {
    const [candidates, signatures] = [await findCandidates(reader), await findSignatures(reader)]
    const factsOf = (id: string) => ({ candidates: candidates.get(id) ?? [], signature: signatures.get(id) ?? null })
    const editions = inputsOfEditions(registry, runs, paths, template)
    const [ofEditions = ''] = editions.values()
    // The names of the tables and pictures of editions are known from the last build.
    const ofLast = Object.entries(manifest?.files ?? {}).filter(([, made]) => made.inputs === ofEditions)
    const inputs = new Map([
      ...inputsOfRuns(registry, runs, template, factsOf),
      ...(await inputsOfLists(reader, template)),
      ...(await inputsOfProjects(reader, template)),
      ...editions,
      ...ofLast.map(([name]) => [name, ofEditions] as const),
    ])
    return { inputs, ofEditions, factsOf }
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

function pathsOfEditions(registry: Registry): string[] {
  return editionPaths(SHIPPED_EDITIONS, registry)
}

/** Returns the shipped documents that a site shows: all, or those of the editions that its settings name. */
function shownDocuments(registry: Registry, editions: readonly string[]): Buffer[] {
  const documents = readShippedDocuments(path.join(SITE, 'documents'))
  if (readSettings(registry).shippedEditions === null) return documents
  const hashes = new Set(readEditions(...editions).flatMap(listRunHashes))
  return documents.filter((bytes) => hashes.has(identify(parseStrict(bytes) as unknown as RunDocument).hash))
}

/** Returns the editions of a site as they were frozen, and the source data that errata link to. */
function sourcesOfEditions(paths: readonly string[]): Map<string, Buffer> {
  const shown = shippedNames(paths)
  const errata = readErrata(path.join(SHIPPED_EDITIONS, 'errata')).filter(({ edition }) => shown.includes(edition))
  const sources = [...new Set(errata.flatMap(({ files }) => files.map((name) => `sources/${name}`)))]
  const files = paths.flatMap(editionFiles)
  return new Map([
    ...sources.map((name) => [name, readFileSync(path.join(SHIPPED_EDITIONS, name))] as const),
    ...files.map((file) => [path.basename(file), readFileSync(file)] as const),
  ])
}

function prefixed(folder: string, files: Map<string, Buffer>): [string, Buffer][] {
  return [...files].map(([name, bytes]) => [`${folder}/${name}`, bytes])
}
