import { appendFileSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { documentFile } from './documents.ts'
import { hasDocuments, importDocument, importShipped } from './import.ts'
import type { StatementBundle } from './statement.ts'
import { addStatement, readStatements, type Statement, statementFile } from './statements.ts'
import { synchronizeIndex } from './synchronize-index.ts'
import { deleteRun, withdraw } from './withdraw-supersede-delete.ts'

const BYTES = toBytes(exampleRun())
const WITHDRAWN = { kind: 'withdrawn', reason: 'wrong host', at: '2026-01-01T00:00:00.000Z' } satisfies Statement
const DAMAGED = expect.objectContaining({ code: 'damaged-statements' })

test.each(['{"kind":"submitted","a', '{"x":1', '\0\0\0'])(
  '%j at the end, truncated by a crash, is ignored with a warning, and the next statement is complete',
  (truncated) => {
    const { registry, id, file } = withRun()
    const warn = silently()
    const before = readStatements(registry, id)
    appendFileSync(file, truncated)
    expect(readStatements(registry, id)).toEqual(before)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(`${file}, line 2, is incomplete because of a crash`),
    )
    addStatement(registry, id, WITHDRAWN)
    expect(readStatements(registry, id)).toEqual([...before, WITHDRAWN])
  },
)

test('what a submitter signs leaves room for the operator', () => {
  const { registry, id } = withRun()
  const bundle = { n: 'x'.repeat(60_000) } as unknown as StatementBundle
  const sign = () => addStatement(registry, id, { ...WITHDRAWN, bundle })
  expect(() => {
    for (let time = 0; time < 100; time++) sign()
  }).toThrow('have no room for another one')
  deleteRun(registry, id, 'a name')
  expect(readStatements(registry, id).at(-1)).toMatchObject({ kind: 'deleted' })
})

test('a complete statement without a final line break is valid, also after another is added', () => {
  const { registry, id, file } = withRun()
  writeFileSync(file, readFileSync(file, 'utf8').trimEnd())
  withdraw(registry, id, 'wrong host')
  expect(readStatements(registry, id)).toMatchObject([{ kind: 'submitted' }, { kind: 'withdrawn' }])
})

test.each([
  ['garbage', 'it is not valid JSON'],
  ['{"kind":"withdrawn","reason":"x"', 'it is not valid JSON'],
  ['<<<<<<< HEAD', 'it is not valid JSON'],
  ['null', 'it is not an object'],
  ['7', 'it is not an object'],
  ['{}', '/kind must be one of submitted, superseded, withdrawn, deleted'],
  ['{"kind":"toString"}', '/kind must be one of submitted, superseded, withdrawn, deleted'],
  ['{"kind":"submitted","level":"self-reported","at":"2026-01-01T00:00:00Z"}', '/level is not a member of "submitted"'],
  ...['{"kind":"submitted","at":"2026-01-01T00:00:00Z","bundle":{}}', '{"kind":"withdrawn","bundle":7}'].map((line) => [
    line,
    '/bundle must be a Sigstore bundle of a statement that supersedes or withdraws',
  ]),
  ['{"kind":"withdrawn","reason":"wrong host","at":"today"}', '/at must be a UTC time'],
  ['{"kind":"superseded","by":"../../index","at":"2026-01-01T00:00:00Z"}', '/by must be the id of a run'],
  ['{"kind":"withdrawn","reason":"","note":"","at":"2026-01-01T00:00:00Z"}', '/note is not a member of "withdrawn"'],
])('the line %s is reported as damaged', async (line, fault) => {
  const { registry, id, file } = withRun()
  appendFileSync(file, `${line}\n`)
  expect(() => readStatements(registry, id)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`statements/${id}.jsonl, line 2, is damaged (${fault})`),
    }),
  )
  const { runs, faults } = await synchronizeIndex(registry)
  expect(runs.size).toBe(0)
  expect(faults).toEqual([{ file, pointer: 'line 2', message: expect.stringContaining(fault) }])
})

test('a statements file of line feeds is reported if it has more than 4 MB, and not read', async () => {
  const { registry, id, file } = withRun()
  writeFileSync(file, Buffer.alloc(4_000_001, '\n'))
  expect(() => readStatements(registry, id)).toThrow('is damaged (it has more than 4 MB)')
  const { runs, faults } = await synchronizeIndex(registry)
  expect(runs.size).toBe(0)
  expect(faults).toMatchObject([{ file, message: expect.stringContaining('it has more than 4 MB') }])
})

test('a withdrawn run whose statement was damaged is not shown as valid', async () => {
  const { registry, id, file } = withRun()
  withdraw(registry, id, 'wrong host')
  expect((await synchronizeIndex(registry)).runs.size).toBe(1)
  await aMoment()
  // This text has the same number of bytes as the text before.
  writeFileSync(file, readFileSync(file, 'utf8').replace('"withdrawn"', '"withdrawn '))
  const { runs, faults } = await synchronizeIndex(registry)
  expect({ runs: runs.size, faults: faults.length }).toEqual({ runs: 0, faults: 1 })
  expect(() => withdraw(registry, id, 'again')).toThrow(DAMAGED)
})

test('a deleted run whose statement was damaged is not stored again, and is reported without a document', async () => {
  const { registry, id, file } = withRun()
  deleteRun(registry, id, 'it named a person')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"deleted"', '"delete"'))
  expect(() => importDocument(registry, BYTES)).toThrow(DAMAGED)
  importShipped(registry, [BYTES])
  const { runs, faults } = await synchronizeIndex(registry)
  expect(runs.size).toBe(0)
  expect(faults).toMatchObject([{ file, pointer: 'line 2' }])
})

test('a registry has a document if both its folder and its index have it', async () => {
  const registry = temporaryRegistry()
  expect(await hasDocuments(registry, [BYTES])).toBe(false)
  const { id } = importDocument(registry, BYTES)
  expect(await hasDocuments(registry, [BYTES])).toBe(false)
  await synchronizeIndex(registry)
  expect(await hasDocuments(registry, [BYTES])).toBe(true)
  expect(await hasDocuments(registry, [BYTES, toBytes(exampleRun(({ notes }) => notes.pop()))])).toBe(false)
  rmSync(documentFile(registry, id))
  expect(await hasDocuments(registry, [BYTES])).toBe(false)
})

test('a symbolic link as document or statements file is rejected, and its target is not read', async () => {
  const { registry, id, file } = withRun()
  for (const target of [file, documentFile(registry, id)]) {
    renameSync(target, `${registry.directory}/elsewhere`)
    symlinkSync(`${registry.directory}/elsewhere`, target)
    const { runs, faults } = await synchronizeIndex(registry)
    expect(runs.size).toBe(0)
    expect(faults).toMatchObject([{ file: target, message: expect.stringContaining('is not a regular file') }])
    rmSync(target)
    renameSync(`${registry.directory}/elsewhere`, target)
  }
  expect((await synchronizeIndex(registry)).runs.size).toBe(1)
})

function withRun() {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, BYTES)
  return { registry, id, file: statementFile(registry, id) }
}

function silently() {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  return warn
}

/** Waits until the modification time of a file, which has ms resolution, can differ. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}

test.each([(line: string) => `${line} `, (line: string) => `${line}\r`, (line: string) => line.replace('":', '" :')])(
  'a statement that is added again in other characters does not count (%#)',
  (change) => {
    const { registry, id, file } = withRun()
    silently()
    appendFileSync(file, `${change(readFileSync(file, 'utf8').trimEnd())}\n`)
    expect(readStatements(registry, id)).toHaveLength(1)
  },
)
