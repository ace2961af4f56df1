import { InvalidDocument } from './document-errors.ts'
import { type Identity, identify } from './document-id.ts'
import { parseStrict } from './parse.ts'
import type { RunDocument } from './run.v1.generated.ts'
import { validateRun } from './validate.ts'

/**
 * Reads one run document from text or bytes: strict parse, validation, identity.
 * @throws {InvalidDocument} with every error found, each with a JSON pointer
 */
export function readRun(text: string | Uint8Array): Identity & { document: RunDocument } {
  const value = parseStrict(text)
  const errors = validateRun(value)
  if (errors.length > 0) throw new InvalidDocument(errors)
  const document = value as unknown as RunDocument
  return { document, ...identify(document) }
}
