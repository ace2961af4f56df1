import path from 'node:path'
import { idOfHash } from '@plimsoll/schema'
import type { Edition } from '../editions/edition.ts'
import { listRunHashes } from '../editions/load-editions.ts'
import { readEditions, shippedNames } from '../editions/read-editions.ts'
import type { Template } from '../page-parts/template.ts'
import { trustDigest } from '../provenance/trust.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { type BuildPlan, planFiles, type RecordedFolder, readRecord } from './made-files.ts'
import { digestOfPages } from './made-from.ts'
import { inputsOfRun } from './run-files.ts'

/** The folder of the pages, tables and pictures of editions. */
export const EDITIONS: RecordedFolder = { folder: 'editions', record: '.plimsoll-editions' }

/**
 * Plans the files of editions. An edition is frozen, so its files depend on no run that no edition names. Drawing its
 * charts takes longer than a new run's pages. The page of an edition shows figures of the previous one, and one edition
 * has the answer of the home page. So either all of these files are kept, or all are made.
 * @param runs an identifier of the stored bytes of each run, by the run's id
 * @param directories the directories that hold editions; the first has those that ship
 * @returns a plan that keeps all files, or a plan with all pages due
 */
export function planEditions(
  registry: Registry,
  runs: Map<string, string>,
  directories: string[],
  site: string,
  template: Template,
): BuildPlan {
  const editions = readEditions(...directories)
  const named = [...new Set(editions.flatMap(listRunHashes))].map(idOfHash)
  const versions = named.map((id) => inputsOfRun(registry, id, runs.get(id) ?? '', template.baseUrl))
  const program = [digestOfPages(template), trustDigest(registry)]
  const inputs = sha256(JSON.stringify([program, editions, shippedNames(directories), versions]))
  const pages = editions.flatMap(pagesOf)
  const recorded = readRecord(site, EDITIONS).keys()
  const plan = planFiles(site, EDITIONS, new Map([...recorded, ...pages].map((name) => [name, inputs])))
  if (plan.due.size === 0) return plan
  return { ...EDITIONS, kept: new Map(), due: new Map(pages.map((name) => [name, inputs])) }
}

/**
 * Returns the plan with further files due, which have the same inputs as its pages.
 * @param files the paths of the files, relative to the root
 */
export function withDueFiles(plan: BuildPlan, files: Iterable<string>): BuildPlan {
  const [inputs = ''] = plan.due.values()
  const further = [...files].map((file) => [path.posix.relative(EDITIONS.folder, file), inputs] as const)
  return { ...plan, due: new Map([...plan.due, ...further]) }
}

function pagesOf({ name, aliases }: Edition): string[] {
  return [name, ...aliases].map((page) => `${page}.html`)
}
