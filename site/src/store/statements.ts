import { existsSync, lstatSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { canonicalize, idOfHash, type JsonValue, RUN_ID } from '@plimsoll/schema'
import { printError } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { appendText, type FileStatus, isRegularFile, toStatus, writeNewFile } from './durable-files.ts'
import { endTruncatedLine, parseStatementLine, statementError } from './parse-statement.ts'
import type { Registry } from './registry.ts'
import type { RunState, Statement } from './statement.ts'

export type * from './statement.ts'

/**
 * Adds a statement about a document durably.
 * @throws RegistryError `damaged-statements`, `invalid-statement` for one that could not be read again
 */
export function addStatement(registry: Registry, id: string, statement: Statement): void {
  assertStatement(id, statement)
  readStatements(registry, id)
  const file = statementFile(registry, id)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const added = `${endTruncatedLine(text)}${JSON.stringify(statement)}\n`
  const limit = 'bundle' in statement ? MAX_SIGNED_BYTES : MAX_STATEMENTS_BYTES
  if (Buffer.byteLength(text) + Buffer.byteLength(added) > limit)
    throw new RegistryError(
      'too-many-statements',
      `The statements about run ${id} have no room for another one. Submit a new run instead.`,
    )
  appendText(file, added)
  // A server watches this time of the folder, which a longer file does not change.
  utimesSync(registry.statements, new Date(), new Date())
}

/**
 * The maximum size of the statements about a run, in bytes: of those that its submitter signs, a hundred; then there is always
 * room for thousands of the operator's.
 */
const [MAX_SIGNED_BYTES, MAX_STATEMENTS_BYTES] = [1_000_000, 4_000_000]

/** @throws RegistryError `invalid-statement` */
function assertStatement(id: string, statement: Statement): void {
  const error = statementError(statement) ?? deletionFault(id, statement)
  if (error !== null) throw new RegistryError('invalid-statement', `Invalid statement: ${error}.`)
}

/**
 * Adds the first statement about a document. Does nothing if the run has statements. Of several concurrent calls, one
 * succeeds.
 * @throws RegistryError `invalid-statement`
 */
export function addFirstStatement(registry: Registry, id: string, statement: Statement): void {
  writeNewFile(statementFile(registry, id), firstLine(id, statement))
}

/** Returns the first statement about a document. */
export function submitted(now: Date): Statement {
  return { kind: 'submitted', at: now.toISOString() }
}

/** Returns the content of a statements file with one statement. @throws RegistryError `invalid-statement` */
export function firstLine(id: string, statement: Statement): Buffer {
  assertStatement(id, statement)
  return Buffer.from(`${JSON.stringify(statement)}\n`, 'utf8')
}

/**
 * Returns the statements about a document, oldest first. Skips a line truncated by a crash, with a warning on stderr.
 * Throws if another line is damaged, because the damaged statement could be a withdrawal or a deletion.
 * @throws RegistryError `damaged-statements`
 */
export function readStatements(registry: Registry, id: string): Statement[] {
  const { statements, faults } = examineStatements(registry, id)
  const [first] = faults
  if (first === undefined) return statements
  const where = first.line === null ? '' : `, line ${first.line},`
  throw new RegistryError(
    'damaged-statements',
    `statements/${id}.jsonl${where} is damaged (${first.message}), so the statements of this run cannot be read. Restore the file from a backup.`,
    EXIT.environment,
  )
}

/** An error in a statements file. */
export interface StatementFault {
  /** The number of the line, from 1; null if the error is in the whole file. */
  line: number | null
  message: string
}

/** The content of a statements file. */
export interface ExaminedStatements {
  statements: Statement[]
  faults: StatementFault[]
  /** The lines that repeat an earlier one, and do not count. */
  ignored: StatementFault[]
}

/**
 * Returns the valid statements about a document, and the errors in the other lines of the statements file. A line that
 * repeats an earlier one is reported and otherwise ignored, because the last statement often decides.
 */
export function examineStatements(registry: Registry, id: string): ExaminedStatements {
  const file = statementFile(registry, id)
  const found: ExaminedStatements = { statements: [], faults: [], ignored: [] }
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return found
  if (!isRegularFile(file)) return { ...found, faults: [{ line: null, message: 'it is not a regular file' }] }
  if (isTooLong(file))
    return { ...found, faults: [{ line: null, message: `it has more than ${MAX_STATEMENTS_BYTES / 1e6} MB` }] }
  const lines = readFileSync(file, 'utf8').split('\n')
  const seen = new Set<string>()
  for (const [index, text] of lines.entries()) {
    const line = parseStatementLine(text, index === lines.length - 1)
    if (line === 'truncated') {
      printError(
        `${file}, line ${index + 1}, is incomplete because of a crash. The line was never acknowledged, so it is ignored.`,
      )
    } else if (line !== 'empty') {
      const error = 'error' in line ? line.error : deletionFault(id, line)
      if (error !== null) found.faults.push({ line: index + 1, message: error })
      else addStatementTo(found, line as Statement, { file, line: index + 1, seen })
    }
  }
  return found
}

function isTooLong(file: string): boolean {
  return lstatSync(file).size > MAX_STATEMENTS_BYTES
}

/** Why a statement cannot be about this run: it says that another document was deleted. Null if it can. */
function deletionFault(id: string, statement: Statement): string | null {
  return statement.kind === 'deleted' && idOfHash(statement.hash) !== id ? '/hash is that of another run' : null
}

function addStatementTo(
  found: ExaminedStatements,
  statement: Statement,
  { file, line, seen }: { file: string; line: number; seen: Set<string> },
): void {
  // The same statement may have other blanks or another order of members.
  const content = canonicalize(statement as unknown as JsonValue)
  if (!seen.has(content)) found.statements.push(statement)
  else {
    found.ignored.push({ line, message: 'it repeats an earlier line' })
    printError(`${file}, line ${line}, repeats an earlier line, and is ignored.`)
  }
  seen.add(content)
}

/**
 * Returns the size, in bytes, and the modification time, in ms since 1970, of the file with a document's statements. A
 * new statement changes both. Both are 0 if there are no statements.
 */
export function statementStatus(registry: Registry, id: string): FileStatus {
  return toStatus(lstatSync(statementFile(registry, id), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 })
}

/** Returns the ids of the runs that have statements, sorted. The documents of these runs may be deleted. */
export function listRunsWithStatements(registry: Registry): string[] {
  // A repository of results begins with documents alone.
  if (!existsSync(registry.statements)) return []
  const names = readdirSync(registry.statements).filter((name) => name.endsWith('.jsonl'))
  return names
    .map((name) => name.slice(0, -'.jsonl'.length))
    .filter((id) => RUN_ID.test(id))
    .sort()
}

/**
 * Returns the state of a run: withdrawn if it ever was withdrawn, otherwise superseded if it was superseded; null if
 * neither.
 */
export function findRunState(statements: Statement[]): RunState | null {
  const withdrawn = statements.findLast((statement) => statement.kind === 'withdrawn')
  return withdrawn ?? statements.findLast((statement) => statement.kind === 'superseded') ?? null
}

/** Whether a run's document was permanently deleted from the registry. */
export function isDeleted(statements: Statement[]): boolean {
  return statements.some(({ kind }) => kind === 'deleted')
}

/** Returns the path of a run's statements, whether or not the file exists. */
export function statementFile(registry: Registry, id: string): string {
  return path.join(registry.statements, `${id}.jsonl`)
}
