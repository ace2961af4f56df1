import { statSync } from 'node:fs'
import { InvalidDocument } from '@plimsoll/schema'
import { readDocumentFile } from '@plimsoll/schema/node'
import { RegistryError } from '../errors.ts'
import { type Trust, trustOf } from '../provenance/trust.ts'
import { InvalidBundle, readBundle } from '../provenance/verify-bundle.ts'
import { BUNDLE_SUFFIX } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { type ValidDocument, validateDocument } from '../store/validate-document.ts'
import { onWorker } from '../worker.ts'
import { listErrors } from './report-faults.ts'

/** The name that stands for standard input. */
export const STDIN = '-'

/** A file to import. */
export interface FileToImport {
  path: string
  /** Whether the user named this file, and not its directory. */
  isGiven: boolean
}

/** A file, with its position among all files. */
export type FileEntry = [position: number, file: FileToImport]

/** A file with a valid document, or the reason why it was rejected. */
export type ValidatedFile = { document: ValidDocument } | { reason: string }

/** Files to import into a registry. */
export interface ImportBatch {
  registry: Registry
  batch: FileEntry[]
}

/**
 * Reads and checks one batch of files, in their order.
 * @public a worker calls it
 */
export function validateBatch({ registry, batch }: ImportBatch): { batch: FileEntry[]; checked: ValidatedFile[] } {
  const trust = trustOf(registry)
  return { batch, checked: batch.map(([, file]) => validateFile(file, trust)) }
}

function validateFile(file: FileToImport, trust: Trust): ValidatedFile {
  const bundle = bundleBeside(file)
  try {
    const bytes = bundle === null ? null : readBundle(bundle)
    return { document: validateDocument(readFile(file), bytes && { bytes, trust }) }
  } catch (error) {
    if (error instanceof InvalidBundle) return { reason: `${bundle}: ${error.message}.` }
    if (error instanceof InvalidDocument || error instanceof RegistryError)
      return { reason: describeRejection(file, error) }
    throw error
  }
}

/** Returns the path of the Sigstore bundle beside a document, whether or not it exists; null if there can be none. */
function bundleBeside({ path }: FileToImport): string | null {
  return path.endsWith('.json') ? `${path.slice(0, -'.json'.length)}${BUNDLE_SUFFIX}` : null
}

export const VALIDATE_BATCH = onWorker<typeof validateBatch>(import.meta.url, 'validateBatch')

/** Says why a file was rejected. */
export function describeRejection({ path }: FileToImport, error: InvalidDocument | RegistryError): string {
  const name = path === STDIN ? 'Standard input' : path
  return error instanceof InvalidDocument
    ? `${name} is not a valid run document:\n${listErrors(error.errors)}`
    : `${name}: ${error.message}`
}

/** Reads a file to import. An unreadable file is rejected like an invalid document. */
function readFile({ path, isGiven }: FileToImport): Buffer {
  try {
    // Reading a named pipe of a directory would wait for a writer, perhaps for ever.
    if (isGiven || statSync(path).isFile()) return readDocumentFile(path === STDIN ? 0 : path)
  } catch (error) {
    throw new RegistryError(
      'unreadable-file',
      `the file cannot be read (${(error as Error).message}). Give a readable run document.`,
    )
  }
  throw new RegistryError('unreadable-file', 'it is not a regular file. Give a readable run document.')
}
