import { existsSync, rmSync, statSync } from 'node:fs'
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client'
import { EXIT, RegistryError } from '../errors.ts'
import { connectionTo, isServer } from './database-connection.ts'
import type { IndexRows } from './index-rows.ts'
import { ensureTables } from './index-tables.ts'
import type { Registry } from './registry.ts'

/**
 * Opens the index of a registry and calls `work` with it. First makes its tables if necessary. A broken
 * file is deleted and rebuilt from documents and statements. A database on a server is never deleted, because the
 * address may be wrong.
 * @throws RegistryError `index-unusable`
 */
export async function withIndex<Result>(
  registry: Registry,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  if (isServer(registry.database)) return await withIndexOnServer(registry, work)
  try {
    return await withIndexFile(registry, work)
  } catch (error) {
    if (!isBroken(registry, error)) throw explainFileError(registry, error)
  }
  try {
    removeIndexFile(registry)
    return await withIndexFile(registry, work)
  } catch (error) {
    throw explainFileError(registry, error)
  }
}

/** Removes the file of the index, so that the next synchronization rebuilds it. */
export function removeIndexFile({ index }: Registry): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${index}${suffix}`, { force: true })
}

/** The version of the inputs from which the rows of a run were derived. */
export interface IndexEntry {
  storedHash: string
  storedSize: number
  storedModified: number
  statementsSize: number
  /** The modification time of the statements file, in ms since 1970. */
  statementsModified: number
  bundleSize: number
  bundleModified: number
  /** A digest of what the registry trusted when the bundle was verified; empty without one. */
  trust: string
  /** Why the bundle proves nothing; null if it does, or without one. */
  bundleFault: string | null
}

/** Returns the entries of the index, by run id. */
export async function readIndexEntries(client: Client): Promise<Map<string, IndexEntry>> {
  const { rows } = await client.execute(ENTRIES)
  return new Map(rows.map(({ id, ...entry }) => [String(id), entry as unknown as IndexEntry]))
}

const ENTRIES = `SELECT "id", "storedHash", "storedSize", "storedModified", "statementsSize",
  "statementsModified", "bundleSize", "bundleModified", "trust", "bundleFault" FROM "Run"`

/**
 * Removes runs from the index and adds others, in one transaction. If a run is removed for good, nothing of its text stays
 * in the files of the index: it may have been deleted because of personal data. The statements are written here, because Prisma's
 * `createMany` takes more than twenty times as long. Node's own SQLite would take 0.15 instead of 0.40 ms of
 * processor time for a run of 24 benchmarks. But pages read the index with libSQL, also in the process that writes it, and
 * two SQLite libraries corrupt a file that both open in one process (https://sqlite.org/howtocorrupt.html, 2.2.1).
 */
export async function replaceRuns(client: Client, removed: string[], added: IndexRows[]): Promise<void> {
  const removals = removed.flatMap((id) => REMOVALS.map((sql): InStatement => ({ sql, args: [id] })))
  const insertions = (['Run', 'Engine', 'Benchmark'] as const).flatMap((table) =>
    insertStatements(
      table,
      added.flatMap((rows) => rows[table]),
    ),
  )
  await client.batch([...removals, ...insertions], 'write')
  const kept = new Set(added.flatMap(({ Run }) => Run.map(({ id }) => id)))
  // Without this, old pages stay in the write-ahead log as long as a server has the index open.
  if (client.protocol === 'file' && removed.some((id) => !kept.has(id)))
    await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
}

/**
 * The number of runs per transaction. A transaction writes each database page that it changed, and in a larger
 * transaction more runs share a page.
 */
const RUNS_PER_TRANSACTION = 500
/** The number of rows of benchmarks from which a transaction begins at once, because they wait in memory. */
const ROWS_PER_TRANSACTION = 20_000

/** Collects rows of runs for large transactions. The caller ends with `flush`. */
export interface RowCollector {
  add(rows: readonly IndexRows[]): Promise<void>
  flush(): Promise<void>
}

/** @param write makes one transaction */
export function collectRows(write: (rows: IndexRows[]) => Promise<void>): RowCollector {
  const waiting: IndexRows[] = []
  let benchmarks = 0
  const flush = async () => {
    benchmarks = 0
    if (waiting.length > 0) await write(waiting.splice(0))
  }
  return {
    async add(rows) {
      waiting.push(...rows)
      benchmarks += rows.reduce((sum, { Benchmark }) => sum + Benchmark.length, 0)
      if (waiting.length >= RUNS_PER_TRANSACTION || benchmarks >= ROWS_PER_TRANSACTION) await flush()
    },
    flush,
  }
}

/**
 * The statements that remove a run. Rows that refer to other rows are removed first, because automatic (cascading)
 * deletes depend on a setting of the connection.
 */
const REMOVALS = [
  'DELETE FROM "Benchmark" WHERE "runId" = ?',
  'DELETE FROM "Engine" WHERE "runId" = ?',
  'DELETE FROM "Run" WHERE "id" = ?',
]

/**
 * The size of SQLite's page cache, in KiB. Runs are inserted in random order, so with a small cache each page is read
 * and written many times.
 */
const CACHE_KIB = 65_536
async function withIndexFile<Result>(registry: Registry, work: (client: Client) => Promise<Result>): Promise<Result> {
  if (isEmptied(registry)) removeIndexFile(registry)
  const client = createClient(connectionTo(registry))
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    // This makes another connection, for which the following settings would not apply.
    await ensureTables(client)
    // After a power failure, the index is consistent but may lack the latest runs, which are then indexed again.
    await client.execute('PRAGMA synchronous = NORMAL')
    // Overwrite what is deleted with zeros.
    await client.execute('PRAGMA secure_delete = ON')
    await client.execute(`PRAGMA cache_size = -${CACHE_KIB}`)
    return await work(client)
  } finally {
    client.close()
  }
}

/**
 * Whether the file of the index lost its content, or is missing, while it was in use. SQLite cannot recover it: the readers
 * that have it open keep the lock that a writer needs. A file that another process is creating has no log yet.
 */
function isEmptied({ index }: Registry): boolean {
  const size = statSync(index, { throwIfNoEntry: false })?.size ?? 0
  return size === 0 && ['-wal', '-shm'].some((suffix) => existsSync(`${index}${suffix}`))
}

async function withIndexOnServer<Result>(
  registry: Registry,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(connectionTo(registry))
  try {
    await ensureTables(client)
    return await work(client)
  } catch (error) {
    throw explainServerError(registry, error)
  } finally {
    client.close()
  }
}

/**
 * Whether SQLite reports a file that is not a database, has corrupt pages, or lacks a table or a column. If the write-ahead
 * log was deleted while a process has the index open, SQLite reports that it cannot read the log.
 */
function isBroken({ index }: Registry, error: unknown): boolean {
  const hasLog = (statSync(`${index}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const isBroken = /^SQLITE_(NOTADB|CORRUPT|ERROR|SCHEMA|MISMATCH|FORMAT)/.test(codeOf(error))
  return isBroken || (!hasLog && codeOf(error).startsWith('SQLITE_IOERR'))
}

