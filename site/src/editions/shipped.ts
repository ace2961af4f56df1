import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Edition } from './edition.ts'
import { assertFrozen } from './freeze.ts'

/** The editions in a directory, newest first. Throws `edited-edition`. */
export function readEditions(directory: string): Edition[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  const editions = files.map((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as Edition)
  for (const edition of editions) assertFrozen(edition)
  return editions.sort((a, b) => (a.published < b.published ? 1 : -1))
}

/** The run documents in a directory, as bytes. */
export function readShippedDocuments(directory: string): Buffer[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return files.sort().map((name) => readFileSync(path.join(directory, name)))
}
