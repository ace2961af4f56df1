import schema from '@plimsoll/schema/run.v1.schema.json'

// Serves the JSON Schema of a run document. Documents and tools refer to it, so the address must never change.

export const dynamic = 'force-static'

export function GET(): Response {
  return new Response(`${JSON.stringify(schema, null, 2)}\n`, {
    headers: { 'content-type': 'application/schema+json' },
  })
}
