// Parsers for the values of inputs. If a value is invalid, its parser throws a Problem that names the input.
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import { IMAGE_NAME } from '../measure-request/command-workload.ts'
import { parseParam, parseVariantSpec, type Setting, type VariantSpec } from '../measure-request/parse-settings.ts'
import { parseRegistryAddress, type RemoteRegistry } from '../publish/registry-address.ts'

/** @param input the name of the input, for the error */
type Parser<Value> = (text: string, input: string) => Value

/**
 * The error for an input with an invalid value.
 * @param takes the allowed values, and the given value
 */
export function refuse(input: string, takes: string): Problem {
  return new Problem(2, `The input '${input}' takes ${takes}.`)
}

/** A name that is looked up later. Undefined if the input is empty. */
export function name(text: string): string | undefined {
  return text || undefined
}

/** The name of an image. Undefined if the input is empty. */
export function imageName(text: string, input: string): string | undefined {
  if (text === '' || IMAGE_NAME.test(text)) return name(text)
  throw refuse(input, `the name of an image, such as node:24, not ${JSON.stringify(text)}`)
}

/** A command, which a shell may read. Undefined if the input is empty. */
export function command(text: string, input: string): string | undefined {
  if (/^(?!-)[^\p{Cc}]*$/u.test(text.replaceAll(/[\n\t]/g, ' '))) return name(text.trim())
  throw refuse(
    input,
    `a command, which begins with a program and has no control characters, not ${JSON.stringify(text)}`,
  )
}

/** A path in the repository. Undefined if the input is empty. */
export function projectPath(text: string, input: string): string | undefined {
  if (/^(?![-/])[^\p{Cc}]*$/u.test(text)) return name(text)
  throw refuse(input, `a path in the repository, such as Dockerfile, not ${JSON.stringify(text)}`)
}

/** `base`, `none`, or the name of a commit, a branch or a tag. */
export function compared(text: string, input: string): string {
  if (/^(?!-)[\w./@~^+-]{1,250}$/.test(text)) return text
  throw refuse(input, `base, none, or a branch, a tag or a commit, not ${JSON.stringify(text)}`)
}

/** Environment variables, one per line. */
export function environment(text: string, input: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [, variable = '', value = ''] = /^\s*([A-Z_][A-Z0-9_]*)=([^\p{Cc}]*)$/u.exec(line) ?? []
      if (variable === '') throw refuse(input, `one NAME=value per line, not ${JSON.stringify(line)}`)
      return [variable, value]
    }),
  )
}

/** The names in the value of an input. They are separated by spaces, commas or line breaks. */
export function names(text: string, input: string): string[] {
  const found = text.split(/[\s,]+/).filter((name) => name !== '')
  const flag = found.find((name) => name.startsWith('-'))
  if (flag !== undefined) throw refuse(input, `names, not ${JSON.stringify(flag)}`)
  return found
}

/** The paths of run documents, and of folders with run documents. At least one. */
export function documents(text: string, input: string): string[] {
  const found = names(text, input)
  if (found.length === 0) throw refuse(input, 'run documents, or folders that contain them')
  return found
}

function choice<const T extends string>(allowed: readonly T[]): Parser<T> {
  return (text, input) => {
    const found = allowed.find((value) => value === text)
    if (found === undefined) throw refuse(input, `one of ${allowed.join(', ')}, not ${JSON.stringify(text)}`)
    return found
  }
}

/** Several of the allowed values of an input. */
export function choices<const T extends string>(allowed: readonly T[]): Parser<T[]> {
  return (text, input) => names(text, input).map((name) => choice(allowed)(name, input))
}

export function optional<const T extends string>(allowed: readonly T[]): Parser<T | undefined> {
  return (text, input) => (text === '' ? undefined : choice(allowed)(text, input))
}

/**
 * The value of an input that is an absolute path. A relative path would be in the checkout, whose files belong to the
 * pull request.
 */
export function folder(text: string, input: string): string | undefined {
  if (text === '') return undefined
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? true
  if (isAbsolute(text) && isFolder && !/\p{C}/u.test(text)) return text
  throw refuse(input, `the absolute path of a folder, not ${JSON.stringify(text)}`)
}

