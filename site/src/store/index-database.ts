import { rmSync } from 'node:fs'
import { type Client, createClient, type InStatement } from '@libsql/client'
import type { IndexRows } from './index-rows.ts'
import { migrate } from './migrate.ts'
import type { Registry } from './registry.ts'

/**
 * Opens the index of a registry for writing, made or brought up to date where needed. A file that is no database is
 * thrown away: the index follows from documents and statements.
 */
export async function openIndex(registry: Registry): Promise<Client> {
  try {
    return await openDatabase(registry.index)
  } catch (error) {
    if (!isNoDatabase(error)) throw error
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${registry.index}${suffix}`, { force: true })
    return await openDatabase(registry.index)
  }
}

/** What the index holds: the id of each run, and what its rows were derived from. */
export async function readIndexed(
  client: Client,
): Promise<Map<string, { analysisVersion: number; statementBytes: number }>> {
  const { rows } = await client.execute('SELECT "id", "analysisVersion", "statementBytes" FROM "Run"')
  return new Map(
    rows.map((row) => [
      String(row.id),
      { analysisVersion: Number(row.analysisVersion), statementBytes: Number(row.statementBytes) },
    ]),
  )
}

/** Takes runs out of the index and puts others in, in one transaction. */
export async function replaceRuns(client: Client, removed: string[], added: IndexRows[]): Promise<void> {
  const removals = removed.flatMap((id) => REMOVALS.map((sql): InStatement => ({ sql, args: [id] })))
  const insertions = (['Run', 'Engine', 'Cell'] as const).flatMap((table) =>
    insertStatements(
      table,
      added.flatMap((rows) => rows[table]),
    ),
  )
  await client.batch([...removals, ...insertions], 'write')
}

/** Children first: whether foreign keys cascade depends on the connection. */
const REMOVALS = [
  'DELETE FROM "Cell" WHERE "runId" = ?',
  'DELETE FROM "Engine" WHERE "runId" = ?',
  'DELETE FROM "Run" WHERE "id" = ?',
]

const BUSY_TIMEOUT_MS = 10_000

async function openDatabase(file: string): Promise<Client> {
  const client = createClient({ url: `file:${file}`, timeout: BUSY_TIMEOUT_MS })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    await migrate(client)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

function isNoDatabase(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT'
}

/** Many rows a statement: one statement a row spends most of its time in crossing into the library. */
const ROWS_PER_STATEMENT = 100

function insertStatements(table: string, rows: IndexRows['Run']): InStatement[] {
  const [first] = rows
  if (first === undefined) return []
  const columns = Object.keys(first)
  const placeholders = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES `
  const statements: InStatement[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT)
    statements.push({
      sql: head + chunk.map(() => placeholders).join(', '),
      args: chunk.flatMap((row) => columns.map((name) => row[name] ?? null)),
    })
  }
  return statements
}
