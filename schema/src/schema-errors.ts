import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import schema from '../run.v1.schema.json' with { type: 'json' }
import { type DocumentError, toPointer } from './document-errors.ts'
import { describeValue, describeViolation, formatAllowedValues, typeNames } from './violation.ts'

/** The maximum number of reported errors. More errors do not help the reader. */
export const MAX_ERRORS = 50

/**
 * The number of values above which only the first error of a document is reported. Ajv copies its whole list of errors
 * for each error in a definition. A document of 270 kB with 90,000 bad samples took 17 s.
 */
const MANY_VALUES = 10_000

/** The violations of the JSON Schema in a parsed document, at most 50. Empty if the document conforms to the schema. */
export function schemaErrors(value: unknown): DocumentError[] {
  const quick = compile(schema, 'first error')
  if (quick(value)) return []
  const errors = hasManyValues(value) ? explain(quick.errors ?? []) : errorsAgainst(schema, value)
  return errors.take(MAX_ERRORS).toArray()
}

type Detail = 'first error' | 'all errors'

const compiled = new Map<object, Partial<Record<Detail, ValidateFunction>>>()

/**
 * Ajv need not validate the schema, because a test does, nor optimize its code, because that makes it no faster. Compiling
 * then takes less than half of the time, and every thread that reads documents compiles.
 */
const OPTIONS = { strict: true, verbose: true, validateSchema: false, code: { optimize: false } }

/** Compiles the schema, or one branch of a `oneOf`, on first use. */
function compile(part: object, detail: Detail): ValidateFunction {
  const validators = compiled.get(part) ?? {}
  compiled.set(part, validators)
  validators[detail] ??= new Ajv2020({ ...OPTIONS, allErrors: detail === 'all errors' }).compile(
    part === schema ? schema : { $defs: schema.$defs, ...part },
  )
  return validators[detail]
}

function* errorsAgainst(part: object, value: unknown, prefix = ''): Generator<DocumentError> {
  const validate = compile(part, 'all errors')
  if (!validate(value)) yield* explain(validate.errors ?? [], prefix)
}

/**
 * Converts Ajv's errors. For a `oneOf`, Ajv reports the errors of every branch. This function reports only the errors
 * of the intended branch. It is a generator, because there may be hundreds of thousands of errors and the caller reads
 * only the first ones.
 */
function* explain(errors: readonly ErrorObject[], prefix = ''): Generator<DocumentError> {
  const choices = errors.filter((error) => error.keyword === 'oneOf')
  const paths = new Set(choices.map(({ instancePath }) => instancePath))
  for (const error of errors) if (!isPartOf(error, paths)) yield plainError(error, prefix)
  for (const choice of choices) {
    // A choice (`oneOf`) inside another choice is reported with the branch of the outer choice.
    const { instancePath } = choice
    if (instancePath !== '' && isIn(instancePath.slice(0, instancePath.lastIndexOf('/')), paths)) continue
    yield* choiceErrors(choice, prefix + instancePath)
  }
}

/**
 * Whether an error is part of another one. The error that Ajv reports for a whole choice repeats the errors of its
 * branches. The error for a whole object repeats the errors about the name of a member.
 */
function isPartOf({ propertyName, keyword, instancePath }: ErrorObject, choices: ReadonlySet<string>): boolean {
  return (propertyName !== undefined && keyword !== 'propertyNames') || isIn(instancePath, choices)
}

function isIn(path: string, paths: ReadonlySet<string>): boolean {
  for (let above = path; ; above = above.slice(0, above.lastIndexOf('/'))) {
    if (paths.has(above)) return true
    if (above === '') return false
  }
}

function plainError(error: ErrorObject, prefix: string): DocumentError {
  const { code, message, member } = describeViolation(error)
  const pointer = prefix + error.instancePath + toPointer(member === undefined ? [] : [member])
  return { code, pointer, message }
}

interface Branch {
  $ref?: string
  type?: string
  properties?: Record<string, { const?: unknown }>
}

function* choiceErrors({ schema: choice, data }: ErrorObject, pointer: string): Generator<DocumentError> {
  const branches = (choice as Branch[]).map(resolve)
  const fitting = branches.filter(({ type }) => hasType(data, type))
  const [meant, ...more] = fitting.filter((branch) => hasConstants(data, branch))
  if (meant !== undefined && more.length === 0) {
    yield* errorsAgainst(meant, data, pointer)
    return
  }
  const kind = Object.entries(fitting[0]?.properties ?? {}).find(([, property]) => 'const' in property)?.[0]
  if (kind === undefined) {
    const message = `must be ${typeNames(branches.map(({ type }) => type))}, not ${describeValue(data)}`
    yield { code: 'wrong-type', pointer, message }
  } else {
    const kinds = fitting.map(({ properties }) => properties?.[kind]?.const)
    yield {
      code: 'not-allowed',
      pointer: pointer + toPointer([kind]),
      message: `must be ${formatAllowedValues(kinds)}`,
    }
  }
}

function resolve(branch: Branch): Branch {
  if (branch.$ref === undefined) return branch
  const definitions: Record<string, unknown> = schema.$defs
  return definitions[branch.$ref.replace('#/$defs/', '')] as Branch
}

/**
 * Whether a value has a type. A fraction also has type integer here, so that the error can describe what is wrong with
 * it.
 */
function hasType(data: unknown, type: string | undefined): boolean {
  if (data === null) return type === 'null'
  if (Array.isArray(data)) return type === 'array'
  return type === 'integer' ? typeof data === 'number' : typeof data === type
}

/** Whether the constant members that identify a branch have the values of this branch. */
function hasConstants(data: unknown, { properties = {} }: Branch): boolean {
  const constants = Object.entries(properties).filter(([, property]) => 'const' in property)
  return constants.every(([name, property]) => (data as Record<string, unknown>)[name] === property.const)
}

function hasManyValues(value: unknown): boolean {
  const waiting = [value]
  for (let seen = 0; waiting.length > 0; seen++) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const members = Object.values(next)
    if (seen + waiting.length + members.length > MANY_VALUES) return true
    waiting.push(...members)
  }
  return false
}
