import type { ErrorObject } from 'ajv/dist/2020.js'
import schema from '../run.v1.schema.json' with { type: 'json' }
import { revealInvisible } from './plain-text.ts'

/**
 * The description of an error: its code and a sentence. It also has the name of the member, if the error is about a
 * member.
 */
interface Violation {
  code: string
  message: string
  member?: string
}

/** Describes one error of the JSON Schema validator in plain words. The error must carry its data (Ajv's `verbose`). */
export function describeViolation(error: ErrorObject): Violation {
  const { keyword, params, data } = error
  const limit = Number(params.limit).toLocaleString('en')
  switch (keyword) {
    case 'required':
      return { code: 'missing-field', message: 'is missing', member: params.missingProperty }
    case 'additionalProperties':
      return { code: 'unknown-field', message: 'is not a field of version 1', member: params.additionalProperty }
    case 'propertyNames':
      return { code: 'wrong-name', message: `is not a valid name: use ${NAME}`, member: params.propertyName }
    case 'type':
      return { code: 'wrong-type', message: `must be ${typeNames([params.type].flat())}, not ${describeValue(data)}` }
    case 'const':
      return {
        code: 'not-allowed',
        message: `must be ${JSON.stringify(params.allowedValue)}, not ${describeValue(data)}`,
      }
    case 'enum':
      return {
        code: 'not-allowed',
        message: `must be ${formatAllowedValues(params.allowedValues)}, not ${describeValue(data)}`,
      }
    case 'pattern':
      return { code: 'wrong-format', message: `must be ${format(params.pattern)}, not ${describeValue(data)}` }
    case 'minimum':
      return { code: 'out-of-range', message: `must be at least ${limit}, not ${describeValue(data)}` }
    case 'maximum':
      return { code: 'out-of-range', message: `must be at most ${limit}, not ${describeValue(data)}` }
    case 'exclusiveMinimum':
      return { code: 'out-of-range', message: `must be more than ${limit}, not ${describeValue(data)}` }
    case 'exclusiveMaximum':
      return { code: 'out-of-range', message: `must be less than ${limit}, not ${describeValue(data)}` }
    case 'minLength':
    case 'minItems':
      return { code: 'wrong-length', message: 'must not be empty' }
    case 'maxLength':
      return { code: 'wrong-length', message: `must have at most ${limit} characters` }
    case 'maxItems':
    case 'maxProperties':
      return { code: 'wrong-length', message: `must have at most ${limit} entries` }
    default:
      return { code: 'invalid', message: error.message ?? 'is not valid' }
  }
}

const TYPES: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** Formats JSON Schema types for a sentence: `a string or null`. */
export function typeNames(types: readonly (string | undefined)[]): string {
  return types.map((type) => TYPES[type ?? ''] ?? 'something else').join(' or ')
}

/** Formats a value for a sentence: short values as they are, lists and objects by kind. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  // JSON escapes control characters alone.
  return revealInvisible(text.length <= 60 ? text : `${text.slice(0, 59)}…`)
}

const NAME = 'lower-case letters, digits, dots and hyphens, 64 at most'

const FORMATS = new Map([
  [schema.$defs.line.pattern, 'one line without invisible characters'],
  [schema.$defs.name.pattern, `a name of ${NAME}`],
  [schema.$defs.digest.pattern, '"sha256:" and 64 hexadecimal digits'],
  [schema.$defs.time.pattern, 'a UTC time such as 2025-02-28T09:30:00Z, or a day'],
  [schema.$defs.citation.properties.url.pattern, 'an https address'],
  [schema.$defs.source.properties.repository.pattern, 'a repository as OWNER/NAME'],
  [schema.$defs.source.properties.commit.pattern, 'a full commit hash'],
])

function format(pattern: string): string {
  return FORMATS.get(pattern) ?? `text that matches ${pattern}`
}

/** Formats the allowed values for a sentence. */
export function formatAllowedValues(values: readonly unknown[]): string {
  return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
}
