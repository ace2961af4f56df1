import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { ensureTables } from './index-tables.ts'

test('tables of this version stay, with their rows; those of another version, or of an index without one, are made anew', async () => {
  const client = open(databaseFile())
  const mark = () => client.executeMultiple(MARK)
  await ensureTables(client)
  await mark()
  await ensureTables(client)
  expect(await countMarks(client)).toBe(1)
  for (const sql of [
    `UPDATE "IndexVersion" SET "version" = 'another'`,
    'DELETE FROM "IndexVersion"',
    'DROP TABLE "IndexVersion"',
  ]) {
    await mark()
    await client.execute(sql)
    await ensureTables(client)
    expect(await countMarks(client)).toBe(0)
  }
})

test('of several concurrent processes, one makes the tables', async () => {
  const directory = temporaryDirectory()
  const [script, file] = [path.join(directory, 'make.ts'), path.join(directory, 'index.sqlite')]
  writeFileSync(script, makeOnce(file))
  const run = () => promisify(execFile)(process.execPath, [script])
  await Promise.all([run(), run(), run()])
  // Each process adds one: tables that were made again would have lost some.
  expect(await countMarks(open(file))).toBe(3)
})

test('a new version of the program makes the tables anew', async () => {
  const [root, directory] = [path.join(import.meta.dirname, '..', '..', '..'), temporaryDirectory()]
  for (const name of ['site/src/errors.ts', 'site/src/store', 'site/src/provenance', 'site/prisma', 'schema/src'])
    cpSync(path.join(root, name), path.join(directory, name), { recursive: true })
  const [script, file] = [path.join(directory, 'make.ts'), path.join(directory, 'index.sqlite')]
  writeFileSync(script, makeOnce(file, path.join(directory, 'site/src/store')))
  const marksAfter = async () => {
    await promisify(execFile)(process.execPath, [script])
    return countMarks(open(file))
  }
  expect([await marksAfter(), await marksAfter()]).toEqual([1, 2])
  for (const folder of ['site/src/store', 'site/src/provenance', 'schema/src']) {
    writeFileSync(path.join(directory, folder, 'new.ts'), '')
    expect(await marksAfter(), folder).toBe(1)
  }
})

test('a database on a server with tables of something else is refused with a sentence, and keeps them', async () => {
  const client = open(databaseFile())
  await client.execute('CREATE TABLE "Customer" ("id" TEXT)')
  const onServer = { ...bound(client), protocol: 'http' } as Client
  await expect(ensureTables(onServer)).rejects.toMatchObject({
    code: 'index-unusable',
    message: expect.stringContaining('has a table Customer'),
  })
  expect((await client.execute('SELECT "name" FROM sqlite_master')).rows).toHaveLength(1)
})

test('an index has the tables, columns and indexes of schema.prisma', async () => {
  const client = open(databaseFile())
  await ensureTables(client)
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

/** Adds a row, which is lost if the tables are made again. */
const MARK = `PRAGMA foreign_keys = OFF; INSERT INTO "Engine" ("runId", "name", "slug", "product", "setup", "inHistory", "startedAt")
  VALUES ('mark', hex(randomblob(8)), '', '', '', 0, '')`

async function countMarks(client: Client): Promise<unknown> {
  return (await client.execute('SELECT count(*) AS "marks" FROM "Engine"')).rows[0]?.marks
}

/** A program that makes the tables of a database, and then adds a mark. @param store the folder of `index-tables.ts` */
function makeOnce(file: string, store = import.meta.dirname): string {
  return `import { createClient } from ${JSON.stringify(import.meta.resolve('@libsql/client'))}
import { ensureTables } from ${JSON.stringify(path.join(store, 'index-tables.ts'))}
const client = createClient({ url: 'file:' + ${JSON.stringify(file)}, timeout: 60000 })
await ensureTables(client)
await client.executeMultiple(${JSON.stringify(MARK)})
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

function bound(client: Client): Pick<Client, 'execute' | 'transaction'> {
  return { execute: client.execute.bind(client), transaction: client.transaction.bind(client) }
}
