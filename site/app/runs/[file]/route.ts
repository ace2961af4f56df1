import { dueRunFiles, surroundings } from '../../../src/page/surroundings.ts'
import { analyze } from '../../../src/run-page/analysis.ts'
import type { RunExtension } from '../../../src/run-page/extensions.ts'
import { RUN_FILES, type StoredRun } from '../../../src/run-page/files.ts'
import { renderBuried } from '../../../src/run-page/render-run.ts'
import { readDocument, readDocumentBytes } from '../../../src/store/documents.ts'
import type { Registry } from '../../../src/store/registry.ts'
import { readStatements } from '../../../src/store/statements.ts'

// `/runs/<id>.html`, which static hosts serve as `/runs/<id>` too, and beside it everything else that a run has.

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams(): { file: string }[] {
  return dueRunFiles().map((file) => ({ file }))
}

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { registry, template } = surroundings()
  const { file } = await params
  const [, id = '', extension = ''] = /^([^.]*)\.(.*)$/.exec(file) ?? []
  const { contentType, make } = RUN_FILES[extension as RunExtension]
  const statements = readStatements(registry, id)
  const tombstone = statements.find((statement) => statement.kind === 'tombstone')
  const body =
    tombstone === undefined
      ? await make({ ...readRun(registry, id), statements }, template)
      : renderBuried(id, tombstone, template)
  return new Response(body, { headers: { 'content-type': contentType } })
}

/** The files of one run are asked for one after the other: what follows from its document is worked out once. */
let last: { id: string; run: Pick<StoredRun, 'bytes' | 'analysis'> } | null = null

function readRun(registry: Registry, id: string): Pick<StoredRun, 'bytes' | 'analysis'> {
  if (last?.id === id) return last.run
  const run = {
    bytes: new Uint8Array(readDocumentBytes(registry, id)),
    analysis: analyze(readDocument(registry, id)),
  }
  last = { id, run }
  return run
}
