import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { documentFile, listDocuments } from '../store/documents.ts'
import { statementFile } from '../store/statements.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { type ImportedFile, importFiles } from './import-files.ts'

/** As many as threads import. */
const MANY = 205

test('many files are imported on threads: the results are in the order of the files, and each run is stored with its statement', async () => {
  const registry = temporaryRegistry()
  const directory = temporaryDirectory()
  const runs = Array.from({ length: MANY }, (_, number) =>
    exampleRun((run) => {
      run.notes = [{ code: 'number', text: String(number) }]
    }),
  )
  const files = runs.map((run, number) => {
    const file = path.join(directory, `${number}.json`)
    writeFileSync(file, toBytes(run))
    return { path: file, isGiven: false }
  })
  const [bad, folder] = ['bad.json', 'folder.json'].map((name) => path.join(directory, name)) as [string, string]
  writeFileSync(bad, '{}')
  mkdirSync(folder)
  files.splice(7, 0, ...[bad, folder].map((file) => ({ path: file, isGiven: false })))
  const progress: number[] = []
  const reported: ImportedFile[] = []
  const imported = await importFiles(
    registry,
    files,
    (result) => reported.push(result),
    (done) => progress.push(done),
  )
  expect(reported).toEqual(imported)
  const [invalid, unreadable] = imported.splice(7, 2)
  expect(invalid).toEqual({ reason: expect.stringMatching(/bad\.json is not a valid run document:\n {2}/) })
  expect(unreadable).toEqual({ reason: expect.stringContaining('folder.json: it is not a regular file.') })
  const ids = runs.map((run) => identify(run).id)
  expect(imported).toEqual(ids.map((id) => ({ id, added: true, repeats: false })))
  expect(listDocuments(registry)).toHaveLength(MANY)
  for (const id of ids)
    expect([documentFile(registry, id), statementFile(registry, id)].map((file) => existsSync(file))).toEqual([
      true,
      true,
    ])
  expect(progress.at(-1)).toBe(MANY + 2)
})

test('a storage error ends the import, after the runs that were stored before it are reported', async () => {
  const registry = temporaryRegistry()
  const directory = temporaryDirectory()
  const ids: string[] = []
  const files = Array.from({ length: 25 }, (_, number) => {
    const run = exampleRun((document) => document.notes.push({ code: 'number', text: String(number) }))
    ids.push(identify(run).id)
    const file = path.join(directory, `${number}.json`)
    writeFileSync(file, toBytes(run))
    return { path: file, isGiven: false }
  })
  mkdirSync(documentFile(registry, ids.at(-1) ?? ''))
  const reported: ImportedFile[] = []
  const imported = importFiles(
    registry,
    files,
    (result) => reported.push(result),
    () => {},
  )
  await expect(imported).rejects.toThrow('EISDIR')
  expect(reported).toEqual(ids.slice(0, 20).map((id) => ({ id, added: true, repeats: false })))
})
