import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { bundleFile, documentFile } from './documents.ts'
import { importDocument } from './import.ts'
import type { Registry } from './registry.ts'
import { readStatements } from './statements.ts'
import { synchronizeIndex } from './synchronize-index.ts'
import { deleteRun, supersede, withdraw } from './withdraw-supersede-delete.ts'

test('superseding and withdrawing a run adds statements and keeps the document', () => {
  const { registry, ids } = withRuns(2)
  const [first = '', second = ''] = ids
  supersede(registry, first, second)
  withdraw(registry, first, 'measured with the wrong image')
  expect(readStatements(registry, first)).toMatchObject([
    { kind: 'submitted' },
    { kind: 'superseded', by: second },
    { kind: 'withdrawn', reason: 'measured with the wrong image' },
  ])
  expect(existsSync(documentFile(registry, first))).toBe(true)
})

test('a run cannot supersede itself, directly or through other runs', () => {
  const { registry, ids } = withRuns(3)
  const [a = '', b = '', c = ''] = ids
  supersede(registry, a, b)
  supersede(registry, b, c)
  for (const [id, by] of [
    [a, a],
    [c, a],
  ] as const) {
    expect(() => supersede(registry, id, by)).toThrow(expect.objectContaining({ code: 'invalid-statement' }))
  }
})

test('a run that two runs supersede cannot supersede either of them', () => {
  const { registry, ids } = withRuns(3)
  const [a = '', b = '', c = ''] = ids
  supersede(registry, a, b)
  supersede(registry, a, c)
  for (const id of [b, c]) {
    expect(() => supersede(registry, id, a)).toThrow(expect.objectContaining({ code: 'invalid-statement' }))
  }
})

test.each(['', ' ', '…', 'two\nlines', 'turned \u202e round', 'x'.repeat(501)])(
  '%j is rejected as a reason, and no statement is added',
  (reason) => {
    const { registry, ids } = withRuns(1)
    expect(() => withdraw(registry, ids[0] ?? '', reason)).toThrow(
      expect.objectContaining({ code: 'invalid-statement' }),
    )
    expect(readStatements(registry, ids[0] ?? '')).toHaveLength(1)
  },
)

test('an unknown run cannot be superseded or deleted', () => {
  const { registry, ids } = withRuns(1)
  expect(() => supersede(registry, ids[0] ?? '', 'a'.repeat(26))).toThrow(
    expect.objectContaining({ code: 'unknown-run' }),
  )
  expect(() => deleteRun(registry, '../../index', 'x')).toThrow(expect.objectContaining({ code: 'unknown-run' }))
})

test('a deleted document is removed with its bundle, its hash is kept, and it is never accepted again', async () => {
  const { registry, ids } = withRuns(1)
  const [id = ''] = ids
  const bytes = toBytes(run(0))
  writeFileSync(bundleFile(registry, id), '{}')
  deleteRun(registry, id, 'it named a person')
  expect(readdirSync(registry.documents)).toEqual([])
  expect(readStatements(registry, id).at(-1)).toMatchObject({ kind: 'deleted', reason: 'it named a person' })
  expect(() => importDocument(registry, bytes)).toThrow(expect.objectContaining({ code: 'deleted-run' }))
  writeFileSync(documentFile(registry, id), bytes)
  const { runs, faults } = await synchronizeIndex(registry)
  expect(runs.size).toBe(0)
  expect(faults).toMatchObject([{ message: expect.stringContaining('permanently deleted from the registry') }])
})

test('an interrupted deletion has its statement, and repeating the deletion completes it', () => {
  const { registry, ids } = withRuns(1)
  const [id = ''] = ids
  // A directory at this place makes the removal of the bundle fail.
  mkdirSync(bundleFile(registry, id))
  expect(() => deleteRun(registry, id, 'it named a person')).toThrow()
  expect(readStatements(registry, id).at(-1)).toMatchObject({ kind: 'deleted' })
  rmdirSync(bundleFile(registry, id))
  deleteRun(registry, id, 'it named a person')
  expect(readdirSync(registry.documents)).toEqual([])
})

function withRuns(count: number): { registry: Registry; ids: string[] } {
  const registry = temporaryRegistry()
  const ids = Array.from({ length: count }, (_, number) => importDocument(registry, toBytes(run(number))).id)
  return { registry, ids }
}

function run(number: number) {
  return exampleRun((document) => document.notes.push({ code: 'number', text: String(number) }))
}
