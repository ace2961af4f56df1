import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseStrict, revealInvisible } from '@plimsoll/schema'
import { RegistryError } from './errors.ts'
import type { Registry } from './store/registry.ts'

/** What an operator may choose about a site, in `settings.json` of the registry. */
export interface Settings {
  /** The name of the site, in its header, in the titles of pages and in the feed. */
  name: string
  /** The names of the shipped editions that the site shows, with their runs; null for all. */
  shippedEditions: string[] | null
}

/** The most characters of a site's name: more do not fit beside the menu. */
const MAX_NAME = 40

/** Returns the path of the settings. */
export function settingsFile({ directory }: Pick<Registry, 'directory'>): string {
  return path.join(directory, 'settings.json')
}

/**
 * Reads the settings of a registry. Without a file, the site is called Plimsoll and shows all shipped editions.
 * @throws RegistryError `bad-settings`
 */
export function readSettings(registry: Pick<Registry, 'directory'>): Settings {
  const file = settingsFile(registry)
  let given: unknown
  try {
    given = parseStrict(readFileSync(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { name: 'Plimsoll', shippedEditions: null }
    throw unusable(file, (error as Error).message)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw unusable(file, 'it is no object')
  const { name = 'Plimsoll', shippedEditions = null, ...others } = given as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) throw unusable(file, `"${other}" is no setting: there are "name" and "shippedEditions"`)
  if (typeof name !== 'string' || !isName(name))
    throw unusable(file, `"name" must be a text of 1 to ${MAX_NAME} characters`)
  if (shippedEditions !== null && !isListOfTexts(shippedEditions))
    throw unusable(file, '"shippedEditions" must be a list of names, which may be empty')
  return { name, shippedEditions }
}

function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_NAME && !/[\n\t]/.test(text) && revealInvisible(text) === text
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function unusable(file: string, fault: string): RegistryError {
  return new RegistryError('bad-settings', `${file} cannot be used: ${fault}. Change the file, or delete it.`)
}
