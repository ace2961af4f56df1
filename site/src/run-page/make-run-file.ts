import type { Template } from '../page-parts/template.ts'
import type { Registry } from '../store/registry.ts'
import { type Candidate, readReplications } from '../store/replications.ts'
import { readStatements } from '../store/statements.ts'
import { proofOfDocument } from '../transparency/proof.ts'
import { RUN_EXTENSIONS, RUN_FILES, type RunExtension } from './files.ts'
import { renderDeleted } from './run-page.tsx'
import { readAnalyzed, type StoredRun } from './stored-run.ts'

/** The content of one file of a run, with the content type. */
export interface RunFileContent {
  contentType: string
  body: string | Uint8Array<ArrayBuffer>
}

/**
 * Makes a file of a stored run for builds and servers. The inputs are those of `RUN_FILES`. Returns null if the registry has no such run, or if a run has no such file.
 * @param name the file's path below `/runs`: `<id>.html`, `<id>.json` …
 * @param candidates the runs that say that they repeat this one
 * @throws RegistryError `damaged-document`, `damaged-statements`
 */
export async function makeRunFile(
  registry: Registry,
  template: Template,
  name: string,
  candidates: readonly Candidate[] = [],
): Promise<RunFileContent | null> {
  const [, id = '', extension = ''] = /^([a-z2-7]{26})\.([a-z.]+)$/.exec(name) ?? []
  if (id === '' || !isExtension(extension)) return null
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
    statements,
    get replications() {
      const { document, identity } = run.analysis
      return readReplications(registry, { document, hash: identity.hash }, candidates)
    },
    get logProof() {
      return proofOfDocument(registry, id, run.analysis.identity.hash)
    },
  }
  return { contentType, body: await make(run, template) }
}

function isExtension(text: string): text is RunExtension {
  return RUN_EXTENSIONS.some((extension) => extension === text)
}
