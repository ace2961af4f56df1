import { existsSync } from 'node:fs'
import type { Template } from '../page/template.ts'
import { analyze } from '../run-page/analysis.ts'
import { RUN_EXTENSIONS, type RunExtension } from '../run-page/extensions.ts'
import { RUN_FILES } from '../run-page/files.ts'
import { renderBuried } from '../run-page/render-run.ts'
import { documentFile, readDocument, readDocumentBytes } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { readStatements } from '../store/statements.ts'

/** One file of a run, as a build makes it too. */
export interface MadeFile {
  contentType: string
  body: string | Uint8Array
}

/**
 * A file of a run that was handed in since the site was built: `/runs/<id>`, `/runs/<id>.json` … It is made by the same
 * pure functions. null where it is no such path, and where the registry has no such run.
 */
export async function makeRunFile(registry: Registry, template: Template, path: string): Promise<MadeFile | null> {
  const [, id = '', extension = 'html'] = /^\/runs\/([a-z2-7]{26})(?:\.([a-z.]+))?$/.exec(path) ?? []
  if (id === '' || !isExtension(extension)) return null
  const statements = readStatements(registry, id)
  const tombstone = statements.find((statement) => statement.kind === 'tombstone')
  const { contentType, make } = RUN_FILES[extension]
  if (tombstone !== undefined) {
    return extension === 'html' ? { contentType, body: renderBuried(id, tombstone, template) } : null
  }
  if (!existsSync(documentFile(registry, id))) return null
  const bytes = new Uint8Array(readDocumentBytes(registry, id))
  const body = await make({ bytes, analysis: analyze(readDocument(registry, id)), statements }, template)
  return { contentType, body }
}

function isExtension(text: string): text is RunExtension {
  return RUN_EXTENSIONS.some((extension) => extension === text)
}
