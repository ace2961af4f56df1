import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify, type RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { GITHUB_ISSUER } from '../provenance/project.ts'
import { importSigned, startSigstore, type TestSigstore, trustSigstore } from '../provenance/testing.ts'
import { indexBatch, startIndexer } from '../server/indexer.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { bundleFile, listDocuments } from './documents.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import type { Registry } from './registry.ts'
import { addStatement } from './statements.ts'
import { synchronizeIndex } from './synchronize-index.ts'
import { deleteRun } from './withdraw-supersede-delete.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
/** A number of files that is large enough for threads to be used. */
const MANY = 401
const FEW = 20
const { openReader } = await import('./queries.ts')

let sigstore: TestSigstore
beforeAll(async () => {
  sigstore = await startSigstore()
})
afterAll(() => sigstore.close())

test('the index has the values of each run, engine and benchmark of the document', async () => {
  const registry = temporaryRegistry()
  const { id, hash } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  const [run, ...others] = await readIndex(registry)
  expect(others).toEqual([])
  expect(run).toMatchObject({
    id,
    hash,
    suite: 'quick',
    osName: 'Debian GNU/Linux',
    provenanceLevel: 'self-reported',
    benchmarkCount: 8,
  })
  expect(run?.engines).toMatchObject([{ name: 'docker', product: 'Docker Engine', version: '28.0.0' }])
  const native = exampleRun().benchmarks[0]
  const times = (native?.samples ?? []).filter(({ warmup }) => !warmup).map(({ values }) => Number(values.duration))
  expect(run?.benchmarks[0]).toMatchObject({
    scenario: 'native',
    n: 3,
    minimum: Math.min(...times),
    isPrimary: true,
    ratio: null,
  })
  expect(run?.benchmarks[0]?.mean).toBeCloseTo(times.reduce((a, b) => a + b) / 3, 3)
})

test('a damaged document is not indexed under its old id, and the others are indexed', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const other = exampleRun((run) => run.notes.push({ code: 'other', text: 'another document' }))
  const kept = importDocument(registry, toBytes(other))
  const file = path.join(registry.documents, `${id}.json`)
  writeFileSync(file, toBytes(other))
  const { faults, runs } = await synchronizeIndex(registry)
  expect(faults).toEqual([
    {
      file,
      pointer: '',
      message: expect.stringContaining(`its content has the id ${kept.id}, but its name has another id`),
    },
  ])
  expect([...runs.keys()]).toEqual([kept.id])
  expect((await readIndex(registry)).map((run) => run.id)).toEqual([kept.id])
})

test('a document that was damaged after indexing is removed from the index', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  writeFileSync(path.join(registry.documents, `${id}.json`), toBytes(exampleRun()).subarray(0, 500))
  const { faults } = await synchronizeIndex(registry)
  expect(faults[0]).toMatchObject({ pointer: '/harness/agentDigest', message: expect.stringMatching(/line 1, column/) })
  expect(await readIndex(registry)).toEqual([])
})

test('a foreign file among the documents is reported with its name and pointer, and the rest is indexed', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const invalid = exampleRun((run) => Object.assign(run.benchmarks[0] ?? {}, { scenario: 7 }))
  const misnamed = exampleRun((run) => run.notes.push({ code: 'other', text: 'another document' }))
  writeFileSync(path.join(registry.documents, 'copy.json'), toBytes(exampleRun()))
  writeFileSync(path.join(registry.documents, 'invalid.json'), toBytes(invalid))
  writeFileSync(path.join(registry.documents, 'misnamed.json'), toBytes(misnamed))
  mkdirSync(path.join(registry.documents, 'directory.json'))
  writeFileSync(path.join(registry.documents, 'README.md'), 'no document, and no matter')
  const { faults, runs } = await synchronizeIndex(registry)
  expect(faults.map(({ file, ...rest }) => ({ file: path.basename(file), ...rest }))).toEqual([
    { file: 'copy.json', pointer: '', message: `it is the same document as ${id}.json; delete it` },
    { file: 'directory.json', pointer: '', message: expect.stringContaining('is not a regular file') },
    { file: 'invalid.json', pointer: '/benchmarks/0/scenario', message: expect.any(String) },
    {
      file: 'misnamed.json',
      pointer: '',
      message: expect.stringContaining(`rename it to ${identify(misnamed).id}.json`),
    },
  ])
  expect([...runs.keys()]).toEqual([id])
})

