import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { InvalidDocument, identify } from '@plimsoll/schema'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { listDocuments, readDocument, readDocumentBytes, storeDocument } from './documents.ts'
import { importDocument } from './import.ts'
import { addStatement, readStatements, tierOf } from './statements.ts'

test('a document is stored byte for byte as it was handed in, under its id', () => {
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

test('a document that is not valid is not stored', () => {
  const registry = temporaryRegistry()
  expect(() => storeDocument(registry, Buffer.from('{"schemaVersion":1}'))).toThrow(InvalidDocument)
  expect(listDocuments(registry)).toEqual([])
})

test('importing states the tier once, however often the document is handed in', () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  importDocument(registry, toBytes(exampleRun()))
  expect(readStatements(registry, id)).toEqual([{ kind: 'submitted', tier: 'self-reported', at: expect.any(String) }])
})

test('an import that was cut off after storing is made up for by the next', () => {
  const registry = temporaryRegistry()
  const { id, document } = storeDocument(registry, toBytes(exampleRun()))
  expect(tierOf(document, readStatements(registry, id))).toBe('self-reported')
  importDocument(registry, toBytes(exampleRun()))
  expect(readStatements(registry, id)).toHaveLength(1)
})

test('a statement torn by a crash is passed over, and the next one is whole', () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  writeFileSync(path.join(registry.statements, `${id}.jsonl`), '{"kind":"submitted","ti', { flag: 'a' })
  addStatement(registry, id, { kind: 'submitted', tier: 'transcribed', at: '2026-01-01T00:00:00.000Z' })
  expect(readStatements(registry, id).map((statement) => 'tier' in statement && statement.tier)).toEqual([
    'self-reported',
    'transcribed',
  ])
})

test.each([
  ['null', 'it is no object'],
  ['7', 'it is no object'],
  ['{}', '/kind must be one of submitted, signed, superseded, withdrawn, tombstone'],
  ['{"kind":"toString"}', '/kind must be one of submitted, signed, superseded, withdrawn, tombstone'],
  ['{"kind":"submitted","tier":"certified","at":"2026-01-01T00:00:00.000Z"}', '/tier must be a tier'],
  ['{"kind":"withdrawn","reason":"wrong host","at":"today"}', '/at must be a UTC time'],
  ['{"kind":"superseded","by":"../../index","at":"2026-01-01T00:00:00Z"}', '/by must be the id of a run'],
  ['{"kind":"withdrawn","reason":"","note":"","at":"2026-01-01T00:00:00Z"}', '/note is not known in "withdrawn"'],
])('the line %s is no statement and is passed over, with a warning', (line, fault) => {
  const registry = temporaryRegistry()
  const { id, document } = importDocument(registry, toBytes(exampleRun()))
  const file = path.join(registry.statements, `${id}.jsonl`)
  writeFileSync(file, `${line}\n`, { flag: 'a' })
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  expect(tierOf(document, readStatements(registry, id))).toBe('self-reported')
  expect(warn).toHaveBeenCalledExactlyOnceWith(`${file}, line 2, is not a statement and is passed over: ${fault}.`)
})
