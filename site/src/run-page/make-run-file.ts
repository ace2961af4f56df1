import { existsSync } from 'node:fs'
import type { Identity, RunDocument } from '@plimsoll/schema'
import type { Template } from '../page/template.ts'
import { documentFile, readStored } from '../store/documents.ts'
import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { readReplications } from '../store/replications.ts'
import { readStatements } from '../store/statements.ts'
import { proofOfDocument } from '../transparency/proof.ts'
import { type Analysis, analyze } from './analysis.ts'
import { RUN_EXTENSIONS, RUN_FILES, type RunExtension } from './files.ts'
import { renderDeleted } from './run-page.tsx'
import type { StoredRun } from './stored-run.ts'

/** The content of one file of a run, with the content type. */
export interface RunFileContent {
  contentType: string
  body: string | Uint8Array<ArrayBuffer>
}

/**
 * Makes a file of a stored run for builds and servers. The inputs are those of `RUN_FILES`. Returns null if the registry has no such run, or if a run has no such file.
 * @param name the file's path below `/runs`: `<id>.html`, `<id>.json` …
 * @throws RegistryError `damaged-document`, `damaged-statements`
 */
export async function makeRunFile(
  registry: Registry,
  template: Template,
  name: string,
): Promise<RunFileContent | null> {
  const [, id = '', extension = ''] = /^([a-z2-7]{26})\.([a-z.]+)$/.exec(name) ?? []
  if (id === '' || !isExtension(extension)) return null
  const { contentType, make } = RUN_FILES[extension]
  const statements = readStatements(registry, id)
  const deletion = statements.find((statement) => statement.kind === 'deleted')
  if (deletion !== undefined) {
    return extension === 'html' ? { contentType, body: renderDeleted(id, deletion, template) } : null
  }
  const cached = readRun(registry, id)
  if (cached === null) return null
  // Analyze the document on demand: this takes seconds for a large run, and the JSON file does not need it.
  const run: StoredRun = {
    document: cached.document,
    get analysis() {
      cached.analysis ??= analyze(cached.document, cached.identity)
      return cached.analysis
    },
    statements,
    get replications() {
      return readReplications(registry, statements)
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

interface CachedRun {
  document: RunDocument
  identity: Identity
  /** The analysis of the run; null until a file needs it. */
  analysis: Analysis | null
}

/** The last run that was read. It is cached because the files of one run are usually made one after the other. */
let last: { key: string; run: CachedRun } | null = null

/** Returns a stored run, or null if the registry has no such run. */
function readRun(registry: Registry, id: string): CachedRun | null {
  const file = documentFile(registry, id)
  if (!existsSync(file)) return null
  const { size, modified } = statusOf(file)
  const key = `${file} ${size} ${modified}`
  if (last?.key === key) return last.run
  const { document, hash } = readStored(registry, id)
  const run = { document, identity: { hash, id }, analysis: null }
  last = { key, run }
  return run
}
