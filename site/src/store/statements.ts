import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { appendLine, writeNewFile } from './durable.ts'
import type { Registry } from './registry.ts'
import { readStatement } from './statement-shape.ts'

/** How it is known who handed a run in. */
export type Tier = 'measured by Plimsoll' | 'signed by repository' | 'reported for a fork' | HandedInTier

/** Of what nobody signed. */
export type HandedInTier = 'self-reported' | 'transcribed'

/** Who handed a document in, and how that is known. */
export interface SubmittedStatement {
  kind: 'submitted'
  tier: HandedInTier
  /** ISO 8601, UTC; so in every statement. */
  at: string
}

/** A workflow handed a document in with a token; with the key beside it anybody can verify that again. */
export interface SignedStatement {
  kind: 'signed'
  tier: Exclude<Tier, HandedInTier>
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
export interface TombstoneStatement {
  kind: 'tombstone'
  /** `sha256:` of the document that was here. */
  hash: string
  reason: string
  at: string
}

/** Something said about a document after it was made. Statements are only ever added. */
export type Statement =
  | SubmittedStatement
  | SignedStatement
  | SupersededStatement
  | WithdrawnStatement
  | TombstoneStatement

/** Adds a statement beside a document, durably. */
export function addStatement(registry: Registry, id: string, statement: Statement): void {
  appendLine(statementFile(registry, id), JSON.stringify(statement))
}

/** Adds a statement where there is none yet: of several at once, one. */
export function addFirstStatement(registry: Registry, id: string, statement: Statement): void {
  writeNewFile(statementFile(registry, id), Buffer.from(`${JSON.stringify(statement)}\n`, 'utf8'))
}

/** The statements about a document, oldest first. A line that is none is passed over, with a warning on stderr. */
export function readStatements(registry: Registry, id: string): Statement[] {
  const file = statementFile(registry, id)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const read = readStatement(line)
    if (read.statement !== null) return [read.statement]
    if (read.fault !== null) {
      console.error(`${file}, line ${index + 1}, is not a statement and is passed over: ${read.fault}.`)
    }
    return []
  })
}

/** Grows with every statement: whoever derived something from them sees whether there are more. */
export function statementBytes(registry: Registry, id: string): number {
  return statSync(statementFile(registry, id), { throwIfNoEntry: false })?.size ?? 0
}

/** The ids of the runs about which something was said, sorted; their documents may be gone. */
export function listStated(registry: Registry): string[] {
  const names = readdirSync(registry.statements).filter((name) => STATEMENT_FILE.test(name))
  return names.map((name) => name.slice(0, -'.jsonl'.length)).sort()
}

/** The tier that was proven first, else the one it was handed in with, else the lowest it can have. */
export function tierOf(document: RunDocument, statements: Statement[]): Tier {
  const signed = statements.find((statement) => statement.kind === 'signed')
  const submitted = statements.findLast((statement) => statement.kind === 'submitted')
  return signed?.tier ?? submitted?.tier ?? tierByHand(document)
}

/** Whether a run's document was taken out of the registry for good. */
export function isBuried(statements: Statement[]): boolean {
  return statements.some(({ kind }) => kind === 'tombstone')
}

/** The tier of a document handed in by hand. */
export function tierByHand(document: RunDocument): HandedInTier {
  return document.origin.kind === 'transcribed' ? 'transcribed' : 'self-reported'
}

const STATEMENT_FILE = /^[a-z2-7]{26}\.jsonl$/

/** Where the statements about a run are, or would be. */
export function statementFile(registry: Registry, id: string): string {
  return path.join(registry.statements, `${id}.jsonl`)
}
