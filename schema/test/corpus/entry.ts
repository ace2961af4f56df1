import { runDocument } from '../document.ts'

/**
 * One document of the corpus. `stage` is the first check that rejects it: `parse` the strict parser, `schema` the JSON
 * Schema, `semantic` the rules that JSON Schema cannot express (another validator accepts those documents). `code` and
 * `pointer` describe its only error.
 */
export type Entry = { name: string } & Content & (Good | Bad)

/** Text, or base64 for bytes that are not valid text. */
type Content = { text: string } | { base64: string }
type Good = { valid: true }
type Bad = { valid: false; stage: 'parse' | 'schema' | 'semantic'; code: string; pointer: string }

/** An untyped document, because the types forbid the errors that the corpus needs. */
// biome-ignore lint/suspicious/noExplicitAny: the changes break the types on purpose
export type Loose = any

/** Applies a change to the base document, or another one, and returns it as text. */
export function changed(change: (document: Loose) => void, document: object = runDocument()): string {
  change(document)
  return JSON.stringify(document)
}
