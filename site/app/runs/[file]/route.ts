import { dueFiles, surroundings } from '../../../src/page/surroundings.ts'
import { makeRunFile } from '../../../src/run-page/run-file.ts'

// `/runs/<id>.html`, which static hosts serve as `/runs/<id>` too, and beside it everything else that a run has.

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams(): { file: string }[] {
  return dueFiles('runs').map((file) => ({ file }))
}

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { registry, template } = surroundings()
  const { file } = await params
  const made = await makeRunFile(registry, template, file)
  if (made === null) throw new Error(`The registry has nothing for /runs/${file}: it was changed while it was built.`)
  return new Response(made.body, { headers: { 'content-type': made.contentType } })
}
