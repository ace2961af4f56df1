import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RUN_ID, type RunDocument } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { appendText, writeNewFile } from './durable.ts'
import { proofFault } from './proof-fault.ts'
import type { ProvenanceLevel, ProvenLevel, SubmittedLevel } from './provenance-levels.ts'
import type { Registry } from './registry.ts'
import { isRegularFile } from './regular-file.ts'
import { endTorn, readStatementLine } from './statement-shape.ts'

/** Who handed a document in, and how that is known. */
export interface SubmittedStatement {
  kind: 'submitted'
  level: SubmittedLevel
  /** ISO 8601, UTC; so in every statement. */
  at: string
}

/** A workflow handed a document in with a token; with the key beside it anybody can verify that again. */
export interface SignedStatement {
  kind: 'signed'
  level: ProvenLevel
  /** JSON Web Token, RS256. */
  token: string
  /** The issuer's public key that it verified with, as in its JSON Web Key (RFC 7518, section 6.3). */
  kid: string
  n: string
  e: string
  at: string
}

/** A newer run stands in place of this one, which stays as it is. */
export interface SupersededStatement {
  kind: 'superseded'
  /** The id of the newer run. */
  by: string
  at: string
}

/** Whoever handed the run in no longer stands by it. It stays as it is. */
export interface WithdrawnStatement {
  kind: 'withdrawn'
  reason: string
  at: string
}

/** The document was taken out of the registry, for what it told about somebody. */
export interface DeletedStatement {
  kind: 'deleted'
  /** `sha256:` of the document that was here. */
  hash: string
  reason: string
  at: string
}

/** What keeps a run from standing for itself. */
export type RunState = SupersededStatement | WithdrawnStatement

/** Something said about a document after it was made. Statements are only ever added. */
export type Statement =
  | SubmittedStatement
  | SignedStatement
  | SupersededStatement
  | WithdrawnStatement
  | DeletedStatement

/** Adds a statement beside a document, durably. Throws `damaged-statements`. */
export function addStatement(registry: Registry, id: string, statement: Statement): void {
  readStatements(registry, id)
  const file = statementFile(registry, id)
  const said = existsSync(file) ? readFileSync(file, 'utf8') : ''
  appendText(file, `${endTorn(said)}${JSON.stringify(statement)}\n`)
}

/** Adds a statement where there is none yet: of several at once, one. */
export function addFirstStatement(registry: Registry, id: string, statement: Statement): void {
  writeNewFile(statementFile(registry, id), Buffer.from(`${JSON.stringify(statement)}\n`, 'utf8'))
}

/**
 * The statements about a document, oldest first. What a crash tore is passed over, with a warning on stderr. Where any
 * other line is damaged, what it said is not known: nobody is told less than was said. Throws `damaged-statements`.
 */
export function readStatements(registry: Registry, id: string): Statement[] {
  const { statements, faults } = examineStatements(registry, id)
  const [first] = faults
  if (first === undefined) return statements
  const where = first.line === null ? '' : `, line ${first.line},`
  throw new RegistryError(
    'damaged-statements',
    `statements/${id}.jsonl${where} is damaged (${first.message}), so what was said of this run is not known; put the file back as it was.`,
    EXIT.environment,
  )
}

/** What is wrong with a file of statements. */
export interface StatementFault {
  /** From 1; null: the whole file. */
  line: number | null
  message: string
}

/**
 * The statements about a document as far as they can be read, and what is wrong with the others. What is signed and not
 * proven was said, but counts for nothing.
 */
export function examineStatements(
  registry: Registry,
  id: string,
): { statements: Statement[]; faults: StatementFault[]; unproven: StatementFault[] } {
  const file = statementFile(registry, id)
  const found = { statements: [] as Statement[], faults: [] as StatementFault[], unproven: [] as StatementFault[] }
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return found
  if (!isRegularFile(file)) return { ...found, faults: [{ line: null, message: 'it is a link, or no file' }] }
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, text] of lines.entries()) {
    const read = readStatementLine(text, index === lines.length - 1)
    if (read === 'torn') {
      console.error(`${file}, line ${index + 1}, was torn by a crash before it was acknowledged, and is passed over.`)
    } else if (read !== 'empty') {
      if ('fault' in read) found.faults.push({ line: index + 1, message: read.fault })
      else addProven(found, read, { file, id, line: index + 1 })
    }
  }
  return found
}

function addProven(
  found: { statements: Statement[]; unproven: StatementFault[] },
  statement: Statement,
  { file, id, line }: { file: string; id: string; line: number },
): void {
  const message = statement.kind === 'signed' ? proofFault(id, statement) : null
  if (message === null) {
    found.statements.push(statement)
    return
  }
  found.unproven.push({ line, message })
  console.error(`${file}, line ${line}, proves nothing: ${message}. It is passed over.`)
}

/** Size in bytes, and when it was last changed, in ms since 1970: another is there when more was said. 0 where nothing was. */
export function statementStatus(registry: Registry, id: string): { size: number; modified: number } {
  const { size = 0, mtimeMs = 0 } = lstatSync(statementFile(registry, id), { throwIfNoEntry: false }) ?? {}
  return { size, modified: Math.round(mtimeMs) }
}

/** The ids of the runs about which something was said, sorted; their documents may be gone. */
export function listStated(registry: Registry): string[] {
  const names = readdirSync(registry.statements).filter((name) => name.endsWith('.jsonl'))
  return names
    .map((name) => name.slice(0, -'.jsonl'.length))
    .filter((id) => RUN_ID.test(id))
    .sort()
}

/** The level that was proven first, else the one it was handed in with, else the lowest it can have. */
export function provenanceLevelOf(document: RunDocument, statements: Statement[]): ProvenanceLevel {
  const signed = statements.find((statement) => statement.kind === 'signed')
  const submitted = statements.findLast((statement) => statement.kind === 'submitted')
  return signed?.level ?? submitted?.level ?? submittedLevelOf(document)
}

/** The state of a run: withdrawn where it ever was, else what stands in its place; null where it stands for itself. */
export function stateOf(statements: Statement[]): RunState | null {
  const withdrawn = statements.findLast((statement) => statement.kind === 'withdrawn')
  return withdrawn ?? statements.findLast((statement) => statement.kind === 'superseded') ?? null
}

/** Whether a run's document was taken out of the registry for good. */
export function isDeleted(statements: Statement[]): boolean {
  return statements.some(({ kind }) => kind === 'deleted')
}

/** The level of a document handed in by hand. */
export function submittedLevelOf(document: RunDocument): SubmittedLevel {
  return document.origin.kind === 'transcribed' ? 'transcribed' : 'self-reported'
}

/** Where the statements about a run are, or would be. */
export function statementFile(registry: Registry, id: string): string {
  return path.join(registry.statements, `${id}.jsonl`)
}
