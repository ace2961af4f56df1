import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDocument } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { supersede } from '../store/marks.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { addStatement } from '../store/statements.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { buildSite } from './build-site.ts'

// Builds of real sites, one after the other: what is said of a run stays as it is.

const { directory, remove } = directoryOfTests()
const registry = openRegistry(path.join(directory, 'registry'))
const out = path.join(directory, 'out')
const [first = '', second = '', third = ''] = [1, 2, 3].map(
  (number) => importDocument(registry, toBytes(run(number))).id,
)

beforeAll(() => buildSite(registry, out, () => {}))
afterAll(remove)

test('every run has its page and its stored bytes', () => {
  for (const id of [first, second, third]) {
    expect(read(`runs/${id}.html`)).toContain(id)
    expect(read(`runs/${id}.json`)).toBe(readFileSync(path.join(registry.documents, `${id}.json`), 'utf8'))
  }
})

test('from the same documents in another order, on another day, among others, the same files of runs are made', async () => {
  const other = openRegistry(path.join(directory, 'other-registry'))
  for (const number of [7, 3, 8, 1, 9, 2]) submit(other, run(number))
  const built = path.join(directory, 'other-out')
  await buildSite(other, built, () => {})
  const files = runFiles(out)
  expect(files.length).toBeGreaterThan(3)
  for (const name of files)
    expect(readFileSync(path.join(built, 'runs', name)), name).toEqual(readFileSync(path.join(out, 'runs', name)))
})

test('the next build makes what is new or marked or was damaged, keeps the rest, and names what is no document', async () => {
  const before = new Map(runFiles(out).map((name) => [name, read(`runs/${name}`)]))
  const inodes = new Map(runFiles(out).map((name) => [name, inode(name)]))
  const added = importDocument(registry, toBytes(run(4))).id
  supersede(registry, first, added)
  appendFileSync(path.join(out, 'runs', `${second}.html`), '<p>edited')
  utimesSync(path.join(out, 'runs', `${third}.html`), 1, 1)
  const garbage = path.join(registry.documents, 'garbage.json')
  writeFileSync(garbage, '{"schemaVersion":1,')
  const steps: string[] = []
  const faults = await buildSite(registry, out, (step) => steps.push(step))

  expect(faults).toEqual([{ file: garbage, pointer: '', message: expect.stringContaining('line 1, column') }])
  expect(read(`runs/${added}.html`)).toContain(added)
  expect(read(`runs/${first}.html`)).toContain(added)
  const changed = [...before].filter(([name, text]) => read(`runs/${name}`) !== text).map(([name]) => name)
  expect(changed.filter((name) => name.endsWith('.html'))).toEqual([`${first}.html`])
  const made = [...inodes].filter(([name, number]) => inode(name) !== number).map(([name]) => name)
  expect(new Set(made.map((name) => name.split('.')[0]))).toEqual(new Set([first, second]))
  expect(made).not.toContain(`${second}.json`)
})

/** Hands a run in on another day. */
function submit(to: Registry, document: RunDocument): void {
  const { id } = storeDocument(to, toBytes(document))
  addStatement(to, id, { kind: 'submitted', tier: 'self-reported', at: '2031-05-01T12:00:00.000Z' })
}

function run(number: number): RunDocument {
  return exampleRun((document) => document.notes.push({ code: 'number', text: String(number) }))
}

function runFiles(site: string): string[] {
  const names = readdirSync(path.join(site, 'runs'))
  return names.filter((name) => [first, second, third].includes(name.split('.')[0] ?? ''))
}

function read(name: string): string {
  return readFileSync(path.join(out, name), 'utf8')
}

function inode(name: string): number {
  return statSync(path.join(out, 'runs', name)).ino
}
