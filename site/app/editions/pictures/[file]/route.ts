import { drawEditionPreview } from '../../../../src/editions/edition-preview.ts'
import { loadEditions } from '../../../../src/editions/load-editions.ts'
import { readEditions } from '../../../../src/editions/read-editions.ts'
import { buildContext } from '../../../../src/page/build-context.ts'

// `/editions/pictures/<name>.png`: the preview image of a shared link to an edition.

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams(): { file: string }[] {
  return readEditions(...buildContext().editions).map(({ name }) => ({ file: `${name}.png` }))
}

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { registry, editions } = buildContext()
  const { file } = await params
  const found = loadEditions(registry, editions).find(({ edition }) => `${edition.name}.png` === file)
  if (found === undefined) return new Response(null, { status: 404 })
  return new Response(await drawEditionPreview(found), { headers: { 'content-type': 'image/png' } })
}
