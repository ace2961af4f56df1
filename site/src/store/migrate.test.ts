import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { migrate, readMigrations } from './migrate.ts'

test('migrations are applied once, in the order of their names', async () => {
  const client = open(databaseFile())
  const migrations = made({ '0002_more': 'ALTER TABLE a ADD COLUMN y TEXT;', '0001_init': 'CREATE TABLE a (x TEXT);' })
  expect(await migrate(client, migrations)).toEqual(['0001_init', '0002_more'])
  expect(await migrate(client, migrations)).toEqual([])
  await client.execute("INSERT INTO a (x, y) VALUES ('1', '2')")
})

test('a failed migration is rolled back completely', async () => {
  const client = open(databaseFile())
  const broken = made({ '0001_init': 'CREATE TABLE a (x TEXT); CREATE TABLE a (x TEXT);' })
  await expect(migrate(client, broken)).rejects.toThrow()
  expect((await client.execute("SELECT name FROM sqlite_master WHERE name = 'a'")).rows).toEqual([])
  expect(await migrate(client, made({ '0001_init': 'CREATE TABLE a (x TEXT);' }))).toEqual(['0001_init'])
})

test('of several concurrent processes, one applies each migration', async () => {
  const directory = temporaryDirectory()
  const script = path.join(directory, 'migrate.ts')
  writeFileSync(script, migrateOnce(path.join(directory, 'index.sqlite')))
  const run = () => promisify(execFile)(process.execPath, [script])
  const outputs = await Promise.all([run(), run(), run()])
  const applied = outputs.flatMap(({ stdout }) => stdout.trim().split(',').filter(Boolean))
  expect(applied.sort()).toEqual(readMigrations().map(({ name }) => name))
})

test('a database of a newer version or of changed migrations is rejected with a sentence', async () => {
  const client = open(databaseFile())
  await migrate(client, made({ '0001_init': 'CREATE TABLE a (x TEXT);' }))
  await expect(migrate(client, [])).rejects.toMatchObject({ code: 'unknown-migration' })
  const changed = made({ '0001_init': 'CREATE TABLE b (x TEXT);' })
  await expect(migrate(client, changed)).rejects.toMatchObject({ code: 'changed-migration' })
})

test.each([
  ['file', 'delete index.sqlite'],
  ['http', 'set PLIMSOLL_DATABASE_URL to an empty database'],
] as const)('the error says how to rebuild an index over %s', async (protocol, advice) => {
  const client = open(databaseFile())
  await migrate(client, made({ '0001_init': 'CREATE TABLE a (x TEXT);' }))
  const named = { protocol, execute: client.execute.bind(client) } as Client
  for (const migrations of [[], made({ '0001_init': 'CREATE TABLE b (x TEXT);' })]) {
    await expect(migrate(named, migrations)).rejects.toThrow(`${advice} to rebuild the index.`)
  }
})

test('an applied migration is recorded in the format of Prisma', async () => {
  const client = open(databaseFile())
  await migrate(client)
  const { rows } = await client.execute('SELECT * FROM _prisma_migrations')
  expect(rows).toMatchObject(
    readMigrations().map(({ name, checksum }) => ({
      migration_name: name,
      checksum,
      rolled_back_at: null,
      applied_steps_count: 1,
    })),
  )
})

test('the migrated database has the tables, columns and indexes of schema.prisma', async () => {
  const client = open(databaseFile())
  await migrate(client)
  const schema = readFileSync(path.join(import.meta.dirname, '..', '..', 'prisma', 'schema.prisma'), 'utf8')
  const models = [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => ({
    name,
    body,
  }))
  expect(models.map(({ name }) => name)).toContain('Run')
  for (const { name, body } of models) {
    const columns = [...body.matchAll(/^ {2}(\w+) +(?:String|Int|Float|Boolean)\b/gm)].map(([, column]) => column)
    const { rows } = await client.execute(`SELECT name FROM pragma_table_info('${name}')`)
    expect(rows.map((row) => row.name).sort(), `columns of ${name}`).toEqual(columns.sort())
    const declared = [...body.matchAll(/^ {2}@@index\(\[(.*)\]\)/gm)].map(([, list = '']) =>
      list.replace(/\(sort: Desc\)/g, ' DESC'),
    )
    const made = await client.execute({
      sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT LIKE 'CREATE UNIQUE %'",
      args: [name],
    })
    const columnsOf = (sql: unknown) => /\((.*)\)/s.exec(String(sql))?.[1]?.replaceAll('"', '')
    expect(made.rows.map((row) => columnsOf(row.sql)).sort(), `indexes of ${name}`).toEqual(declared.sort())
  }
})

/** A program that applies the real migrations to a database and prints the names of those that it applied. */
function migrateOnce(file: string): string {
  const here = (name: string) => JSON.stringify(path.join(import.meta.dirname, name))
  return `import { createClient } from ${JSON.stringify(import.meta.resolve('@libsql/client'))}
import { migrate } from ${here('migrate.ts')}
const client = createClient({ url: 'file:' + ${JSON.stringify(file)}, timeout: 60000 })
console.log((await migrate(client)).join())
client.close()`
}

function databaseFile(): string {
  return path.join(temporaryDirectory(), 'index.sqlite')
}

function open(file: string): Client {
  const client = createClient({ url: `file:${file}`, timeout: 60_000 })
  onTestFinished(() => client.close())
  return client
}

function made(migrations: Record<string, string>): ReturnType<typeof readMigrations> {
  const directory = temporaryDirectory()
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(path.join(directory, name))
    writeFileSync(path.join(directory, name, 'migration.sql'), sql)
  }
  return readMigrations(directory)
}
