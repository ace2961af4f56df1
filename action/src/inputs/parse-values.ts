// Parsers for the values of inputs. If a value is invalid, its parser throws a Problem that names the input.
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import { parseParam, parseVariantSpec, type Setting, type VariantSpec } from '../measure-request/parse-settings.ts'
import { parseRegistryAddress, type RemoteRegistry } from '../publish/registry-address.ts'

/**
 * The error for an input with an invalid value.
 * @param takes the allowed values, and the given value
 */
export function refuse(name: string, takes: string): Problem {
  return new Problem(2, `The input '${name}' takes ${takes}.`)
}

/** The names in the value of an input. They are separated by spaces, commas or line breaks. */
export function names(input: string, text: string): string[] {
  const found = text.split(/[\s,]+/).filter((name) => name !== '')
  const flag = found.find((name) => name.startsWith('-'))
  if (flag !== undefined) throw refuse(input, `names, not ${JSON.stringify(flag)}`)
  return found
}

/** The lines of an input's value. Each line is one value, because a value may contain spaces and commas. */
export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function choice<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text)
  if (found === undefined) throw refuse(name, `one of ${allowed.join(', ')}, not ${JSON.stringify(text)}`)
  return found
}

/** Several of the allowed values of an input. */
export function choices<T extends string>(input: string, text: string, allowed: readonly T[]): T[] {
  return names(input, text).map((name) => choice(input, name, allowed))
}

export function optional<T extends string>(name: string, text: string, allowed: readonly T[]): T | undefined {
  return text === '' ? undefined : choice(name, text, allowed)
}

/**
 * The value of an input that is an absolute path. A relative path would be in the checkout, whose files belong to the
 * pull request.
 */
export function folder(name: string, text: string): string | undefined {
  if (text === '') return undefined
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? true
  if (isAbsolute(text) && isFolder && !/\p{C}/u.test(text)) return text
  throw refuse(name, `the absolute path of a folder, not ${JSON.stringify(text)}`)
}

/** A remote registry. A registry in a directory is rejected, because it would be lost with the runner. */
export function registry(text: string): RemoteRegistry | undefined {
  if (text === '') return undefined
  const takes = 'https://… or github:OWNER/REPO'
  try {
    const address = parseRegistryAddress(text)
    if (address.kind !== 'directory') return address
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  throw refuse('registry', takes)
}

/** The value of a boolean input. False if the input is empty. */
export function yes(name: string, text: string): boolean {
  return choice(name, text || 'false', ['true', 'false']) === 'true'
}

/** The value of an input that is a secret. The error for an invalid secret does not show the secret. */
export function secret(name: string, text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text
  throw refuse(name, 'a token: one word without spaces')
}

export function param(text: string): { name: string; value: string } {
  const found = parseParam(text)
  if (found === null) throw refuse('params', `values such as size=small, not ${JSON.stringify(text)}`)
  return found
}

export function variant(name: string, text: string): VariantSpec {
  const spec = text === '' ? {} : parseVariantSpec(text)
  if (spec === null || spec.dir !== undefined)
    throw refuse(name, `engine=NAME, image=NAME, or both with a comma between them, not ${JSON.stringify(text)}`)
  return spec
}

/** The value of a setting. Undefined if the input is empty. */
export function setting<Value>(name: string, text: string, { takes, parse }: Setting<Value>): Value | undefined {
  if (text === '') return undefined
  const value = parse(text)
  if (value === null) throw refuse(name, `${takes}, not ${JSON.stringify(text)}`)
  return value
}

export function key(text: string): string {
  const key = text || 'default'
  if (!/^[a-z0-9-]{1,64}$/.test(key))
    throw refuse('comment-key', `lower-case letters, digits and hyphens, at most 64, not ${JSON.stringify(text)}`)
  return key
}

/**
 * The hashes among the outputs of jobs. `text` lists the outputs by name. A job that measured nothing outputs no hash,
 * so the set may be empty.
 */
export function hashes(text: string): ReadonlySet<string> | undefined {
  if (text === '') return undefined
  const values = Object.values(outputs(text))
  if (values.every((value) => typeof value === 'string')) {
    const found = values.filter((value) => value.startsWith('sha256:'))
    if (found.every((hash) => /^sha256:[0-9a-f]{64}$/.test(hash))) return new Set(found)
  }
  throw refuse('hashes', TAKES_OUTPUTS)
}

const TAKES_OUTPUTS =
  'the outputs of the measuring jobs as JSON: toJSON(needs.measure.outputs). Each hash in them is sha256: and 64 hexadecimal digits'

function outputs(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The text is no JSON. It is rejected below, like other values that are no object.
  }
  throw refuse('hashes', TAKES_OUTPUTS)
}