test('hundreds of documents are read on several threads, with the same rows as one by one', async () => {
  const registry = temporaryRegistry()
  for (let number = 0; number < MANY; number += 1) {
    const document = numbered(number)
    writeFileSync(path.join(registry.documents, `${identify(document).id}.json`), toBytes(document))
  }
  const { indexed, faults } = await synchronizeIndex(registry)
  expect({ indexed, faults }).toEqual({ indexed: MANY, faults: [] })
  const [first] = await readIndex(registry)
  const alone = temporaryRegistry()
  const name = `${first?.id}.json`
  cpSync(path.join(registry.documents, name), path.join(alone.documents, name), { preserveTimestamps: true })
  await synchronizeIndex(alone)
  expect(await readIndex(alone)).toEqual([first])
})

test('an up-to-date index is not written', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  expect((await synchronizeIndex(registry)).indexed).toBe(1)
  const filesOf = () =>
    ['', '-wal'].map((suffix) => {
      const file = `${registry.index}${suffix}`
      return existsSync(file) ? [readFileSync(file).toString('latin1'), statSync(file).mtimeMs] : null
    })
  const before = filesOf()
  expect((await synchronizeIndex(registry)).indexed).toBe(0)
  expect(filesOf()).toEqual(before)
})

test('two concurrent synchronizations succeed and index each run once', async () => {
  const registry = await registryWithAnIndex()
  for (let number = 0; number < FEW; number += 1) importDocument(registry, toBytes(numbered(number)))
  const both = await Promise.all([synchronizeIndex(registry), synchronizeIndex(registry)])
  expect(both.map(({ runs }) => runs.size)).toEqual([FEW, FEW])
  // A benchmark has one row for each of its metrics.
  expect(await countIndex(registry)).toEqual({ runs: FEW, benchmarks: FEW * 10 })
})

test('an index is synchronized while runs are submitted', async () => {
  const registry = await registryWithAnIndex()
  for (let number = 0; number < FEW; number += 1) importDocument(registry, toBytes(numbered(number)))
  const failed: unknown[] = []
  const indexer = startIndexer(
    (ids) => indexBatch(registry, ids),
    (error) => failed.push(error),
  )
  // The runs that were imported before are being read while the new ones are inserted.
  let next = FEW
  await synchronizeIndex(registry, () => {
    for (const { id } of [0, 1, 2].map(() => importDocument(registry, toBytes(numbered(next++))))) indexer.add(id)
  })
  for (const id of listDocuments(registry)) indexer.add(id)
  await Promise.all([synchronizeIndex(registry), synchronizeIndex(registry), indexer.settled()])
  expect(failed).toEqual([])
  expect(await countIndex(registry)).toMatchObject({ runs: next })
})

test('a new statement changes the state in the index', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  addStatement(registry, id, { kind: 'withdrawn', reason: 'wrong host', at: '2026-01-01T00:00:00.000Z' })
  await synchronizeIndex(registry)
  expect(await readIndex(registry)).toMatchObject([{ id, state: 'withdrawn' }])
})

const SELF_REPORTED = { provenanceLevel: 'self-reported', signature: null, project: null, repositoryId: null }
const SIGNED = { provenanceLevel: 'signed by repository', project: 'id:1001', repositoryId: '1001', ownerId: '2002' }

test('a bundle that arrives later raises the provenance level in the index, and removing it lowers the level', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  expect(await readIndex(registry)).toMatchObject([{ id, ...SELF_REPORTED }])
  await importSigned(registry, sigstore, exampleRun())
  expect(await synchronizeIndex(registry)).toMatchObject({ indexed: 1, faults: [] })
  const [run] = await readIndex(registry)
  expect(run).toMatchObject({ id, ...SIGNED, bundleFault: null })
  expect(JSON.parse(String(run?.signature))).toMatchObject({
    level: 'signed by repository',
    provenance: { repository: 'example/project', issuer: GITHUB_ISSUER },
    log: { index: expect.any(Number) },
  })
  expect((await synchronizeIndex(registry)).indexed).toBe(0)
  rmSync(bundleFile(registry, id))
  await synchronizeIndex(registry)
  expect(await readIndex(registry)).toMatchObject([{ id, ...SELF_REPORTED }])
})

