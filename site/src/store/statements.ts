import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { appendLine } from './durable.ts'
import type { Registry } from './registry.ts'

/** How it is known who handed a run in. */
export type Tier = 'self-reported' | 'transcribed'

/** Something said about a document after it was made. Statements are only ever added. */
export interface SubmittedStatement {
  kind: 'submitted'
  tier: Tier
  /** ISO 8601, UTC. */
  at: string
}

export type Statement = SubmittedStatement

/** Adds a statement beside a document, durably. */
export function addStatement(registry: Registry, id: string, statement: Statement): void {
  appendLine(statementFile(registry, id), JSON.stringify(statement))
}

/** The statements about a document, oldest first. */
export function readStatements(registry: Registry, id: string): Statement[] {
  const file = statementFile(registry, id)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').flatMap(readLine)
}

/** Grows with every statement: whoever derived something from them sees whether there are more. */
export function statementBytes(registry: Registry, id: string): number {
  return statSync(statementFile(registry, id), { throwIfNoEntry: false })?.size ?? 0
}

/** The tier a document was handed in with, or the lowest it can have where nothing was said. */
export function tierOf(document: RunDocument, statements: Statement[]): Tier {
  return statements.findLast(({ kind }) => kind === 'submitted')?.tier ?? tierByHand(document)
}

/** The tier of a document handed in by hand. */
export function tierByHand(document: RunDocument): Tier {
  return document.origin.kind === 'transcribed' ? 'transcribed' : 'self-reported'
}

/** A line torn by a crash was never acknowledged and says nothing. */
function readLine(line: string): Statement[] {
  try {
    return [JSON.parse(line) as Statement]
  } catch {
    return []
  }
}

function statementFile(registry: Registry, id: string): string {
  return path.join(registry.statements, `${id}.jsonl`)
}
