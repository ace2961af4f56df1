import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Writes openapi.json, the part of GitHub's own description of its API that the fake is validated against:
//
//   npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz package/LICENSE package/generated/api.github.com.json
//   node action/test/github/extract-openapi.ts package > action/test/github/openapi.json
//
// The package is 385 MB unpacked, so it is no dependency; the two files named above are 13 MB.

const OPERATIONS = [
  'users/get-authenticated',
  'repos/get',
  'pulls/list',
  'pulls/get',
  'repos/compare-commits-with-basehead',
  'issues/list-for-repo',
  'issues/create',
  'issues/update',
  'issues/list-labels-on-issue',
  'issues/add-labels',
  'issues/list-comments',
  'issues/create-comment',
  'issues/update-comment',
  'issues/delete-comment',
  'actions/list-workflow-runs',
  'actions/re-run-workflow',
  'checks/create',
  'git/get-ref',
  'git/create-ref',
  'git/update-ref',
  'git/create-blob',
  'git/create-tree',
  'git/get-commit',
  'git/create-commit',
  'repos/get-content',
  'repos/create-fork',
  'pulls/create',
]

/** The operations whose example responses are the basis of the fake GitHub, one for each kind of object. */
const EXAMPLES = [
  'users/get-authenticated',
  'repos/get',
  'pulls/list',
  'pulls/get',
  'issues/list-for-repo',
  'issues/update-comment',
  'repos/compare-commits-with-basehead',
  'actions/list-workflow-runs',
  'checks/create',
]

/** Keywords of the description that are for readers and do not affect validation. */
const READER_ONLY = /^(title|description|examples?|default|deprecated|discriminator|nullable|externalDocs|x-.*)$/

type Json = Record<string, unknown>
const NULL = { type: 'null' }
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
}
interface Content {
  content?: Record<string, { schema: Json; examples?: Record<string, Json> }>
  headers?: Json
}
interface Operation {
  operationId: string
  parameters?: Json[]
  requestBody?: Content
  responses: Record<string, Json>
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the unpacked folder of @octokit/openapi.')
const description = JSON.parse(readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8'))
const schemas: Record<string, Json> = {}
const examples: Record<string, unknown> = {}
const operations = Object.fromEntries(OPERATIONS.map((id) => [id, operationOf(id)]))
schemaOf({ $ref: '#/components/schemas/basic-error' })

const text = {
  source: `@octokit/openapi ${description.info.version}, generated/api.github.com.json, by extract-openapi.ts`,
  licence: readFileSync(join(folder, 'LICENSE'), 'utf8').trim(),
  operations,
  schemas: sorted(schemas),
  examples: sorted(examples),
}
process.stdout.write(`${JSON.stringify(text, null, 1)}\n`)

function operationOf(id: string) {
  for (const [path, methods] of Object.entries<Record<string, Operation>>(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== id) continue
      const parameters = (operation.parameters ?? []).map(resolved<Parameter>)
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(({ name, in: place, required = false, schema }) => ({
          name,
          in: place,
          required,
          schema: schemaOf(schema),
        })),
        body: operation.requestBody && bodySchema(operation.requestBody),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [
            status,
            responseOf(id, status, resolved<Content>(response)),
          ]),
        ),
      }
    }
  }
  throw new Error(`The description has no operation ${id}.`)
}

function responseOf(id: string, status: string, response: Content) {
  const example = Object.values(response.content?.['application/json']?.examples ?? {})[0]
  if (example && EXAMPLES.includes(id) && ['200', '201'].includes(status))
    examples[id] = resolved<{ value: unknown }>(example).value
  return { headers: Object.keys(response.headers ?? {}), body: bodySchema(response) }
}

function bodySchema({ content }: Content): Json | undefined {
  const schema = content?.['application/json']?.schema
  return schema && schemaOf(schema)
}

function resolved<T>(value: Json): T {
  if (typeof value.$ref !== 'string') return value as T
  const keys = value.$ref.slice('#/'.length).split('/')
  return keys.reduce((found: Json, key) => found[key] as Json, description) as T
}

/** Converts OpenAPI 3.0's dialect of JSON Schema to the equivalent JSON Schema 2020-12, without keywords for readers. */
function schemaOf(schema: Json): Json {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) as string
    if (!(name in schemas)) {
      schemas[name] = {} // The schema may refer to itself.
      schemas[name] = schemaOf(resolved(schema))
    }
    return { $ref: `github#/$defs/${name}` }
  }
  const out: Json = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (READER_ONLY.test(keyword)) continue
    if (keyword === 'properties') out[keyword] = eachValue(value as Record<string, Json>, schemaOf)
    else if (['items', 'additionalProperties'].includes(keyword) && typeof value === 'object')
      out[keyword] = schemaOf(value as Json)
    else if (['oneOf', 'anyOf', 'allOf'].includes(keyword)) out[keyword] = (value as Json[]).map(schemaOf)
    else out[keyword] = value
  }
  if (schema.nullable) {
    if (schema.type) out.type = [schema.type, 'null']
    else for (const keyword of ['oneOf', 'anyOf']) if (out[keyword]) out[keyword] = [...(out[keyword] as Json[]), NULL]
    if (schema.enum) out.enum = [...new Set([...(schema.enum as unknown[]), null])]
  }
  return out
}

function eachValue<T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
}

function sorted<T>(values: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}
