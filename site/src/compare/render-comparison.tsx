import type { Citation, RunDocument } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { renderStatic } from '../page/render-static.ts'
import { REPLACED } from '../search/search-index.ts'
import { readDocument } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { isDeleted, readStatements, stateOf } from '../store/statements.ts'
import { RunComparison } from './comparison.tsx'

/** A stored run to compare. */
export interface StoredSide {
  id: string
  /** Whether the run is a transcription whose source has newer data. The index knows it; no statement says so. */
  isReplaced: boolean
}

/**
 * The maximum number of benchmarks of each run. The standard suite has about 90. A browser with scripts receives the
 * comparison, too, so it must take little time and few bytes.
 */
const MAX_BENCHMARKS = 500

/**
 * Renders the comparison of two stored runs as HTML, as the page's script does in a browser.
 * @throws RegistryError `unknown-run`, `deleted-run`, `too-large`, `damaged-document`, `damaged-statements`
 */
export function renderComparison(registry: Registry, sideA: StoredSide, sideB: StoredSide): string {
  const [a, b] = [readSide(registry, sideA), readSide(registry, sideB)]
  return renderStatic(<RunComparison a={a.document} b={b.document} states={{ a: a.state, b: b.state }} />)
}

/**
 * Returns the source of a transcribed run; null for another run.
 * @throws RegistryError `unknown-run`, `deleted-run`, `damaged-document`, `damaged-statements`
 */
export function readCitation(registry: Registry, id: string): Citation | null {
  if (isDeleted(readStatements(registry, id)))
    throw new RegistryError('deleted-run', `Run ${id} was deleted from this registry.`)
  const origin = readDocument(registry, id).origin
  return origin?.kind === 'transcribed' ? origin.citation : null
}

function readSide(registry: Registry, { id, isReplaced }: StoredSide): { document: RunDocument; state: string | null } {
  const statements = readStatements(registry, id)
  if (isDeleted(statements)) throw new RegistryError('deleted-run', `Run ${id} was deleted from this registry.`)
  const document = readDocument(registry, id)
  if (document.benchmarks.length > MAX_BENCHMARKS)
    throw new RegistryError('too-large', `Run ${id} is too large to compare here.`, EXIT.environment)
  return { document, state: stateOf(statements)?.kind ?? (isReplaced ? REPLACED : null) }
}
