import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client, Transaction } from '@libsql/client'
import { EXIT, RegistryError } from '../errors.ts'
import { sha256 } from './sha256.ts'

/** The SQL that makes the tables of an index. They are those of `schema.prisma`. */
const TABLES = readFileSync(path.join(import.meta.dirname, '..', '..', 'prisma', 'index.sql'), 'utf8')
/** The folders with the program that derives the rows, relative to the site's package. */
const PROGRAM = ['src/store', 'src/provenance', '../schema/src']

let version: string | null = null

/** The version of an index, which it has in a table of its own: a digest of its tables, and of the program that wrote its rows. */
function currentVersion(): string {
  version ??= sha256(JSON.stringify([TABLES, ...PROGRAM.flatMap(sourcesOf)]))
  return version
}

function sourcesOf(folder: string): string[] {
  const directory = path.join(import.meta.dirname, '..', '..', folder)
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return sources.map((name) => readFileSync(path.join(directory, name), 'utf8'))
}

const MAKE = `
DROP TABLE IF EXISTS "Benchmark";
DROP TABLE IF EXISTS "Engine";
DROP TABLE IF EXISTS "Run";
DROP TABLE IF EXISTS "IndexVersion";
CREATE TABLE "IndexVersion" ("version" TEXT NOT NULL);
${TABLES}`

/**
 * Makes the tables of an index if it has none, or one of another version. All rows are derived from documents and statements,
 * so the next synchronization writes them again. Several processes may call this at the same time.
 * @throws RegistryError `index-unusable` for a database on a server that has tables of something else
 */
export async function ensureTables(client: Client): Promise<void> {
  const current = currentVersion()
  if ((await readVersion(client)) === current) return
  const transaction = await client.transaction('write')
  try {
    const found = await readVersion(transaction)
    // Another process may have made them meanwhile.
    if (found === current) return
    if (found === null && client.protocol !== 'file') await assertEmpty(transaction)
    await transaction.executeMultiple(MAKE)
    await transaction.execute({ sql: 'INSERT INTO "IndexVersion" VALUES (?)', args: [current] })
    await transaction.commit()
  } finally {
    transaction.close()
  }
}

type Connection = Pick<Client | Transaction, 'execute'>

/** Returns the version of the tables; null if the database is not an index. */
async function readVersion(connection: Connection): Promise<string | null> {
  if (!(await tablesOf(connection)).includes('IndexVersion')) return null
  const { rows } = await connection.execute('SELECT "version" FROM "IndexVersion"')
  return rows[0] === undefined ? null : String(rows[0].version)
}

async function assertEmpty(connection: Connection): Promise<void> {
  const [table] = await tablesOf(connection)
  if (table === undefined) return
  const sentence = `The database at PLIMSOLL_DATABASE_URL has a table ${table}, which is not of an index of Plimsoll. Set PLIMSOLL_DATABASE_URL to an empty database.`
  throw new RegistryError('index-unusable', sentence, EXIT.environment)
}

async function tablesOf(connection: Connection): Promise<string[]> {
  const { rows } = await connection.execute(
    `SELECT "name" FROM sqlite_master WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%'`,
  )
  return rows.map(({ name }) => String(name))
}