/** The value of an input that is the absolute path of a file. A file of the checkout belongs to the pull request. */
export function file(text: string, input: string): string | undefined {
  if (text === '') return undefined
  const isFile = statSync(text, { throwIfNoEntry: false })?.isFile() ?? false
  if (isAbsolute(text) && isFile && !/\p{C}/u.test(text)) return text
  throw refuse(input, `the absolute path of a file, not ${JSON.stringify(text)}`)
}

/** A remote registry. A registry in a directory is rejected, because it would be lost with the runner. */
export function registry(text: string, input: string): RemoteRegistry | undefined {
  if (text === '') return undefined
  const takes = 'https://… or github:OWNER/REPO'
  try {
    const address = parseRegistryAddress(text)
    if (address.kind !== 'directory') return address
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  throw refuse(input, takes)
}

/** The address of a registry's pages, without a trailing slash. */
export function site(text: string, input: string): string {
  const address = text === '' ? undefined : registry(text, input)
  if (address?.kind === 'http') return address.url
  throw refuse(input, "the address of a registry's pages, https://…")
}

/** The last part of the address of a project's page: `1001`, or `HOST/1001` for a server that is not github.com. */
export function project(text: string, input: string): string {
  if (/^(?:[a-z0-9][a-z0-9._-]{0,199}\/)?[1-9]\d{0,15}$/.test(text)) return text
  throw refuse(input, `a repository id such as 1001, not ${JSON.stringify(text)}`)
}

/** The name of a label. GitHub separates labels by commas. */
export function label(text: string, input: string): string {
  if (/^[^,\p{C}]{1,50}$/u.test(text)) return text
  throw refuse(input, `the name of a label: 1 to 50 characters without commas, not ${JSON.stringify(text)}`)
}

/** When to comment: never, always, or only if something changed. */
export function commentMode(text: string, input: string): false | 'always' | 'changes' {
  const chosen = choice(['true', 'changes', 'false'])(text, input)
  if (chosen === 'false') return false
  return chosen === 'true' ? 'always' : 'changes'
}

/** The value of a boolean input. */
export function yes(text: string, input: string): boolean {
  return choice(['true', 'false'])(text, input) === 'true'
}

/** The value of an input that is a secret. The error for an invalid secret does not show the secret. */
export function secret(text: string, input: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text
  throw refuse(input, 'a token: one word without spaces')
}

/** Params such as `size=small`, one per line, because a value may contain spaces and commas. */
export function params(text: string, input: string): { name: string; value: string }[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.map((line) => {
    const found = parseParam(line)
    if (found === null) throw refuse(input, `values such as size=small, not ${JSON.stringify(line)}`)
    return found
  })
}

export function variant(text: string, input: string): VariantSpec {
  const spec = text === '' ? {} : parseVariantSpec(text)
  if (spec === null || spec.dir !== undefined)
    throw refuse(input, `engine=NAME, image=NAME, or both with a comma between them, not ${JSON.stringify(text)}`)
  return spec
}

/** The value of a setting. Undefined if the input is empty. */
export function setting<Value>({ takes, parse }: Setting<Value>): Parser<Value | undefined> {
  return (text, input) => {
    if (text === '') return undefined
    const value = parse(text)
    if (value === null) throw refuse(input, `${takes}, not ${JSON.stringify(text)}`)
    return value
  }
}

export function key(text: string, input: string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(text))
    throw refuse(input, `lower-case letters, digits and hyphens, at most 64, not ${JSON.stringify(text)}`)
  return text
}

/**
 * The hashes among the outputs of jobs. `text` lists the outputs by name. A job that measured nothing outputs no hash,
 * so the set may be empty.
 */
export function hashes(text: string, input: string): ReadonlySet<string> | undefined {
  if (text === '') return undefined
  const outputs = parseObject(text)
  const values = outputs === null ? [null] : Object.values(outputs)
  if (values.every((value) => typeof value === 'string')) {
    const found = values.filter((value) => value.startsWith('sha256:'))
    if (found.every((hash) => /^sha256:[0-9a-f]{64}$/.test(hash))) return new Set(found)
  }
  throw refuse(
    input,
    'the outputs of the measuring jobs as JSON: toJSON(needs.measure.outputs). Each hash in them is sha256: and 64 hexadecimal digits',
  )
}

/** The object that a JSON text describes. Null for any other text. */
function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
