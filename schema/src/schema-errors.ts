import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import schema from '../run.v1.schema.json' with { type: 'json' }
import { type DocumentError, toPointer } from './errors.ts'
import { describeValue, describeViolation, oneOf, typeNames } from './violation.ts'

/** Above this many values in a document only its first error is looked for: a list of all could fill the memory. */
const MANY_VALUES = 100_000

/** Where a parsed document breaks the JSON Schema; empty when it keeps to it. */
export function schemaErrors(value: unknown): DocumentError[] {
  const quick = compile(schema, 'first error')
  if (quick(value)) return []
  if (hasManyValues(value)) return explain(quick.errors ?? [])
  return errorsAgainst(schema, value)
}

type Effort = 'first error' | 'all errors'

const compiled = new Map<object, Partial<Record<Effort, ValidateFunction>>>()

/** Compiles the schema or a branch of one of its choices; each once, and only when it is needed. */
function compile(part: object, effort: Effort): ValidateFunction {
  const validators = compiled.get(part) ?? {}
  compiled.set(part, validators)
  validators[effort] ??= new Ajv2020({ strict: true, verbose: true, allErrors: effort === 'all errors' }).compile(
    part === schema ? schema : { $defs: schema.$defs, ...part },
  )
  return validators[effort]
}

function errorsAgainst(part: object, value: unknown, prefix = ''): DocumentError[] {
  const validate = compile(part, 'all errors')
  return validate(value) ? [] : explain(validate.errors ?? [], prefix)
}

/**
 * Turns Ajv's errors into ours. For a `oneOf` Ajv reports what is wrong with every branch; we report what is wrong
 * with the branch that was meant.
 */
function explain(errors: readonly ErrorObject[], prefix = ''): DocumentError[] {
  const choices = errors.filter((error) => error.keyword === 'oneOf')
  const others = errors.filter((error) => !isPartOf(error, choices))
  return [
    ...others.map((error) => plainError(error, prefix)),
    ...choices.flatMap((choice) => choiceErrors(choice, prefix + choice.instancePath)),
  ]
}

/** Errors about the branches of a choice, and about the name of a member, come again in the error for the whole. */
function isPartOf(error: ErrorObject, choices: readonly ErrorObject[]): boolean {
  if (error.propertyName !== undefined && error.keyword !== 'propertyNames') return true
  return choices.some(({ instancePath }) => `${error.instancePath}/`.startsWith(`${instancePath}/`))
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

function choiceErrors({ schema: choice, data }: ErrorObject, pointer: string): DocumentError[] {
  const branches = (choice as Branch[]).map(resolve)
  const fitting = branches.filter(({ type }) => hasType(data, type))
  const [meant, ...more] = fitting.filter((branch) => hasConstants(data, branch))
  if (meant !== undefined && more.length === 0) return errorsAgainst(meant, data, pointer)
  const kind = Object.entries(fitting[0]?.properties ?? {}).find(([, property]) => 'const' in property)?.[0]
  if (kind === undefined) {
    const message = `must be ${typeNames(branches.map(({ type }) => type))}, not ${describeValue(data)}`
    return [{ code: 'wrong-type', pointer, message }]
  }
  const kinds = fitting.map(({ properties }) => properties?.[kind]?.const)
  return [{ code: 'not-allowed', pointer: pointer + toPointer([kind]), message: `must be ${oneOf(kinds)}` }]
}

function resolve(branch: Branch): Branch {
  if (branch.$ref === undefined) return branch
  const definitions: Record<string, unknown> = schema.$defs
  return definitions[branch.$ref.replace('#/$defs/', '')] as Branch
}

/** A fraction counts as meant to be an integer, so that the error can say what is wrong with it. */
function hasType(data: unknown, type: string | undefined): boolean {
  if (data === null) return type === 'null'
  if (Array.isArray(data)) return type === 'array'
  return type === 'integer' ? typeof data === 'number' : typeof data === type
}

/** Whether the members that tell one branch from another are those of this branch. */
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