function explainFileError({ index }: Registry, error: unknown): unknown {
  if (!codeOf(error).startsWith('SQLITE_')) return error
  return new RegistryError(
    'index-unusable',
    `The index ${index} cannot be used (${(error as Error).message}). Check that the registry is writable, which it must be. If it is, delete index.sqlite to rebuild the index.`,
    EXIT.environment,
  )
}

/**
 * Converts the driver's error into `index-unusable` if the server of the database does not respond or responds with an
 * error.
 */
function explainServerError({ database }: Registry, error: unknown): unknown {
  const { message, cause } = error as Error
  const unreachable = error instanceof TypeError && message === 'fetch failed'
  if (!(error instanceof LibsqlError) && !unreachable) return error
  return new RegistryError(
    'index-unusable',
    `The index on ${database} cannot be used (${unreachable ? String((cause as Error)?.message) : message}). Check that the server is running, and that PLIMSOLL_DATABASE_TOKEN is a token for this server. Or set PLIMSOLL_DATABASE_URL to an empty database, and the index is rebuilt there.`,
    EXIT.environment,
  )
}

/** Returns the code of a driver's error. If a file cannot be opened, the error has only a message. */
function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return String(message).startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : String(code ?? '')
}

/** The number of rows per statement. With one row each, most of the time goes into calls to the library. */
const ROWS_PER_STATEMENT = 100

/**
 * Inserts rows into a table. If another process inserted the same run meanwhile, its rows stay, because they are
 * derived from the same bytes.
 */
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
      sql: `${head}${chunk.map(() => placeholders).join(', ')} ON CONFLICT DO NOTHING`,
      args: chunk.flatMap((row) => columns.map((name) => row[name] ?? null)),
    })
  }
  return statements
}
