import type { DocumentError } from './document-errors.ts'
import type { RunDocument } from './run.v1.generated.ts'
import { runErrors } from './run-rules.ts'
import { MAX_ERRORS, schemaErrors } from './schema-errors.ts'

/** The version of the run document that this code reads and writes. */
export const SCHEMA_VERSION = 1

/**
 * Validates a parsed document. Returns all errors, at most 50. The list is empty for a valid run document. The rules
 * that JSON Schema cannot express are checked only if the document conforms to the schema. A document of another
 * version gets a single error about the version.
 */
export function validateRun(value: unknown): DocumentError[] {
  const malformed = versionErrors(value) ?? schemaErrors(value)
  if (malformed.length > 0) return malformed
  return runErrors(value as RunDocument)
    .take(MAX_ERRORS)
    .toArray()
}

function versionErrors(value: unknown): DocumentError[] | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'schemaVersion')) return undefined
  const version = (value as { schemaVersion: unknown }).schemaVersion
  if (version === SCHEMA_VERSION) return undefined
  const shown = JSON.stringify(version).slice(0, 40)
  const message = `unknown schema version ${shown}; this program reads version ${SCHEMA_VERSION}`
  return [{ code: 'unknown-version', pointer: '/schemaVersion', message }]
}
