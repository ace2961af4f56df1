import { existsSync } from 'node:fs'
import path from 'node:path'
import { identify, idOfHash, readRun as readRunFile } from '@plimsoll/schema'
import { print, printNote, readDocumentFile } from '@plimsoll/schema/node'
import type { Edition } from '../editions/edition.ts'
import { newEdition, type SubmittedRun } from '../editions/new-edition.ts'
import { editionFault, readEditions, readShippedDocuments } from '../editions/read-editions.ts'
import { EXIT, RegistryError } from '../errors.ts'
import { provenanceLevelOf } from '../provenance/levels.ts'
import { readSignature } from '../provenance/signature.ts'
import { listDocuments, readDocument } from '../store/documents.ts'
import { writeNewFile } from '../store/durable-files.ts'
import { importShipped } from '../store/import.ts'
import { openExisting } from '../store/open-registry.ts'
import type { Registry } from '../store/registry.ts'
import { findRunState, isDeleted, listRunsWithStatements, readStatements } from '../store/statements.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/
/** The number of characters of a run's id that pages show. */
const SHORTEST_ID = 10

interface Options {
  runs: string[]
  previous?: string
  title?: string
  author?: string[]
  url?: string
  summary?: string
  registry?: string
}

/** `plimsoll-registry edition new`. Prints the edition's address. */
export function runEditionNew(name: string, options: Options): number {
  const registry = openExisting(options.registry)
  const editions = readEditions(path.join(SITE, 'shipped-editions'), registry.editions)
  assertNameFree(name, editions)
  const previous = options.previous === undefined ? null : findEdition(options.previous, editions)
  const named = options.runs.map((given) => (given.endsWith('.json') ? idOfFile(given) : given))
  const ids = listWithShipped(registry, [...named, ...runsOf(previous)])
  const runs = [...new Set(named.map((given) => findRun(given, ids, registry)))].map((id) => readRun(registry, id))
  const readByHash = (hash: string) => readDocument(registry, idOfHash(hash))
  const { title, author: authors = [], url, summary } = options
  const edition = newEdition({ ...{ name, title, authors, url, summary }, runs, previous, readRun: readByHash })
  const fault = editionFault(edition, Date.now())
  if (fault !== null)
    throw new RegistryError(
      'bad-edition',
      `The edition would have ${fault}. Change the name, --title, --author, --url or --summary.`,
    )
  const bytes = Buffer.from(`${JSON.stringify(edition, null, 2)}\n`)
  if (!writeNewFile(path.join(registry.editions, `${name}.json`), bytes)) throw editionExists(name)
  print(`${name} /editions/${name}`)
  printNote(
    '`plimsoll serve` shows it within a minute, a server with --ingest within two; static pages show it after the next build.',
  )
  return EXIT.done
}

/**
 * Returns the ids of the runs of a registry. If it lacks one of the named runs, first imports the runs that ship with the
 * project: they enter a registry with its first build, and parsing them takes a second.
 */
function listWithShipped(registry: Registry, named: readonly string[]): string[] {
  const ids = listDocuments(registry)
  if (named.every((given) => among(ids, given).length > 0)) return ids
  importShipped(registry, readShippedDocuments(path.join(SITE, 'documents')))
  return listDocuments(registry)
}

/** Returns the ids of the runs whose rows are compared with those of the next edition. */
function runsOf(edition: Edition | null): string[] {
  const rows = edition?.parts.flatMap(({ rows }) => rows) ?? []
  return [...new Set(rows.flatMap(({ benchmark }) => benchmark?.run ?? []))].map(idOfHash)
}

function assertNameFree(name: string, editions: Edition[]): void {
  if (!NAME.test(name)) {
    const sentence = `Invalid edition name "${name}". Use up to 64 lowercase letters, digits and hyphens, for example mac-2026.`
    throw new RegistryError('bad-name', sentence)
  }
  if (editions.some((edition) => edition.name === name || edition.aliases.includes(name))) throw editionExists(name)
}

function editionExists(name: string): RegistryError {
  return new RegistryError(
    'edition-exists',
    `Edition "${name}" already exists and cannot be replaced. Choose another name.`,
  )
}

function findEdition(name: string, editions: Edition[]): Edition {
  const found = editions.find((edition) => edition.name === name || edition.aliases.includes(name))
  if (found !== undefined) return found
  const names = editions.map((edition) => edition.name).join(', ')
  throw new RegistryError('unknown-edition', `Edition "${name}" not found. Available: ${names}.`)
}

/** Finds a run by its id, or by a prefix of the id. */
function findRun(given: string, ids: string[], registry: Registry): string {
  const found = among(ids, given)
  if (found.length === 1) return found[0] as string
  for (const id of among(listRunsWithStatements(registry), given)) assertNotDeleted(registry, id)
  const sentence =
    found.length > 1
      ? `"${given}" matches ${found.length} runs. Give the full id.`
      : `Run "${given}" not found in this registry. Import it first, or copy the id from its page.`
  throw new RegistryError('unknown-run', sentence)
}

/** Returns the ids that a prefix matches: none if it has fewer characters than pages show. */
function among(ids: string[], given: string): string[] {
  return given.length < SHORTEST_ID ? [] : ids.filter((id) => id.startsWith(given))
}

/** The id of the run in a file. @throws RegistryError `no-such-file`, `unreadable-file` */
function idOfFile(file: string): string {
  if (!existsSync(file))
    throw new RegistryError('no-such-file', `'${file}' not found. Give a run document or a run id.`)
  try {
    return readRunFile(readDocumentFile(file)).id
  } catch {
    throw new RegistryError('unreadable-file', `'${file}' is not a run document. Check it with \`plimsoll validate\`.`)
  }
}

/**
 * Reads a run for an edition. An edition is permanent, so a withdrawn run is rejected, and a superseded run causes a
 * warning.
 */
function readRun(registry: Registry, id: string): SubmittedRun {
  assertNotDeleted(registry, id)
  const document = readDocument(registry, id)
  const statements = readStatements(registry, id)
  const state = findRunState(statements)
  if (state?.kind === 'withdrawn') {
    throw new RegistryError('withdrawn-run', `Run ${id} was withdrawn (${state.reason}). Choose another run.`)
  }
  if (state?.kind === 'superseded') {
    printNote(
      `Run ${id} is superseded by ${state.by}. The page of the edition will show this. Use the newer run if possible.`,
    )
  }
  return {
    ...identify(document),
    document,
    provenanceLevel: provenanceLevelOf(document, readSignature(registry, id, document)),
  }
}

function assertNotDeleted(registry: Registry, id: string): void {
  if (!isDeleted(readStatements(registry, id))) return
  throw new RegistryError('deleted-run', `Run ${id} was permanently deleted from this registry. Choose another run.`)
}
