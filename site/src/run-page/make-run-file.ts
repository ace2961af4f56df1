import { readFileSync } from 'node:fs'
import type { Template } from '../page-parts/template.ts'
import { readSignature, type Signature } from '../provenance/signature.ts'
import { withoutFalseBundle } from '../provenance/state-change.ts'
import { trustOf } from '../provenance/trust.ts'
import { bundleFile } from '../store/documents.ts'
import { isRegularFile } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { type Candidate, readReplications } from '../store/replications.ts'
import { readStatements } from '../store/statements.ts'
import { BUNDLE_EXTENSION, RUN_EXTENSIONS, RUN_FILES, type RunExtension } from './files.ts'
import { renderDeleted } from './run-page.tsx'
import { readAnalyzed, type StoredRun } from './stored-run.ts'

/** The content of one file of a run, with the content type. */
export interface RunFileContent {
  contentType: string
  body: string | Uint8Array<ArrayBuffer>
}

/** What the index knows about a run. */
export interface IndexedFacts {
  /** The runs that say that they repeat it. */
  candidates: readonly Candidate[]
  /** What its bundle proves; null without a valid one. If it is missing, the bundle is verified. */
  signature?: Signature | null
}

/**
 * Makes a file of a stored run for builds and servers. The inputs are those of `RUN_FILES`. Returns null if the registry has no such run, or if a run has no such file.
 * @param name the file's path below `/runs`: `<id>.html`, `<id>.json` …
 * @param indexed what the index knows about the run
 * @throws RegistryError `damaged-document`, `damaged-statements`
 */
export async function makeRunFile(
  registry: Registry,
  template: Template,
  name: string,
  { candidates, signature: known }: IndexedFacts = { candidates: [] },
): Promise<RunFileContent | null> {
  const [, id = '', extension = ''] = /^([a-z2-7]{26})\.([a-z.]+)$/.exec(name) ?? []
  if (id === '') return null
  if (extension === BUNDLE_EXTENSION) return readBundle(registry, id)
  if (!isExtension(extension)) return null
  const { contentType, make } = RUN_FILES[extension]
  const statements = readStatements(registry, id)
  const deletion = statements.find((statement) => statement.kind === 'deleted')
  if (deletion !== undefined) {
    return extension === 'html' ? { contentType, body: renderDeleted(id, deletion, template) } : null
  }
  const read = readAnalyzed(registry, id)
  if (read === null) return null
  const run: StoredRun = {
    document: read.document,
    canonical: read.canonical,
    // Only on demand: this takes seconds for a large run, and the JSON file does not need it.
    get analysis() {
      return read.analysis
    },
    get statements() {
      if (!statements.some((statement) => 'bundle' in statement)) return statements
      const about = { hash: run.analysis.identity.hash, signature: run.signature, trust: trustOf(registry) }
      return statements.map((statement) => withoutFalseBundle(statement, about))
    },
    get signature() {
      return known === undefined ? readSignature(registry, id, read.document) : known
    },
    get replications() {
      const { document, identity } = run.analysis
      return readReplications(registry, { document, hash: identity.hash }, candidates)
    },
  }
  return { contentType, body: await make(run, template) }
}

function readBundle(registry: Registry, id: string): RunFileContent | null {
  const file = bundleFile(registry, id)
  if (!isRegularFile(file)) return null
  return { contentType: 'application/json; charset=utf-8', body: readFileSync(file) }
}

function isExtension(text: string): text is RunExtension {
  return RUN_EXTENSIONS.some((extension) => extension === text)
}
