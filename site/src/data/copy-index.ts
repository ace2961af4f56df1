import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '@libsql/client'
import type { CsvValue } from '@plimsoll/schema/browser'
import { fileUrl, isServer } from '../store/database-connection.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { csvLine } from './csv.ts'

/** The published part of the index: each table with its columns and the order of its rows. */
const TABLES = [
  { name: 'Run', file: 'runs', order: ['id'] },
  { name: 'Engine', file: 'engines', order: ['runId', 'name'] },
  { name: 'Benchmark', file: 'benchmarks', order: ['runId', 'position', 'metric'] },
] as const

/** The columns that serve only the index itself: to detect changed files, and to sort. Readers do not need them. */
const INTERNAL = new Set([
  ...['storedSize', 'storedModified', 'statementsSize', 'statementsModified', 'bundleSize', 'bundleModified'],
  ...['submittedAt', 'trust'],
])

/** The number of characters of text to collect before they are written. */
const PART = 1_000_000

/**
 * Copies the index of a registry for download into a directory: as an SQLite file, and as a CSV file per table. Rows are
 * sorted by their keys, so that the same runs give the same bytes, whatever the order in which they were submitted. An
 * index on a server is not copied: a file is made from the documents again.
 * @returns the names of the files
 */
export async function copyIndex(registry: Registry, directory: string): Promise<string[]> {
  const file = path.join(directory, 'plimsoll.sqlite')
  const scratch = mkdtempSync(path.join(tmpdir(), 'plimsoll-data-'))
  try {
    await copyTables(await indexFile(registry, scratch), file)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return ['plimsoll.sqlite', ...(await writeTables(file, directory))]
}

/** Returns the file of an index. */
async function indexFile(registry: Registry, directory: string): Promise<string> {
  if (!isServer(registry.database)) return registry.index
  const index = path.join(directory, 'index.sqlite')
  await synchronizeIndex({ ...registry, index, database: fileUrl(index) })
  return index
}

async function copyTables(source: string, file: string): Promise<void> {
  const client = createClient({ url: fileUrl(file) })
  try {
    await client.execute('PRAGMA journal_mode = OFF')
    await client.execute({ sql: 'ATTACH DATABASE ? AS source', args: [source] })
    // Read in one transaction. It sees one state of the index, and does not block writers.
    await client.execute('BEGIN DEFERRED')
    for (const table of TABLES) await copyTable(client, table)
    await client.execute('COMMIT')
  } finally {
    client.close()
  }
}

type Table = (typeof TABLES)[number]

async function copyTable(client: Client, { name, order }: Table): Promise<void> {
  const { rows } = await client.execute(`SELECT name, type FROM pragma_table_info('${name}', 'source')`)
  const columns = rows.filter((row) => !INTERNAL.has(String(row.name)))
  const names = columns.map((row) => `"${row.name}"`).join(', ')
  const types = columns.map((row) => `"${row.name}" ${row.type}`).join(', ')
  await client.execute(`CREATE TABLE "${name}" (${types}, PRIMARY KEY (${order.join(', ')}))`)
  await client.execute(
    `INSERT INTO main."${name}" (${names}) SELECT ${names} FROM source."${name}" ORDER BY ${order.join(', ')}`,
  )
}

/**
 * Writes each table as CSV. Reads the tables with Node's SQLite: the libSQL driver, which makes an object of each row,
 * takes five times as long.
 */
async function writeTables(file: string, directory: string): Promise<string[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    for (const { name, file } of TABLES) await writeCsv(database, name, path.join(directory, `${file}.csv`))
    return TABLES.map(({ file }) => `${file}.csv`)
  } finally {
    database.close()
  }
}

async function writeCsv(database: DatabaseSync, name: Table['name'], file: string): Promise<void> {
  // The rows need no sorting, because they were inserted in the order of their keys.
  const query = database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)
  query.setReturnArrays(true)
  const handle = await open(file, 'wx')
  try {
    let text = csvLine(query.columns().map(({ column }) => column))
    for (const row of query.iterate()) {
      text += csvLine(row as unknown as CsvValue[])
      if (text.length > PART) {
        await handle.writeFile(text)
        text = ''
      }
    }
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}
