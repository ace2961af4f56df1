import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '@libsql/client'
import type { CsvValue } from '@plimsoll/schema/browser'
import { isServer } from '../store/database-connection.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { csvLine } from './csv.ts'

/** The published part of the index: each table with its columns and the order of its rows. */
const TABLES = [
  { name: 'Run', file: 'runs', order: ['id'] },
  { name: 'Engine', file: 'engines', order: ['runId', 'name'] },
  { name: 'Benchmark', file: 'benchmarks', order: ['runId', 'position', 'metric'] },
] as const

/** The columns that serve only the index itself, to detect changed files. Readers do not need them. */
const INTERNAL = new Set(['storedSize', 'storedModified', 'statementsSize', 'statementsModified'])

/** The number of characters of text to collect before they are converted to bytes. */
const PART = 1_000_000

/**
 * Returns the index of a registry for download, by file name: an SQLite file, and a CSV file per table. Rows are sorted
 * by their keys, so that the same runs give the same bytes, whatever the order in which they were submitted. An index
 * on a server is not copied: a file is made from the documents again.
 */
export async function copyIndex(registry: Registry): Promise<Map<string, Buffer>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-data-'))
  const file = path.join(directory, 'plimsoll.sqlite')
  try {
    await copyTables(await indexFile(registry, directory), file)
    return new Map([...readTables(file), ['plimsoll.sqlite', readFileSync(file)]])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Returns the file of an index. */
async function indexFile(registry: Registry, directory: string): Promise<string> {
  if (!isServer(registry.database)) return registry.index
  const index = path.join(directory, 'index.sqlite')
  await synchronizeIndex({ ...registry, index, database: `file:${index}` })
  return index
}

async function copyTables(source: string, file: string): Promise<void> {
  const client = createClient({ url: `file:${file}` })
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
 * Reads the tables with Node's SQLite. The libSQL driver, which makes an object of each row, takes five times as long.
 */
function readTables(file: string): [string, Buffer][] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return TABLES.map(({ name, file }) => [`${file}.csv`, toCsv(database, name)])
  } finally {
    database.close()
  }
}

function toCsv(database: DatabaseSync, name: Table['name']): Buffer {
  // The rows need no sorting, because they were inserted in the order of their keys.
  const query = database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)
  query.setReturnArrays(true)
  const parts: Buffer[] = []
  let text = csvLine(query.columns().map(({ column }) => column))
  for (const row of query.iterate()) {
    text += csvLine(row as unknown as CsvValue[])
    // Convert the lines to bytes, which need far less memory than strings.
    if (text.length > PART) text = keep(text)
  }
  keep(text)
  return Buffer.concat(parts)

  function keep(text: string): '' {
    parts.push(Buffer.from(text))
    return ''
  }
}
