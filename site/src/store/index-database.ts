import { rmSync, statSync } from 'node:fs'
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client'
import { EXIT, RegistryError } from '../errors.ts'
import { connectionTo, isServer } from './database.ts'
import type { IndexRows } from './index-rows.ts'
import { migrate } from './migrate.ts'
import type { Registry } from './registry.ts'

/**
 * Does something with the index of a registry, made or brought up to date where needed. A file that is broken, however
 * that shows, is thrown away and made again: it follows from documents and statements. A server's database is not:
 * somebody may have named the wrong one. Throws `index-unusable`.
 */
export async function withIndex<Result>(
  registry: Registry,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  if (isServer(registry.database)) return await onServer(registry, work)
  try {
    return await openAndDo(registry.index, work)
  } catch (error) {
    if (!isBroken(error)) throw explain(registry, error)
  }
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${registry.index}${suffix}`, { force: true })
    return await openAndDo(registry.index, work)
  } catch (error) {
    throw explain(registry, error)
  }
}

/** What the rows of a run were derived from. */
export interface Indexed {
  analysisVersion: number
  storedHash: string
  storedSize: number
  storedModified: number
  statementBytes: number
  /** ms since 1970 */
  statedModified: number
}

/** What the index holds, by the id of each run. */
export async function readIndexed(client: Client): Promise<Map<string, Indexed>> {
  const indexed = new Map<string, Indexed>()
  let last = ''
  for (let more = true; more; ) {
    const { rows } = await client.execute({ sql: INDEXED_AFTER, args: [last, INDEXED_AT_ONCE] })
    for (const row of rows) {
      last = String(row.id)
      indexed.set(last, {
        analysisVersion: Number(row.analysisVersion),
        storedHash: String(row.storedHash),
        storedSize: Number(row.storedSize),
        storedModified: Number(row.storedModified),
        statementBytes: Number(row.statementBytes),
        statedModified: Number(row.statedModified),
      })
    }
    more = rows.length === INDEXED_AT_ONCE
  }
  return indexed
}

/** A server bounds the size of an answer. */
const INDEXED_AT_ONCE = 20_000
const INDEXED_AFTER = `SELECT "id", "analysisVersion", "storedHash", "storedSize", "storedModified", "statementBytes", "statedModified"
  FROM "Run" WHERE "id" > ? ORDER BY "id" LIMIT ?`

/** Takes runs out of the index and puts others in, in one transaction. */
export async function replaceRuns(client: Client, removed: string[], added: IndexRows[]): Promise<void> {
  const removals = removed.flatMap((id) => REMOVALS.map((sql): InStatement => ({ sql, args: [id] })))
  const insertions = (['Run', 'Engine', 'Benchmark'] as const).flatMap((table) =>
    insertStatements(
      table,
      added.flatMap((rows) => rows[table]),
    ),
  )
  await client.batch([...removals, ...insertions], 'write')
}

/** Children first: whether foreign keys cascade depends on the connection. */
const REMOVALS = [
  'DELETE FROM "Benchmark" WHERE "runId" = ?',
  'DELETE FROM "Engine" WHERE "runId" = ?',
  'DELETE FROM "Run" WHERE "id" = ?',
]

const BUSY_TIMEOUT_MS = 10_000
/** Runs come in no order: with too little room for the pages they go into, each is read and written many times. */
const CACHE_KIB = 65_536
/** Bytes: 20,000 runs, which are looked through in a second or two. */
const MAX_CHECKED = 256 * 1024 * 1024

async function openAndDo<Result>(file: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = createClient({ url: `file:${file}`, timeout: BUSY_TIMEOUT_MS })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    // Sound after a power cut, if not up to date: what is missing is derived again.
    await client.execute('PRAGMA synchronous = NORMAL')
    await client.execute(`PRAGMA cache_size = -${CACHE_KIB}`)
    await migrate(client)
    return await work(client)
  } finally {
    client.close()
  }
}

async function onServer<Result>(registry: Registry, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = createClient(connectionTo(registry))
  try {
    await migrate(client)
    return await work(client)
  } catch (error) {
    throw explainServer(registry, error)
  } finally {
    client.close()
  }
}

/**
 * Throws where a file of an index is broken, to be called within `withIndex`. Pages read the index too: what is broken
 * must show here, not there. A large one is not looked through, which takes minutes: who meets a broken page is told.
 */
export async function assertSound(client: Client, { index, database }: Registry): Promise<void> {
  if (isServer(database) || statSync(index).size > MAX_CHECKED) return
  const { rows } = await client.execute('PRAGMA integrity_check(1)')
  const [result] = Object.values(rows[0] ?? {})
  if (result !== 'ok') throw Object.assign(new Error(String(result)), { code: 'SQLITE_CORRUPT' })
}

/** What SQLite says of files that are no database, have torn pages, or lack a table or a column. */
function isBroken(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT|ERROR|SCHEMA|MISMATCH|FORMAT)/.test(codeOf(error))
}

function explain({ index }: Registry, error: unknown): unknown {
  if (!codeOf(error).startsWith('SQLITE_')) return error
  return new RegistryError(
    'index-unusable',
    `The index ${index} cannot be used (${(error as Error).message}); see that the registry can be written to, or delete index.sqlite to have it made again.`,
    EXIT.environment,
  )
}

/** What a server that does not answer, or answers with an error, makes the driver throw. */
function explainServer({ database }: Registry, error: unknown): unknown {
  const { message, cause } = error as Error
  const unreachable = error instanceof TypeError && message === 'fetch failed'
  if (!(error instanceof LibsqlError) && !unreachable) return error
  return new RegistryError(
    'index-unusable',
    `The index on ${database} cannot be used (${unreachable ? String((cause as Error)?.message) : message}); see that the server runs, that PLIMSOLL_DATABASE_TOKEN is one for it, or name an empty database to have the index made again.`,
    EXIT.environment,
  )
}

/** A file that cannot be opened has a message from the driver, and no code. */
function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return String(message).startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : String(code ?? '')
}

/** Many rows a statement: one statement a row spends most of its time in crossing into the library. */
const ROWS_PER_STATEMENT = 100

/** Puts rows into a table. A run that somebody put there meanwhile stays: its rows follow from the same bytes. */
export function insertStatements(table: string, rows: IndexRows['Run']): InStatement[] {
  const [first] = rows
  if (first === undefined) return []
  const columns = Object.keys(first)
  const placeholders = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES `
  const statements: InStatement[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT)
    statements.push({
      sql: `${head}${chunk.map(() => placeholders).join(', ')} ON CONFLICT DO NOTHING`,
      args: chunk.flatMap((row) => columns.map((name) => row[name] ?? null)),
    })
  }
  return statements
}
