import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client } from '@libsql/client'
import { EXIT, RegistryError } from '../errors.ts'
import { sha256 } from './sha256.ts'

interface Migration {
  name: string
  sql: string
  checksum: string
}

const DIRECTORY = path.join(import.meta.dirname, '..', '..', 'prisma', 'migrations')

/**
 * Applies the SQL migrations that a database lacks, ordered by name, each in one transaction. Returns the names of
 * these migrations. Applied migrations are recorded in the table of Prisma's own migrate command, so this function and
 * Prisma's command are interchangeable.
 * @throws RegistryError `unknown-migration`, `changed-migration` if the database was made by other migrations
 */
export async function migrate(client: Client, migrations: Migration[] = readMigrations()): Promise<string[]> {
  await client.execute(MIGRATIONS_TABLE)
  const applied = await client.execute(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL',
  )
  const again = client.protocol === 'file' ? 'delete index.sqlite' : 'set PLIMSOLL_DATABASE_URL to an empty database'
  for (const row of applied.rows) assertKnown(String(row.migration_name), String(row.checksum), migrations, again)
  const done = new Set(applied.rows.map((row) => String(row.migration_name)))
  const pending = migrations.filter(({ name }) => !done.has(name))
  const newlyApplied: string[] = []
  for (const migration of pending) if (await apply(client, migration)) newlyApplied.push(migration.name)
  return newlyApplied
}

/** Returns the migrations in a directory. Each migration is a folder with a `migration.sql`. */
export function readMigrations(directory: string = DIRECTORY): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: sha256(sql) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Applies a migration. Returns false if another process applied it meanwhile; only a check inside the write transaction
 * is safe.
 */
async function apply(client: Client, { name, sql, checksum }: Migration): Promise<boolean> {
  const transaction = await client.transaction('write')
  try {
    const recorded = await transaction.execute({ sql: RECORDED, args: [name] })
    if (recorded.rows.length > 0) return false
    await transaction.executeMultiple(sql)
    await transaction.execute({ sql: RECORD, args: [randomUUID(), checksum, name, Date.now(), Date.now()] })
    await transaction.commit()
    return true
  } finally {
    transaction.close()
  }
}

/** Throws if a recorded migration is not one of `migrations`. @param again text on how to rebuild the index */
function assertKnown(name: string, checksum: string, migrations: Migration[], again: string): void {
  const migration = migrations.find((candidate) => candidate.name === name)
  if (migration === undefined) {
    throw new RegistryError(
      'unknown-migration',
      `The index was created by a newer version (migration ${name}). Update this installation, or ${again} to rebuild the index.`,
      EXIT.environment,
    )
  }
  if (migration.checksum !== checksum) {
    throw new RegistryError(
      'changed-migration',
      `The index was created with another version of migration ${name}; ${again} to rebuild the index.`,
      EXIT.environment,
    )
  }
}

const RECORDED =
  'SELECT 1 FROM _prisma_migrations WHERE migration_name = ? AND rolled_back_at IS NULL AND finished_at IS NOT NULL'

const RECORD = `INSERT INTO _prisma_migrations
  (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)`

const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`
