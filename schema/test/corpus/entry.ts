import { runDocument } from '../document.ts'

/**
 * One document of the corpus. `stage` is the first check that refuses it: `parse` the strict parser, `schema` the JSON
 * Schema, `semantic` the rules a JSON Schema cannot say (another validator accepts those). `code` and `pointer` are
 * those of its only error.
 */
export type Entry = { name: string } & Content & (Good | Bad)

/** Text, or base64 of bytes that are no text. */
type Content = { text: string } | { base64: string }
type Good = { valid: true }
type Bad = { valid: false; stage: 'parse' | 'schema' | 'semantic'; code: string; pointer: string }

/** A document as anything: what is wrong with it is what the types forbid. */
// biome-ignore lint/suspicious/noExplicitAny: the changes break the types on purpose
export type Loose = any

/** The text of the base document, or of another, after a change. */
export function changed(change: (document: Loose) => void, document: object = runDocument()): string {
  change(document)
  return JSON.stringify(document)
}
