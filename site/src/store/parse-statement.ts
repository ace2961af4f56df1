import { parseStrict, RUN_ID } from '@plimsoll/schema'
import type { Statement } from './statement.ts'

/** Matches a reason. A reason is permanent, so it must contain visible text, and no hidden characters. */
const REASON: [RegExp, string] = [
  /^(?=.*[\p{L}\p{N}])[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,500}$/u,
  'one line of at most 500 characters, with at least one letter or digit',
]

/** The members of each kind of statement, with the pattern that each member must match. Other members are rejected. */
const KINDS: Record<Statement['kind'], Record<string, [RegExp, string]>> = {
  submitted: {},
  superseded: { by: [RUN_ID, 'the id of a run'] },
  withdrawn: { reason: REASON },
  deleted: {
    hash: [/^sha256:[0-9a-f]{64}$/, '"sha256:" and 64 hexadecimal digits'],
    reason: REASON,
  },
}

/** The kinds of statements that the submitter of a run may sign. */
const BUNDLED = ['superseded', 'withdrawn']

const TIME: [RegExp, string] = [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, 'a UTC time']

/**
 * The content of one line of a statements file: a statement, a statement truncated by a crash, nothing, or an error.
 */
export type StatementLine = Statement | 'truncated' | 'empty' | { error: string }

/**
 * Parses a line of a statements file. A statement that a crash truncated was never acknowledged. Such a statement is
 * either the end of the file, without a line break, or a line that `endTruncatedLine` ended later. Any other invalid
 * line is a damaged statement or a foreign one.
 * @param last whether the file ends with this line, without a line break
 */
export function parseStatementLine(line: string, last: boolean): StatementLine {
  if (line.trim() === '') return 'empty'
  if (line.endsWith(TRUNCATED)) return 'truncated'
  const value = parseLine(line)
  if (value === undefined) return last ? 'truncated' : { error: 'it is not valid JSON' }
  const error = statementError(value)
  return error === null ? (value as Statement) : { error }
}

/**
 * Returns the text that ends the last line of a file before another line is appended. A truncated line gets a marker.
 */
export function endTruncatedLine(text: string): string {
  const last = text.slice(text.lastIndexOf('\n') + 1)
  if (last === '') return ''
  return parseStatementLine(last, true) === 'truncated' ? `${TRUNCATED}\n` : '\n'
}

/**
 * The marker of a truncated line: CANCEL (ECMA-48), which means that the data before it is in error and must be
 * ignored. Valid JSON does not contain this character.
 */
const TRUNCATED = '\u0018'

/** Returns why a value is not a statement; null if the value is a statement. */
export function statementError(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'it is not an object'
  const { kind, bundle, ...members } = value as Record<string, unknown>
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind))
    return `/kind must be one of ${Object.keys(KINDS).join(', ')}`
  const isSigned = bundle !== undefined
  if (isSigned && !(BUNDLED.includes(kind) && typeof bundle === 'object' && bundle !== null))
    return '/bundle must be a Sigstore bundle of a statement that supersedes or withdraws'
  const expected = { ...KINDS[kind as Statement['kind']], at: TIME }
  const unknown = Object.keys(members).find((name) => !Object.hasOwn(expected, name))
  if (unknown !== undefined) return `/${unknown} is not a member of "${kind}"`
  for (const [name, [pattern, title]] of Object.entries(expected)) {
    const member = members[name]
    if (typeof member !== 'string' || !pattern.test(member)) return `/${name} must be ${title}`
  }
  return null
}

function parseLine(line: string): unknown {
  try {
    return parseStrict(line)
  } catch {
    return undefined
  }
}
