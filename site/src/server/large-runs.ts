import { EXIT, RegistryError } from '../errors.ts'
import { Refusal } from '../ingest/refusal.ts'
import { isLarge } from '../store/document-weight.ts'
import { weightOfStored } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'

/** Whether the document of a run is large, by its weight. @param name its id, or the path of one of its files below `/runs` */
export function isLargeRun(registry: Registry, name: string): boolean {
  return isLarge(weightOfStored(registry, name.slice(0, 26)) ?? 0)
}

/** Throws the error of a file of a large run. If there was not enough memory, it is a sentence for the reader. */
export function cannotShow(error: unknown): never {
  if (!isOutOfMemory(error)) throw error
  throw new RegistryError('too-large', 'This run is too large to render. Its document is in the API.', EXIT.environment)
}

/** Throws the error of a large document that was submitted. If there was not enough memory, it is a refusal. */
export function cannotAccept(error: unknown): never {
  if (!isOutOfMemory(error)) throw error
  const sentence = 'The document has more data than this registry can check. Submit fewer samples in one document.'
  throw new Refusal(413, 'too-large', sentence)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'out-of-memory'
}
