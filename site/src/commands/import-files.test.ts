import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { expect, onTestFinished, test } from 'vitest'
import { startSigstore, submissionOf, trustSigstore } from '../provenance/testing.ts'
import { bundleFile, documentFile, listDocuments } from '../store/documents.ts'
import { removeIndexFile, withIndex } from '../store/index-database.ts'
import { statementFile } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
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
  expect(imported).toEqual(ids.map((id) => ({ id, added: true })))
  expect(listDocuments(registry)).toHaveLength(MANY)
  for (const id of ids)
    expect([documentFile(registry, id), statementFile(registry, id)].map((file) => existsSync(file))).toEqual([
      true,
      true,
    ])
  expect(progress.at(-1)).toBe(MANY + 2)
})

/** Imports runs, the last of which cannot be stored. Returns their ids, what was reported, and the error. */
async function importWithStorageError(
  count: number,
): Promise<{ ids: string[]; reported: ImportedFile[]; error: unknown }> {
  const registry = temporaryRegistry()
  const directory = temporaryDirectory()
  const ids: string[] = []
  const files = Array.from({ length: count }, (_, number) => {
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
  const error = await imported.catch((reason: unknown) => reason)
  return { ids, reported, error }
}

test('a storage error ends the import, after the runs that were stored before it are reported', async () => {
  const { ids, reported, error } = await importWithStorageError(55)
  expect(error).toMatchObject({ code: 'EISDIR' })
  expect(reported).toEqual(ids.slice(0, 50).map((id) => ({ id, added: true })))
})

test('a storage error ends an import on threads, even with the last files', async () => {
  const { ids, reported, error } = await importWithStorageError(MANY)
  expect(error).toMatchObject({ code: 'EISDIR' })
  expect(reported).toEqual(ids.slice(0, reported.length).map((id) => ({ id, added: true })))
})

test('the index has the rows of imported runs, as if they were read from their files', async () => {
  const registry = temporaryRegistry()
  const directory = temporaryDirectory()
  const original = exampleRun()
  const replication = exampleRun((run) => {
    run.startedAt = '2025-06-01T09:30:00Z'
    run.finishedAt = '2025-06-01T09:44:12Z'
    run.replicates = { document: identify(original).hash, images: 'same', engine: 'anew', machine: 'same' }
    for (const { samples } of run.benchmarks)
      for (const { values } of samples) if (typeof values.duration === 'number') values.duration += 1
  })
  const files = [original, original, replication].map((run, number) => {
    const file = path.join(directory, `${number}.json`)
    writeFileSync(file, toBytes(run))
    return { path: file, isGiven: false }
  })
  const ignore = () => {}
  const imported = await importFiles(registry, files, ignore, ignore)
  const [id, repeated] = [original, replication].map((run) => identify(run).id)
  expect(imported).toEqual([
    { id, added: true },
    { id, added: false },
    { id: repeated, added: true },
  ])
  const runs = () => withIndex(registry, async (client) => (await client.execute('SELECT * FROM Run ORDER BY id')).rows)
  expect((await synchronizeIndex(registry)).indexed).toBe(0)
  const rows = await runs()
  expect(rows).toHaveLength(2)
  removeIndexFile(registry)
  expect((await synchronizeIndex(registry)).indexed).toBe(2)
  expect(await runs()).toEqual(rows)
  await importFiles(registry, files, ignore, ignore)
  expect((await synchronizeIndex(registry)).indexed).toBe(0)
})

test('a run that wrongly says that it repeats the file before it is rejected', async () => {
  const registry = temporaryRegistry()
  const directory = temporaryDirectory()
  const original = exampleRun()
  const early = exampleRun((run) => {
    run.replicates = { document: identify(original).hash, images: 'same', engine: 'anew', machine: 'same' }
  })
  const files = [original, early].map((run, number) => {
    const file = path.join(directory, `${number}.json`)
    writeFileSync(file, toBytes(run))
    return { path: file, isGiven: false }
  })
  const ignore = () => {}
  const [, rejected] = await importFiles(registry, files, ignore, ignore)
  expect(rejected).toEqual({ reason: expect.stringContaining('it started before that run had ended') })
})

test('the index has the level of an imported run with a bundle, and a later bundle of a run that is there is stored', async () => {
  const registry = temporaryRegistry()
  const directory = temporaryDirectory()
  const sigstore = await startSigstore()
  onTestFinished(() => sigstore.close())
  trustSigstore(registry, sigstore)
  const run = exampleRun(({ source }) => Object.assign(source ?? {}, { workflowRun: 3003 }))
  const { id } = identify(run)
  const [file, bundle] = ['run.json', 'run.sigstore.json'].map((name) => path.join(directory, name)) as [string, string]
  writeFileSync(file, toBytes(run))
  const ignore = () => {}
  const importRun = () => importFiles(registry, [{ path: file, isGiven: true }], ignore, ignore)
  const levels = () =>
    withIndex(registry, async (client) => {
      const { rows } = await client.execute('SELECT provenanceLevel, bundleSize FROM Run')
      return rows.map(({ provenanceLevel, bundleSize }) => [provenanceLevel, bundleSize])
    })
  await importRun()
  expect(await levels()).toEqual([['self-reported', -1]])
  writeFileSync(bundle, await sigstore.sign(submissionOf(run), { claims: { sha: run.source?.commit } }))
  expect(await importRun()).toEqual([{ id, added: false }])
  const signed = [['signed by repository', statSync(bundle).size]]
  expect((await synchronizeIndex(registry)).indexed).toBe(1)
  expect(await levels()).toEqual(signed)
  for (const stored of [documentFile(registry, id), bundleFile(registry, id), statementFile(registry, id)])
    rmSync(stored)
  await synchronizeIndex(registry)
  expect(await importRun()).toEqual([{ id, added: true }])
  expect(await levels()).toEqual(signed)
  expect((await synchronizeIndex(registry)).indexed).toBe(0)
})

test.each<[string, (bundle: string) => void, string]>([
  ['is a link to nothing', (bundle) => symlinkSync('nothing', bundle), 'it is not a regular file.'],
  [
    'has 3 GB',
    (bundle) => {
      writeFileSync(bundle, '')
      truncateSync(bundle, 3e9)
    },
    'it is larger than the maximum of 64 kB.',
  ],
  ['is no bundle', (bundle) => writeFileSync(bundle, '{}'), 'it is not a Sigstore bundle.'],
])('a document whose bundle %s is rejected, and the others are stored', async (_, change, sentence) => {
  const [registry, directory] = [temporaryRegistry(), temporaryDirectory()]
  const files = ['bad', 'good'].map((name) => ({ path: path.join(directory, `${name}.json`), isGiven: false }))
  for (const [number, { path: file }] of files.entries())
    writeFileSync(file, toBytes(exampleRun(({ notes }) => notes.push({ code: 'n', text: String(number) }))))
  const bundle = path.join(directory, 'bad.sigstore.json')
  change(bundle)
  const ignore = () => {}
  const imported = await importFiles(registry, files, ignore, ignore)
  expect(imported).toEqual([{ reason: `${bundle}: ${sentence}` }, { id: expect.any(String), added: true }])
  expect(listDocuments(registry)).toHaveLength(1)
})
