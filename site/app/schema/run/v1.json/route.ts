import schema from '@plimsoll/schema/run.v1.schema.json'

// The schema of a run document, at an address that documents and tools can name for ever.

export const dynamic = 'force-static'

export function GET(): Response {
  return new Response(`${JSON.stringify(schema, null, 2)}\n`, {
    headers: { 'content-type': 'application/schema+json' },
  })
}
