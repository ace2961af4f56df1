import { type Client, createClient, type Transaction } from '@libsql/client'
import { connectionTo } from './database-connection.ts'
import { insertStatements } from './index-database.ts'
import { migrate } from './migrate.ts'
import type { Registry } from './registry.ts'

/** The tables of the index with their key columns. A table refers only to tables that are listed before it. */
const TABLES = { Run: ['id'], Engine: ['runId', 'name'], Benchmark: ['runId', 'position', 'metric'] } as const

/**
 * The number of rows per response. A server limits the size of a response, by default to 10 MB; a row has about 1 kB.
 */
const ROWS_PER_PAGE = 2000

/** Copies the index from a server to an SQLite file. @param file the path of the file, which must not exist yet */
export async function fetchIndex(registry: Registry, file: string): Promise<void> {
  const server = createClient(connectionTo(registry))
  const copy = createClient({ url: `file:${file}` })
  try {
    await migrate(copy)
    // The transaction makes all reads see the same state of the index.
    const state = await server.transaction('read')
    for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[]) await fetchTable(state, copy, table)
    state.close()
  } finally {
    server.close()
    copy.close()
  }
}

async function fetchTable(server: Transaction, copy: Client, table: keyof typeof TABLES): Promise<void> {
  const key = TABLES[table]
  const names = key.map((name) => `"${name}"`).join(', ')
  const after = `WHERE (${names}) > (${key.map(() => '?').join(', ')})`
  let last: Record<string, unknown> | undefined
  do {
    const sql = `SELECT * FROM "${table}" ${last === undefined ? '' : after} ORDER BY ${names} LIMIT ${ROWS_PER_PAGE}`
    const args = last === undefined ? [] : key.map((name) => last?.[name] as string | number)
    const { rows, columns } = await server.execute({ sql, args })
    const plain = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] as string | number])))
    await copy.batch(insertStatements(table, plain), 'write')
    last = plain.length === ROWS_PER_PAGE ? plain.at(-1) : undefined
  } while (last !== undefined)
}
