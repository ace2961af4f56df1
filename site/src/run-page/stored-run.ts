import { existsSync } from 'node:fs'
import type { RunDocument } from '@plimsoll/schema'
import type { Signature } from '../provenance/signature.ts'
import { documentFile, readStored } from '../store/documents.ts'
import { fileStatus } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import type { Replication } from '../store/replications.ts'
import type { Statement } from '../store/statements.ts'
import { type Analysis, analyze } from './analysis.ts'

/** A stored run, with the analysis of its document. */
export interface StoredRun extends AnalyzedDocument {
  statements: Statement[]
  /** What its bundle proves; null without a valid one. */
  signature: Signature | null
  /** The runs that repeat this one. */
  replications: Replication[]
}

export interface AnalyzedDocument {
  document: RunDocument
  /** The canonical JSON of the document. */
  canonical: string
  /** Computed when it is read for the first time. */
  analysis: Analysis
}

/** The last document that was read. It is cached because the files of one run are usually made one after the other. */
let last: { key: string; run: AnalyzedDocument } | null = null

/**
 * Reads the document of a stored run. Returns null if the registry has no such run.
 * @throws RegistryError `damaged-document`
 */
export function readAnalyzed(registry: Registry, id: string): AnalyzedDocument | null {
  const file = documentFile(registry, id)
  if (!existsSync(file)) return null
  const { size, modified } = fileStatus(file)
  const key = `${file} ${size} ${modified}`
  if (last?.key === key) return last.run
  const { document, canonical, hash } = readStored(registry, id)
  let analysis: Analysis | null = null
  const run = {
    document,
    canonical,
    get analysis() {
      analysis ??= analyze(document, { hash, id })
      return analysis
    },
  }
  last = { key, run }
  return run
}
