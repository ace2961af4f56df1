import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { identify, parseStrict, type RunDocument, revealInvisible } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { readSettings, settingsFile } from '../settings.ts'
import type { Registry } from '../store/registry.ts'
import type { Edition } from './edition.ts'
import { assertFrozen } from './edition-digest.ts'
import { type FrozenEdition, toNewestFormat } from './edition-formats.ts'

/**
 * Returns the paths of the editions of a site: the files of the shipped ones that it shows, and the directory of the
 * registry's own.
 * @param shipped the directory of those that ship with Plimsoll
 * @throws RegistryError `bad-settings`
 */
export function editionPaths(shipped: string, registry: Registry): string[] {
  const names = readdirSync(shipped).filter((name) => name.endsWith('.json'))
  const { shippedEditions } = readSettings(registry)
  const unknown = shippedEditions?.find((name) => !names.includes(`${name}.json`))
  if (unknown !== undefined)
    throw new RegistryError(
      'bad-settings',
      `${settingsFile(registry)} names the edition "${unknown}", which does not ship with Plimsoll. It may name: ${names.map((name) => path.basename(name, '.json')).join(', ')}.`,
    )
  const shown = names.filter((name) => shippedEditions?.includes(path.basename(name, '.json')) ?? true)
  return [...shown.sort().map((name) => path.join(shipped, name)), registry.editions]
}

/** Returns the names of the editions that ship with Plimsoll, among the paths of editions. */
export function shippedNames(paths: readonly string[]): string[] {
  return paths.filter((file) => file.endsWith('.json')).map((file) => path.basename(file, '.json'))
}

/**
 * Returns editions, newest first. Rejects symbolic links in directories, because the files that are published with an
 * edition must lie in its directory.
 * @param paths files of editions, and directories with such files
 * @throws RegistryError `edited-edition`, `bad-edition`, `edition-exists`
 */
export function readEditions(...paths: string[]): Edition[] {
  const editions = paths.flatMap(editionFiles).map(readEdition)
  const names = new Set<string>()
  for (const name of editions.flatMap(({ name, aliases }) => [name, ...aliases])) {
    if (names.has(name))
      throw new RegistryError(
        'edition-exists',
        `Two editions have the name "${name}". Remove one of them from the registry.`,
      )
    names.add(name)
  }
  return editions.sort((a, b) => (a.published < b.published ? 1 : a.published > b.published ? -1 : 0))
}

/** Returns the files of the editions at a path, sorted. @throws RegistryError `bad-edition` */
export function editionFiles(directory: string): string[] {
  if (directory.endsWith('.json')) return [directory]
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  const found = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (found === undefined) {
    const names = readdirSync(directory).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    return names.sort().map((name) => path.join(directory, name))
  }
  const file = path.join(found.parentPath, found.name)
  throw new RegistryError(
    'bad-edition',
    `${file} is a link or a special file. Replace it by a regular file, or remove it from the registry.`,
  )
}

function readEdition(file: string): Edition {
  const edition = parse(file)
  assertFrozen(edition)
  const fault = editionFault(edition, Date.now())
  if (fault !== null) throw new RegistryError('bad-edition', `${file} has ${fault}. Remove the file from the registry.`)
  if (edition.name === path.basename(file, '.json')) return toNewestFormat(edition)
  throw new RegistryError(
    'bad-edition',
    `${file} contains the edition "${edition.name}". Rename the file to ${edition.name}.json.`,
  )
}

function parse(file: string): FrozenEdition {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as FrozenEdition
    if (value !== null && (value.format === 1 || value.format === 2)) return value
  } catch {
    // A file that cannot be parsed is not an edition.
  }
  throw new RegistryError(
    'bad-edition',
    `${file} is not a valid edition. Restore the file, or remove it from the registry.`,
  )
}

/** Returns the run documents of a directory, as bytes. */
export function readShippedDocuments(directory: string): Buffer[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return files.sort().map((name) => readFileSync(path.join(directory, name)))
}

/** Returns the ids of the valid run documents in a directory, by document name. */
export function documentIds(directory: string): Record<string, string> {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    names.sort().map((name) => {
      const document = parseStrict(readFileSync(path.join(directory, name))) as unknown as RunDocument
      return [path.basename(name, '.json'), identify(document).id]
    }),
  )
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The names of editions are parts of addresses. */
const NAME = /^[a-z0-9][a-z0-9.-]{0,63}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const URL = /^https:\/\/[^\s"<>]{1,490}$/

/** The most characters of an author's name and of a summary, as of a line of a run document. */
const MAX_TEXT = 500

/**
 * Returns what is wrong with an edition that anyone may have proposed, as the end of a sentence; null if nothing is.
 * Clocks and time zones may differ, so it may be published tomorrow.
 * @param now the current time, in ms since 1970
 */
export function editionFault(edition: FrozenEdition, now: number): string | null {
  const { name, aliases, published, citation } = edition
  const { authors = [], url = null, summary = '' } = edition as Edition
  const isAddress = (text: string | null) => text === null || URL.test(text)
  if (![name, ...aliases].every((text) => NAME.test(text)))
    return 'a name that has other characters than a–z, 0–9, . and -'
  if (!DATE.test(published) || Number.isNaN(Date.parse(published)))
    return 'a date "published" that is no date, as 2026-01-31'
  if (Date.parse(published) > now + DAY_MS) return 'a date "published" that is in the future'
  if (citation !== null && !isAddress(citation.url)) return 'an address in "citation" that does not begin with https://'
  if (!isAddress(url)) return 'an address "url" that does not begin with https://'
  if ([...authors, summary].some((text) => text.length > MAX_TEXT))
    return `an author or a summary of more than ${MAX_TEXT} characters`
  return hasInvisible(edition) ? 'a text with a line end or an invisible character' : null
}

/** Whether a text in a value has a character that a line of a run document may not have. */
function hasInvisible(value: unknown): boolean {
  if (typeof value === 'string') return /[\n\t]/.test(value) || revealInvisible(value) !== value
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInvisible)
}
