import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '@libsql/client'
import { isServer } from '../store/database.ts'
import { fetchIndex } from '../store/fetch-index.ts'
import type { Registry } from '../store/registry.ts'
import { type CsvValue, csvLine } from './csv.ts'

/** What is handed out of the index: each table, by its columns' names, and the order of its rows. */
const TABLES = [
  { name: 'Run', file: 'runs', order: ['id'] },
  { name: 'Engine', file: 'engines', order: ['runId', 'name'] },
  { name: 'Benchmark', file: 'benchmarks', order: ['runId', 'position', 'metric'] },
] as const

/** What the index keeps to know whether it is up to date, and no reader needs. */
const INTERNAL = new Set(['storedSize', 'storedModified', 'statementBytes', 'statedModified'])

/** Characters. */
const PART = 1_000_000

/**
 * The index of a registry for anybody: an SQLite file and a CSV file a table, by name. Rows are in the order of their
 * keys, so that the same runs make the same bytes, in whatever order they were handed in.
 */
export async function copyIndex(registry: Registry): Promise<Map<string, Buffer>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-data-'))
  const file = path.join(directory, 'plimsoll.sqlite')
  try {
    const fetched = path.join(directory, 'fetched.sqlite')
    const onServer = isServer(registry.database)
    if (onServer) await fetchIndex(registry, fetched)
    await copyTables(onServer ? fetched : registry.index, file)
    return new Map([...readTables(file), ['plimsoll.sqlite', readFileSync(file)]])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function copyTables(source: string, file: string): Promise<void> {
  const client = createClient({ url: `file:${file}` })
  try {
    await client.execute('PRAGMA journal_mode = OFF')
    await client.execute({ sql: 'ATTACH DATABASE ? AS source', args: [source] })
    // In one transaction, which sees one state of the index, and keeps nobody from writing to it.
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

/** Read by Node itself: the driver of the index, which makes an object of each row, takes five times as long. */
function readTables(file: string): [string, Buffer][] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return TABLES.map(({ name, file }) => [`${file}.csv`, toCsv(database, name)])
  } finally {
    database.close()
  }
}

function toCsv(database: DatabaseSync, name: Table['name']): Buffer {
  // Rows were put in by the order of their keys.
  const query = database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)
  query.setReturnArrays(true)
  const parts: Buffer[] = []
  let text = csvLine(query.columns().map(({ column }) => column))
  for (const row of query.iterate()) {
    text += csvLine(row as unknown as CsvValue[])
    // Bytes of many lines take far less memory than their texts do.
    if (text.length > PART) text = keep(text)
  }
  keep(text)
  return Buffer.concat(parts)

  function keep(text: string): '' {
    parts.push(Buffer.from(text))
    return ''
  }
}
