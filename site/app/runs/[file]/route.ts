import { surroundings } from '../../../src/page/surroundings.ts'
import { renderRun } from '../../../src/run-page/render-run.ts'
import { listDocuments, readDocument, readDocumentBytes } from '../../../src/store/documents.ts'
import { readStatements } from '../../../src/store/statements.ts'

// `/runs/<id>.html`, which static hosts serve as `/runs/<id>` too, and beside it the stored bytes, `/runs/<id>.json`.

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams(): { file: string }[] {
  return listDocuments(surroundings().registry).flatMap((id) => [{ file: `${id}.html` }, { file: `${id}.json` }])
}

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { registry, template } = surroundings()
  const { file } = await params
  const [id = '', extension] = file.split('.')
  if (extension === 'json') {
    return new Response(new Uint8Array(readDocumentBytes(registry, id)), {
      headers: { 'content-type': 'application/json' },
    })
  }
  const page = await renderRun(readDocument(registry, id), readStatements(registry, id), template)
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
