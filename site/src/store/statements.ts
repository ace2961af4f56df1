import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { appendLine, writeNewFile } from './durable.ts'
import type { Registry } from './registry.ts'

const TIERS = ['self-reported', 'transcribed'] as const

/** How it is known who handed a run in. */
export type Tier = (typeof TIERS)[number]

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
    const value = parseLine(line)
    if (isStatement(value)) return [value]
    if (value !== undefined) console.error(`${file}, line ${index + 1}, is not a statement and is passed over.`)
    return []
  })
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

/** undefined for a line torn by a crash: it was never acknowledged and says nothing. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null) return false
  const { kind, tier, at } = value as Record<string, unknown>
  return kind === 'submitted' && TIERS.some((known) => known === tier) && typeof at === 'string'
}

function statementFile(registry: Registry, id: string): string {
  return path.join(registry.statements, `${id}.jsonl`)
}
