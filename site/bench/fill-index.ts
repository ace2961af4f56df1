// `node site/bench/fill-index.ts REGISTRY RUNS` fills the index of a registry with rows of runs. It must run in its own
// process: two SQLite libraries corrupt a file that both open in one process (https://sqlite.org/howtocorrupt.html,
// 2.2.1). This script uses Node's SQLite; the registry reads the index with libSQL.
import { closeSync, futimesSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { idOfHash } from '@plimsoll/schema'
import { documentFile } from '../src/store/documents.ts'
import { engineSlug } from '../src/store/engine-names.ts'
import { replaceRuns, withIndex } from '../src/store/index-database.ts'
import { addFiles, type IndexRows, indexRows } from '../src/store/index-rows.ts'
import { openRegistry, type Registry } from '../src/store/registry.ts'
import { sha256 } from '../src/store/sha256.ts'
import { synchronizeIndex } from '../src/store/synchronize-index.ts'
import { generateRun } from './generate.ts'

/** The number of runs whose rows are derived from a document. The rows of all other runs are copies of these rows. */
const PATTERNS = 40
const PRODUCTS = ['Docker Engine', 'Colima', 'Lima', 'OrbStack', 'Podman']
/** The name of each engine in the address of its page (its slug). */
export const ENGINES = PRODUCTS.map(engineSlug)
/** The number of runs of each project. */
const RUNS_A_PROJECT = 50
const DAY_MS = 86_400_000
const DAYS = 1500

/**
 * Fills the index of an empty registry with the rows of `count` runs of 24 benchmarks each, and writes an empty file
 * instead of each document. The queries do not read documents, and deriving the rows of a million documents would take
 * an hour. A tenth of the runs is excluded from histories. A tenth has a null pair, which is the comparison of the base
 * of a check with itself.
 */
async function fillIndex(registry: Registry, count: number): Promise<void> {
  await synchronizeIndex(registry)
  const patterns = Array.from({ length: PATTERNS }, (_, number) => patternRows(number))
  await withIndex(registry, (client) => replaceRuns(client, [], patterns))
  const database = new DatabaseSync(registry.index)
  try {
    database.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144',
    )
    const indexes = database
      .prepare(`SELECT "name", "sql" FROM sqlite_schema WHERE "type" = 'index' AND "sql" > ''`)
      .all()
    for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`)
    database.exec('BEGIN')
    listRuns(database, registry, count)
    for (const [table, own] of Object.entries(OWN_COLUMNS)) copyRows(database, table, own)
    database.exec(`DELETE FROM "Benchmark" WHERE "runId" IN (${PATTERN_IDS})`)
    database.exec(`DELETE FROM "Engine" WHERE "runId" IN (${PATTERN_IDS})`)
    database.exec(`DELETE FROM "Run" WHERE "id" IN (${PATTERN_IDS})`)
    for (const { sql } of indexes) database.exec(String(sql))
    database.exec('COMMIT; PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}

/** Returns the start time of run `number` of `count`. */
export function makeStartTime(number: number, count: number): string {
  return new Date(Date.UTC(2022, 0, 1) + (number / count) * DAYS * DAY_MS).toISOString().replace(/\.\d+/, '')
}

/** Returns the key of the project of run `number`. */
export function makeProjectKey(number: number, count: number): string {
  return `id:${1 + (number % Math.ceil(count / RUNS_A_PROJECT))}`
}

function patternRows(number: number): IndexRows {
  const document = generateRun(number)
  if (number % 10 > 0) Object.assign(document, { division: 'standard', deviations: [] })
  for (const engine of document.engines) engine.product = PRODUCTS[number % PRODUCTS.length] as string
  const id = `pattern-${number}`
  const file = { size: 0, modified: 0 }
  const unsigned = { signature: null, bundleFault: null, bundle: { size: -1, modified: -1 } }
  const rows = indexRows({ id, hash: id, document, statements: [], storedHash: id, ...unsigned })
  return addFiles(rows, { stored: file, statementsFile: file, trust: '', ...unsigned })
}

const PATTERN_IDS = Array.from({ length: PATTERNS }, (_, number) => `'pattern-${number}'`).join(', ')

/** The columns whose values differ from run to run, by table, each with its SQL expression. */
const OWN_COLUMNS: Record<string, Record<string, string>> = {
  Run: {
    id: 'made."id"',
    hash: 'made."hash"',
    startedAt: 'made."startedAt"',
    finishedAt: 'made."startedAt"',
    repository: `'example/' || substr(made."project", 4)`,
    projectName: `'example/' || substr(made."project", 4)`,
    project: 'made."project"',
    nullPairP: 'made."nullPairP"',
    storedHash: 'substr(made."hash", 8)',
  },
  Engine: { runId: 'made."id"', startedAt: 'made."startedAt"' },
  Benchmark: { runId: 'made."id"', startedAt: 'made."startedAt"' },
}

/** Inserts the runs in the order of their ids, so that tables and keys grow at their ends. */
function listRuns(database: DatabaseSync, registry: Registry, count: number): void {
  database.exec(
    'CREATE TEMP TABLE made (pattern TEXT, id TEXT, hash TEXT, startedAt TEXT, project TEXT, nullPairP REAL)',
  )
  const insert = database.prepare('INSERT INTO made VALUES (?, ?, ?, ?, ?, ?)')
  const hashes = Array.from({ length: count }, (_, number) => `sha256:${sha256(String(number))}`)
  const named = hashes
    .map((hash, number) => ({ id: idOfHash(hash), hash, number }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, hash, number } of named) {
    const nullPairP = number % 10 === 3 ? (number % 997) / 997 : null
    insert.run(
      `pattern-${number % PATTERNS}`,
      id,
      hash,
      makeStartTime(number, count),
      makeProjectKey(number, count),
      nullPairP,
    )
    putEmptyFile(documentFile(registry, id))
  }
}

function putEmptyFile(file: string): void {
  const descriptor = openSync(file, 'wx')
  futimesSync(descriptor, 0, 0)
  closeSync(descriptor)
}

function copyRows(database: DatabaseSync, table: string, own: Record<string, string>): void {
  const columns = database
    .prepare(`SELECT "name" FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
  const values = columns.map((name) => own[name] ?? `pattern."${name}"`)
  const key = table === 'Run' ? 'id' : 'runId'
  database.exec(`INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${values.join(', ')} FROM made CROSS JOIN "${table}" pattern ON pattern."${key}" = made.pattern ORDER BY made.rowid`)
}

if (import.meta.main) await fillIndex(openRegistry(process.argv[2]), Number(process.argv[3]))
