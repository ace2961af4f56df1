import { nearest } from '@plimsoll/schema'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { Problem } from '../problem.ts'

/** A location in a file: the field names and list indexes that lead to it. */
export type Path = readonly (string | number)[]

/** The maximum size of a file in bytes. A file that people write is far smaller. */
export const MAX_BYTES = 256 * 1024

/** An error in a file, with its location. */
export interface FileError {
  at: Path
  why: string
  /** Whether a field is missing. Its location is the enclosing node. */
  isMissing?: boolean
}

/** The maximum number of errors in the message of an invalid file. */
const MAX_IN_MESSAGE = 5

/**
 * An invalid file. `errors` are all errors, from the top of the file, and then the missing fields: an unknown field
 * often explains why another is missing. The message has the first errors, each with its line, on one line of text.
 */
export class InvalidYamlFile extends Problem {
  readonly errors: readonly { line: number; why: string }[]

  constructor(name: string, errors: readonly { line: number; why: string }[]) {
    const sentences = errors.map(({ line, why }, index) => {
      const place = index === 0 ? `${name}:${line}` : `Line ${line}`
      return `${place}: ${why.replace(/\.$/, '')}.`
    })
    const more = sentences.length - MAX_IN_MESSAGE
    super(2, [...sentences.slice(0, MAX_IN_MESSAGE), ...(more > 0 ? [`${more} more.`] : [])].join(' '))
    this.errors = errors
  }
}

/**
 * Reads a YAML 1.2 file strictly: one document, unique keys, plain data.
 * @param name the file's name in error messages
 * @param rules the errors that the schema cannot express
 * @throws InvalidYamlFile with the lines and the reasons, or another Problem (2) if the file is too large
 */
export function readYamlFile<T>(
  text: string,
  name: string,
  valid: ValidateFunction,
  rules: (value: T) => FileError[] = () => [],
): T {
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new Problem(
      2,
      `${name} is larger than ${MAX_BYTES / 1024} KiB, the limit for a workload or a suite. Make it smaller.`,
    )
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'core',
    merge: false,
    stringKeys: true,
    prettyErrors: false,
  })
  const refuseAt = (errors: { at: number; why: string; isMissing?: boolean }[]) => {
    if (errors.length === 0) return
    const ordered = errors.toSorted((a, b) => Number(!!a.isMissing) - Number(!!b.isMissing) || a.at - b.at)
    throw new InvalidYamlFile(
      name,
      ordered.map(({ at, why }) => ({ line: lines.linePos(at).line, why })),
    )
  }

  refuseAt(
    [...document.errors, ...document.warnings].map((error) => ({
      at: error.pos[0],
      why: `invalid YAML: ${meaning(error)}`,
    })),
  )

  const value = plainValue<T>(document)
  if (value === undefined)
    throw new InvalidYamlFile(name, [{ line: 1, why: 'it repeats too many values by aliases: write some of them out' }])
  const errors = schemaErrors(value, valid)
  const rest = withoutFields(value, new Set(errors.map(({ at }) => at[0])))
  // Where the other fields are a whole file, their rules are checked too, so that one reading finds all errors.
  if (errors.length === 0 || schemaErrors(rest, valid).length === 0) errors.push(...rules(rest as T))
  refuseAt(errors.map((error) => ({ ...error, at: offsetOf(document, error.at) })))
  return value
}

/** The data of a document; undefined if it has so many aliases that yaml takes it for an attack. */
function plainValue<T>(document: Document): T | undefined {
  try {
    return document.toJS()
  } catch {
    return undefined
  }
}

function schemaErrors(value: unknown, valid: ValidateFunction): FileError[] {
  if (valid(value)) return []
  const errors = tellingErrors(valid.errors ?? [])
  const meant = new Set(errors.map(meantField))
  // A misspelt field is one error: that the field it means is missing says the same again.
  const telling = errors.filter((error) => error.keyword !== 'required' || !meant.has(missingField(error)))
  return telling.map((error) => ({
    at: pathOf(error),
    why: sentenceOf(error),
    isMissing: error.keyword === 'required',
  }))
}

function withoutFields(value: unknown, names: Set<unknown>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}

function meaning({ code, message }: { code: string; message: string }): string {
  if (code === 'MULTIPLE_DOCS') return 'the file has a second document; keep one per file'
  if (code === 'RESOURCE_EXHAUSTION') return 'it is nested too deeply'
  return message.split('\n')[0] as string
}

/**
 * The offset of a field's name or of a list's entry. If the field or entry does not exist, the offset of the nearest
 * enclosing node.
 */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (!pair) break
      offset = (isNode(pair.key) && pair.key.range?.[0]) || offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      if (!isNode(node)) break
      offset = node.range?.[0] ?? offset
    } else break
  }
  return offset
}

/**
 * Selects the errors to report. If a value matches no form of a `oneOf`, every form reports errors. Keeps the errors
 * inside the value if there are any. Otherwise keeps the error that no form matches.
 */
function tellingErrors(errors: ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf').map(({ instancePath }) => instancePath)
  const inside = (choice: string) => errors.some(({ instancePath }) => instancePath.startsWith(`${choice}/`))
  const telling = errors.filter(({ keyword, instancePath, propertyName }) => {
    // The keyword `propertyNames` reports the same error, together with the name.
    if (propertyName !== undefined) return false
    return choices.includes(instancePath) ? keyword === 'oneOf' && !inside(instancePath) : true
  })
  return telling.length > 0 ? telling : errors
}

function pathOf({ instancePath, keyword, params }: ErrorObject): Path {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'additionalProperties') return [...path, params.additionalProperty]
  if (keyword === 'propertyNames') return [...path, params.propertyName]
  return path
}

/**
 * The name that the unknown field of an error probably means, which is not that of a field that the file has too. Null
 * if none is close, or for another error.
 */
function meantName({ keyword, params, parentSchema, data }: ErrorObject): string | null {
  if (keyword !== 'additionalProperties') return null
  const missing = Object.keys(parentSchema?.properties ?? {}).filter((name) => !Object.hasOwn(Object(data), name))
  return nearest(String(params.additionalProperty), missing)
}

function meantField(error: ErrorObject): string {
  return `${error.instancePath}/${meantName(error)}`
}

function missingField({ instancePath, params }: ErrorObject): string {
  return `${instancePath}/${params.missingProperty}`
}

function sentenceOf(error: ErrorObject): string {
  const { instancePath, keyword, params, message, parentSchema } = error
  const where = instancePath || 'the file'
  if (keyword === 'type' && instancePath === '') return 'the file has no fields, which are lines such as `name: value`'
  if (keyword === 'additionalProperties') {
    const meant = meantName(error)
    return `${where} has an unknown field ${params.additionalProperty}${meant === null ? '' : ` (did you mean ${meant}?)`}`
  }
  if (keyword === 'required') return `${where} is missing the field ${params.missingProperty}`
  if (keyword === 'propertyNames') return `${where} cannot have a field named ${JSON.stringify(params.propertyName)}`
  if (keyword === 'enum') return `${where} must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'oneOf') return `${where} matches none of the allowed forms. ${parentSchema?.description ?? ''}`
  return `${where} ${message}`
}