test('a bundle of an instance that the registry does not trust is reported until it does, and its run is self-reported', async () => {
  const registry = temporaryRegistry()
  const [other, id] = [await startSigstore(), await importSigned(registry, sigstore, exampleRun())]
  await other.close()
  trustSigstore(registry, other)
  for (let build = 0; build < 2; build += 1) {
    const { runs, faults } = await synchronizeIndex(registry)
    expect([...runs.keys()]).toEqual([id])
    const message =
      'its certificate is not from a Sigstore instance that this registry trusts, or was not valid at the time of the signature; the run is shown as self-reported'
    expect(faults).toEqual([{ file: bundleFile(registry, id), pointer: '', message, isSkipped: false }])
    expect(await readIndex(registry)).toMatchObject([{ id, ...SELF_REPORTED }])
  }
  trustSigstore(registry, sigstore)
  expect((await synchronizeIndex(registry)).faults).toEqual([])
  expect(await readIndex(registry)).toMatchObject([{ id, ...SIGNED }])
})

test('what the registry trusts is checked again for each signed run after a change', async () => {
  const registry = temporaryRegistry()
  const id = await importSigned(registry, sigstore, exampleRun())
  await synchronizeIndex(registry)
  writeFileSync(path.join(registry.directory, 'addresses.txt'), 'https://elsewhere.example\n')
  const { faults } = await synchronizeIndex(registry)
  expect(faults).toMatchObject([{ message: expect.stringContaining('this registry is https://elsewhere.example') }])
  expect(await readIndex(registry)).toMatchObject([{ id, ...SELF_REPORTED }])
})

test.each<[string, (file: string, other: string) => void, string]>([
  ['is that of another run', (file, other) => cpSync(other, file), 'it is for the document sha256:'],
  ['is garbage', (file) => writeFileSync(file, 'garbage'), 'it is not JSON'],
  ['is a link to nothing', (file) => symlinkSync('nothing', file), 'it is not a regular file'],
])('a run whose bundle %s is self-reported, and the bundle is reported', async (_, change, sentence) => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(numbered(1)))
  const other = await importSigned(registry, sigstore, exampleRun())
  change(bundleFile(registry, id), bundleFile(registry, other))
  const { faults } = await synchronizeIndex(registry)
  expect(faults).toMatchObject([{ file: bundleFile(registry, id), message: expect.stringContaining(sentence) }])
  const levels = (await readIndex(registry)).map((run) => [run.id, run.provenanceLevel] as const)
  expect(new Map(levels)).toEqual(
    new Map([
      [id, 'self-reported'],
      [other, 'signed by repository'],
    ]),
  )
})

test('a removed document is removed from the index, with its engines and benchmarks', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  rmSync(path.join(registry.documents, `${id}.json`))
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  expect([await reader.run.count(), await reader.engine.count(), await reader.benchmark.count()]).toEqual([0, 0, 0])
  await reader.$disconnect()
})

test('no text of a deleted run stays in the files of the index, even while a server reads the index', async () => {
  const registry = temporaryRegistry()
  const named = exampleRun(({ host }) => Object.assign(host.cpu, { model: 'a name 7731' }))
  const { id } = importDocument(registry, toBytes(named))
  const reader = openReader(registry)
  onTestFinished(() => reader.$disconnect())
  await synchronizeIndex(registry)
  expect(await reader.run.count()).toBe(1)
  const files = () => ['', '-wal'].map((suffix) => readFileSync(`${registry.index}${suffix}`, 'latin1')).join('')
  expect(files().includes('a name 7731')).toBe(true)
  deleteRun(registry, id, 'a name')
  await synchronizeIndex(registry)
  expect(await reader.run.count()).toBe(0)
  expect(files().includes('a name 7731')).toBe(false)
})

function numbered(number: number): RunDocument {
  return exampleRun((run) => run.notes.push({ code: 'number', text: String(number) }))
}

/**
 * Returns a registry whose index already has its tables. If two connections of one process created the tables at the
 * same time, the second connection would wait for the lock in vain and block the first.
 */
async function registryWithAnIndex(): Promise<Registry> {
  const registry = temporaryRegistry()
  await synchronizeIndex(registry)
  return registry
}

async function countIndex(registry: Registry) {
  const reader = openReader(registry)
  try {
    return { runs: await reader.run.count(), benchmarks: await reader.benchmark.count() }
  } finally {
    await reader.$disconnect()
  }
}

async function readIndex(registry: Registry) {
  const reader = openReader(registry)
  try {
    return await reader.run.findMany({ include: { engines: true, benchmarks: true }, orderBy: { id: 'asc' } })
  } finally {
    await reader.$disconnect()
  }
}
