import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Record<string, unknown>

/** An operation of GitHub's API, as GitHub's own description defines it; see extract-openapi.ts. */
export interface Operation {
  id: string
  method: string
  path: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  body?: Schema
  responses: Record<string, { headers: string[]; body?: Schema }>
}

/** The parameters of a request: those in its path, those in its query, and those in its body if it has one. */
export interface RequestParameters {
  inPath: Record<string, string>
  inQuery: Record<string, string>
  body: unknown
}

const description = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as {
  operations: Record<string, Omit<Operation, 'id'>>
  schemas: Record<string, Schema>
  examples: Record<string, unknown>
}
// A schema is compiled once if it is always the same object.
const operations: Operation[] = Object.entries(description.operations).map(([id, operation]) => ({
  ...{ id, ...operation },
  // A body that can have several forms has their properties.
  ...(operation.body?.properties !== undefined && { body: { ...operation.body, additionalProperties: false } }),
}))
const ajv = new Ajv2020({
  allErrors: true,
  strictTypes: false, // OpenAPI's `nullable` is converted to `["string", "null"]`.
  strictRequired: false,
  formats: {
    'date-time': (text: string) =>
      /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    uri: (text: string) => URL.canParse(text),
    email: /^[^@\s]+@[^@\s]+$/,
    int64: true,
    'repo.nwo': /^[^/]+\/[^/]+$/,
  },
}).addSchema({ $id: 'github', $defs: description.schemas })

/** A copy of the example response for an operation, from GitHub's description. */
export function copyExample<T>(operationId: string): T {
  return structuredClone(description.examples[operationId]) as T
}

/** The operation that has a given method and path, and the values of the path's parameters. */
export function operationFor(
  method: string,
  path: string,
): { operation: Operation; inPath: Record<string, string> } | undefined {
  const segments = path.split('/')
  for (const operation of operations) {
    const pattern = operation.path.split('/')
    if (operation.method !== method || pattern.length !== segments.length) continue
    const inPath: Record<string, string> = {}
    const fits = pattern.every((part, index) => {
      const segment = segments[index] as string
      if (!part.startsWith('{')) return part === segment
      inPath[part.slice(1, -1)] = decodeURIComponent(segment)
      return true
    })
    if (fits) return { operation, inPath }
  }
  return undefined
}

/**
 * The ways in which a request violates GitHub's description. An unknown parameter is a violation, although GitHub
 * ignores it.
 */
export function requestViolations(operation: Operation, given: RequestParameters): string[] {
  const at = `request ${operation.id}`
  const unknown = Object.keys(given.inQuery).filter(
    (name) => !operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name),
  )
  const parameters = operation.parameters.flatMap(({ name, in: place, required, schema }) => {
    const text = place === 'path' ? given.inPath[name] : given.inQuery[name]
    if (text === undefined) return required ? [`${at}: the parameter ${name} is missing`] : []
    const value = schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text
    return schemaViolations(schema, value, `${at} parameter ${name}`)
  })
  const body = operation.body
    ? schemaViolations(operation.body, given.body ?? null, `${at} body`)
    : given.body === undefined
      ? []
      : [`${at}: it takes no body`]
  return [...unknown.map((name) => `${at}: there is no parameter ${name}`), ...parameters, ...body]
}

/**
 * The ways in which a response violates GitHub's description. An error that the description omits must be its
 * `basic-error`.
 */
export function responseViolations(
  operation: Operation,
  { status, headers = {}, body }: { status: number; headers?: Record<string, string>; body?: unknown },
): string[] {
  const at = `response ${status} ${operation.id}`
  const described = operation.responses[status] ?? (REFUSALS.includes(status) ? BASIC_ERROR : undefined)
  if (!described) return [`${at}: there is no such answer`]
  const stray = Object.keys(headers).filter(
    (name) => DESCRIBED_HEADERS.includes(name) && !described.headers.includes(name),
  )
  const wrong = described.body
    ? schemaViolations(described.body, body, `${at} body`)
    : body === undefined
      ? []
      : [`${at}: it has no body`]
  return [...stray.map((name) => `${at}: it has no header ${name}`), ...wrong]
}

/**
 * The statuses of errors that every operation can return, even if they are not described: no token, no permission, not
 * found, too many requests, server error.
 */
const REFUSALS = [401, 403, 404, 429, 500, 502, 503]
const BASIC_ERROR: Operation['responses'][string] = { headers: [], body: { $ref: 'github#/$defs/basic-error' } }
/**
 * The headers that the description defines for specific operations. All other headers (rate limits and such) are part
 * of every response.
 */
const DESCRIBED_HEADERS = ['Link', 'Location']

function schemaViolations(schema: Schema, value: unknown, at: string): string[] {
  const validate = ajv.compile(schema)
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${at}${instancePath}: ${message}`)
}
