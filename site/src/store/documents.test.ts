import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { InvalidDocument, identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { listDocuments, readDocument, readDocumentBytes, storeDocument } from './documents.ts'
import { importDocument } from './import.ts'
import { deriveProvenanceLevel, readStatements } from './statements.ts'

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
  expect(readDocumentBytes(registry, id)).toEqual(toBytes(exampleRun()))
})

test.each([
  ['another document', toBytes(exampleRun((run) => run.notes.push({ code: 'other', text: 'another document' })))],
  ['garbage', Buffer.from('no document')],
])('a stored file that became %s is not read, and importing the true document puts it right', (_, damage) => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const file = path.join(registry.documents, `${id}.json`)
  writeFileSync(file, damage)
  for (const read of [readDocument, readDocumentBytes]) {
    expect(() => read(registry, id)).toThrow(
      expect.objectContaining({ code: 'damaged-document', message: expect.stringContaining(file) }),
    )
  }
  importDocument(registry, toBytes(exampleRun()))
  expect(readDocumentBytes(registry, id)).toEqual(toBytes(exampleRun()))
  expect(readStatements(registry, id)).toHaveLength(1)
})

test('an invalid document is not stored', () => {
  const registry = temporaryRegistry()
  expect(() => storeDocument(registry, Buffer.from('{"schemaVersion":1}'))).toThrow(InvalidDocument)
  expect(listDocuments(registry)).toEqual([])
})

test('importing a document repeatedly adds one statement with its provenance level', () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  importDocument(registry, toBytes(exampleRun()))
  expect(readStatements(registry, id)).toEqual([{ kind: 'submitted', level: 'self-reported', at: expect.any(String) }])
})

test('the next import completes one that was interrupted after storing', () => {
  const registry = temporaryRegistry()
  const { id, document } = storeDocument(registry, toBytes(exampleRun()))
  expect(deriveProvenanceLevel(document, readStatements(registry, id))).toBe('self-reported')
  importDocument(registry, toBytes(exampleRun()))
  expect(readStatements(registry, id)).toHaveLength(1)
})
