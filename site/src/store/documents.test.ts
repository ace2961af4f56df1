import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { InvalidDocument, identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { bundleFile, listDocuments, readDocument, readStored, storeDocument } from './documents.ts'
import { importDocument, storeDocuments } from './import.ts'
import type { Registry } from './registry.ts'
import { readStatements } from './statements.ts'
import { deleteRun } from './withdraw-supersede-delete.ts'

test('a document is stored byte for byte as submitted, under its id', () => {
  const registry = temporaryRegistry()
  const bytes = Buffer.from(`${JSON.stringify(exampleRun(), null, 3)}\n\n`)
  const stored = storeDocument(registry, bytes)
  expect(stored).toMatchObject({ ...identify(exampleRun()), added: true })
  expect(readFileSync(path.join(registry.documents, `${stored.id}.json`))).toEqual(bytes)
  expect(listDocuments(registry)).toEqual([stored.id])
})

test('the same document again, laid out differently, changes nothing', () => {
  const registry = temporaryRegistry()
  const { id } = storeDocument(registry, toBytes(exampleRun()))
  expect(storeDocument(registry, Buffer.from(JSON.stringify(exampleRun(), null, 2)))).toMatchObject({
    id,
    added: false,
  })
  expect(readStored(registry, id).bytes).toEqual(toBytes(exampleRun()))
})

test.each([
  ['another document', toBytes(exampleRun((run) => run.notes.push({ code: 'other', text: 'another document' })))],
  ['garbage', Buffer.from('no document')],
])('a stored file that became %s is not read, and importing the true document puts it right', (_, damage) => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const file = path.join(registry.documents, `${id}.json`)
  writeFileSync(file, damage)
  for (const read of [readDocument, readStored]) {
    expect(() => read(registry, id)).toThrow(
      expect.objectContaining({ code: 'damaged-document', message: expect.stringContaining(file) }),
    )
  }
  importDocument(registry, toBytes(exampleRun()))
  expect(readStored(registry, id).bytes).toEqual(toBytes(exampleRun()))
  expect(readStatements(registry, id)).toHaveLength(1)
})

test('an invalid document is not stored', () => {
  const registry = temporaryRegistry()
  expect(() => storeDocument(registry, Buffer.from('{"schemaVersion":1}'))).toThrow(InvalidDocument)
  expect(listDocuments(registry)).toEqual([])
})

test('importing a document repeatedly adds one statement', () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  importDocument(registry, toBytes(exampleRun()))
  expect(readStatements(registry, id)).toEqual([{ kind: 'submitted', at: expect.any(String) }])
})

test('the next import completes one that was interrupted after storing', () => {
  const registry = temporaryRegistry()
  const { id } = storeDocument(registry, toBytes(exampleRun()))
  expect(readStatements(registry, id)).toEqual([])
  importDocument(registry, toBytes(exampleRun()))
  expect(readStatements(registry, id)).toHaveLength(1)
})

const { id: ID, hash: HASH } = identify(exampleRun())
const AT = '2026-11-20T12:00:00.000Z'

/** Stores the example run with a bundle. @param isOwn whether the document is of the workflow run that signed */
async function sign(registry: Registry, bundle: string, isOwn = true): Promise<boolean> {
  const run = { id: ID, hash: HASH, bytes: toBytes(exampleRun()), repeating: null, rows: null }
  const statement = { kind: 'submitted', at: AT } as const
  const [stored] = await storeDocuments(registry, [{ ...run, bundle: Buffer.from(bundle), statement, isOwn }])
  if (stored === undefined || stored instanceof Error) throw stored
  return stored.added
}

test('a signed document is stored with its bundle and its first statement, once', async () => {
  const registry = temporaryRegistry()
  expect(await sign(registry, '{"n":1}', false)).toBe(true)
  expect(await sign(registry, '{"n":2}')).toBe(false)
  expect(readFileSync(bundleFile(registry, ID), 'utf8')).toBe('{"n":1}')
  expect(readStored(registry, ID).bytes).toEqual(toBytes(exampleRun()))
  expect(readStatements(registry, ID)).toEqual([{ kind: 'submitted', at: AT }])
  expect(listDocuments(registry)).toEqual([ID])
})

test('a run that was submitted without a bundle gets one only from the workflow run that made it', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  expect(await sign(registry, '{"n":1}', false)).toBe(false)
  expect(existsSync(bundleFile(registry, ID))).toBe(false)
  expect(await sign(registry, '{"n":2}')).toBe(false)
  expect(readFileSync(bundleFile(registry, ID), 'utf8')).toBe('{"n":2}')
})

test('a deleted document is not stored again with a bundle', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  deleteRun(registry, ID, 'it named a person')
  await expect(sign(registry, '{}')).rejects.toMatchObject({ code: 'deleted-run' })
  expect(existsSync(bundleFile(registry, ID))).toBe(false)
})
