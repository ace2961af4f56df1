import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { idOfHash, type RunDocument, readRun } from '@plimsoll/schema'
import { expect, onTestFinished, test } from 'vitest'
import { listRunHashes } from '../editions/load-editions.ts'
import { readEditions, readShippedDocuments } from '../editions/read-editions.ts'
import type { Template } from '../page-parts/template.ts'
import { importSigned, startSigstore } from '../provenance/testing.ts'
import { addName } from '../provenance/trust.ts'
import { BUNDLE_EXTENSION, RUN_EXTENSIONS } from '../run-page/files.ts'
import type { IndexedFacts } from '../run-page/make-run-file.ts'
import { makeSignature } from '../run-page/testing.ts'
import { bundleFile } from '../store/documents.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import type { StatementBundle } from '../store/statement.ts'
import { addStatement } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, TEMPLATE, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { openReader } = await import('../store/queries.ts')
const { inputsOfEditions, inputsOfLists, inputsOfProjects, inputsOfRuns } = await import('./page-inputs.ts')

const SITE = path.join(import.meta.dirname, '..', '..')
const OTHER_STYLE: Template = { ...TEMPLATE, stylesheet: 'site.bbbbbbbbbbbb.css' }
const AT = '2026-01-01T00:00:00Z'
const WITHDRAWN = { kind: 'withdrawn', reason: 'wrong image', at: AT } as const

/** Returns a function that returns the files whose inputs changed since the last call, sorted. */
function changesOf<Arguments extends unknown[]>(
  read: (...args: Arguments) => Promise<Map<string, string>> | Map<string, string>,
): (...args: Arguments) => Promise<string[]> {
  let before = new Map<string, string>()
  return async (...args) => {
    const last = before
    before = await read(...args)
    return [...before.keys()].filter((name) => before.get(name) !== last.get(name)).sort()
  }
}

const A = 'a'.repeat(26)
const HASH_OF_B = `sha256:${'b'.repeat(64)}`
const B = idOfHash(HASH_OF_B)
const RUNS = new Map([
  [A, 'bytes of a'],
  [B, 'bytes of b'],
])
const NO_FACTS: IndexedFacts = { candidates: [], signature: null }

test('the files of a run change with its document, its statements, its bundle, the runs that repeat it, what its signature proves, the style and the address', async () => {
  const registry = temporaryRegistry()
  const changes = changesOf(
    (
      runs: Map<string, string> = RUNS,
      template: Template = TEMPLATE,
      factsOf: (id: string) => IndexedFacts = () => NO_FACTS,
    ) => inputsOfRuns(registry, runs, template, factsOf),
  )
  const filesOf = (...ids: string[]) => ids.flatMap((id) => RUN_EXTENSIONS.map((end) => `runs/${id}.${end}`)).sort()
  expect(await changes()).toEqual(filesOf(A, B))
  expect(await changes()).toEqual([])
  addStatement(registry, A, WITHDRAWN)
  expect(await changes()).toEqual(filesOf(A))
  writeFileSync(bundleFile(registry, A), '{}')
  expect(await changes()).toEqual(filesOf(A))
  const anew = new Map([...RUNS, [A, 'laid out anew']])
  expect(await changes(anew)).toEqual(filesOf(A))
  const c = 'c'.repeat(26)
  expect(await changes(new Map([...anew, [c, 'bytes of c']]))).toEqual(filesOf(c))
  expect(await changes(anew, OTHER_STYLE)).toEqual(filesOf(A, B))
  expect(await changes(anew, { ...TEMPLATE, baseUrl: 'https://example.org/' })).toEqual(filesOf(A, B))
  await changes(anew)
  const candidates = [{ by: B, original: A, level: 'self-reported' }] as const
  expect(await changes(anew, TEMPLATE, (id) => (id === A ? { ...NO_FACTS, candidates } : NO_FACTS))).toEqual(filesOf(A))
  await changes(anew)
  const facts = { candidates: [], signature: makeSignature() }
  const signed = (id: string) => (id === A ? facts : NO_FACTS)
  expect(await changes(anew, TEMPLATE, signed)).toEqual([...filesOf(A), `runs/${A}.${BUNDLE_EXTENSION}`].sort())
})

test('the files of a run with a signed statement change with what the registry trusts', async () => {
  const registry = temporaryRegistry()
  addStatement(registry, A, { ...WITHDRAWN, bundle: {} as StatementBundle })
  addStatement(registry, B, WITHDRAWN)
  const changes = changesOf(() => inputsOfRuns(registry, RUNS, TEMPLATE, () => NO_FACTS))
  await changes()
  addName(registry, 'https://another.example')
  expect(await changes()).toEqual(RUN_EXTENSIONS.map((end) => `runs/${A}.${end}`).sort())
})

test('a deleted run has a page alone', () => {
  const registry = temporaryRegistry()
  addStatement(registry, B, { kind: 'deleted', hash: HASH_OF_B, reason: 'named a person', at: AT })
  expect([...inputsOfRuns(registry, new Map(), TEMPLATE, () => NO_FACTS).keys()]).toEqual([`runs/${B}.html`])
})

/** Synchronizes the index and calls `read` with it. */
async function fromIndex<Result>(
  registry: Registry,
  read: (reader: ReturnType<typeof openReader>) => Promise<Result>,
): Promise<Result> {
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  try {
    return await read(reader)
  } finally {
    await reader.$disconnect()
  }
}

const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

test('a new run changes no page of older runs, unless it fills one or belongs on one', async () => {
  const registry = temporaryRegistry()
  const importDays = (from: number, to: number, engine?: string) =>
    Array.from({ length: to - from }, (_, index) => {
      const startedAt = new Date(FIRST_DAY + (from + index) * DAY_MS).toISOString().replace('.000', '')
      const document = exampleRun((run) => {
        Object.assign(run, { startedAt, finishedAt: startedAt })
        if (engine !== undefined) for (const one of run.engines) one.product = engine
      })
      return importDocument(registry, toBytes(document)).id
    })
  const changes = changesOf((template: Template = TEMPLATE) =>
    fromIndex(registry, (reader) => inputsOfLists(reader, template)),
  )
  const pages = (...numbers: number[]) => numbers.map((number) => `runs/page/${number}.html`)
  const ids = importDays(0, 90)
  expect(await changes()).toEqual(pages(1, 2))
  expect(await changes()).toEqual([])
  importDays(90, 119)
  expect(await changes()).toEqual([])
  importDays(119, 120)
  expect(await changes()).toEqual(pages(2, 3))
  // The first and the last run of a page, and one between them.
  for (const [day, page] of [
    [0, 1],
    [7, 1],
    [29, 1],
    [30, 2],
  ] as const) {
    addStatement(registry, ids[day] ?? '', WITHDRAWN)
    expect([day, await changes()]).toEqual([day, pages(page)])
  }
  importDays(120, 121, 'Another Engine')
  expect(await changes()).toEqual(pages(1, 2, 3))
  importDays(-1, 0)
  expect(await changes()).toEqual(pages(1, 2, 3))
  expect(await changes(OTHER_STYLE)).toEqual(pages(1, 2, 3))
  // Newer data of a transcription, which is on no page of older runs.
  const file = path.join(SITE, 'documents', 'docker-for-mac-bench-2025-macos.json')
  for (const finishedAt of ['2026-06-01', '2026-06-02']) {
    const document = { ...readRun(readFileSync(file)).document, startedAt: '2026-06-01', finishedAt }
    importDocument(registry, toBytes(document))
    expect(await changes()).toEqual(pages(1, 2, 3))
  }
})

/** Returns a function that returns the pages below `/projects` whose inputs changed since the last call. */
function projectChanges(registry: Registry): (template?: Template) => Promise<string[]> {
  const changes = changesOf((template: Template = TEMPLATE) =>
    fromIndex(registry, (reader) => inputsOfProjects(reader, template)),
  )
  return async (template) => (await changes(template)).map((name) => name.replace(/^projects\//, ''))
}

function runOf(repository: string, seed: number): RunDocument {
  return exampleRun((run) =>
    Object.assign(run, { design: { ...run.design, seed }, source: { ...run.source, repository } }),
  )
}

test('only the pages of names with a new run or a new statement about a run change', async () => {
  const registry = temporaryRegistry()
  const changes = projectChanges(registry)
  const importRun = (repository: string, seed: number) => importDocument(registry, toBytes(runOf(repository, seed)))
  const [first] = [importRun('Example/one', 1), importRun('example/two', 2)]
  const both = ['example/one.html', 'example/two.html']
  expect(await changes()).toEqual(both)
  expect(await changes()).toEqual([])
  importRun('example/ONE', 3)
  expect(await changes()).toEqual(['example/one.html'])
  addStatement(registry, first.id, WITHDRAWN)
  expect(await changes()).toEqual(['example/one.html'])
  expect(await changes(OTHER_STYLE)).toEqual(both)
})

test('a run of a stranger with the name of a project changes the page of the name, and not that of the project', async () => {
  const registry = temporaryRegistry()
  const changes = projectChanges(registry)
  const sigstore = await startSigstore()
  onTestFinished(() => sigstore.close())
  let seed = 0
  const sign = (repository: string, id: string) => {
    seed += 1
    return importSigned(registry, sigstore, runOf(repository, seed), { repository_id: id })
  }
  await sign('example/one', '1001')
  expect(await changes()).toEqual(['example/one.html', 'id/1001.html'])
  await sign('example/one', '6666')
  expect(await changes()).toEqual(['example/one.html', 'id/6666.html'])
  importDocument(registry, toBytes(runOf('example/one', 100)))
  expect(await changes()).toEqual(['example/one.html'])
  // The page of the old name shows the new name of the project.
  await sign('example/two', '1001')
  expect(await changes()).toEqual(['example/one.html', 'example/two.html', 'id/1001.html'])
  importDocument(registry, toBytes(runOf('id/1001', 101)))
  expect(await changes()).toEqual([])
})

test('a bundle that arrives or goes changes the page of the project', async () => {
  const registry = temporaryRegistry()
  const changes = projectChanges(registry)
  const sigstore = await startSigstore()
  onTestFinished(() => sigstore.close())
  importDocument(registry, toBytes(runOf('example/one', 1)))
  expect(await changes()).toEqual(['example/one.html'])
  const id = await importSigned(registry, sigstore, runOf('example/one', 1))
  expect(await changes()).toEqual(['example/one.html', 'id/1001.html'])
  rmSync(bundleFile(registry, id))
  expect(await changes()).toEqual(['example/one.html'])
})

test('the pages of editions change with the runs that editions name, with the editions, which of them ship with Plimsoll, the style and the trust', async () => {
  const [registry, shipped] = [temporaryRegistry(), temporaryDirectory()]
  for (const name of ['mac-2022.json', 'mac-2025.json'])
    cpSync(path.join(SITE, 'shipped-editions', name), path.join(shipped, name))
  for (const bytes of readShippedDocuments(path.join(SITE, 'documents'))) importDocument(registry, bytes)
  const changes = changesOf(async (template: Template = TEMPLATE, paths: string[] = [shipped]) => {
    const { runs } = await synchronizeIndex(registry)
    return inputsOfEditions(registry, runs, [...paths, registry.editions], template)
  })
  const all = ['mac-2022', 'mac-2023', 'mac-2025'].map((name) => `editions/${name}.html`)
  expect(await changes()).toEqual(all)
  expect(await changes()).toEqual([])

  const { id: other } = importDocument(registry, toBytes(exampleRun()))
  addStatement(registry, other, WITHDRAWN)
  expect(await changes()).toEqual([])

  const [hash = ''] = readEditions(shipped).flatMap(listRunHashes)
  addStatement(registry, idOfHash(hash), WITHDRAWN)
  expect(await changes()).toEqual(all)
  expect(await changes(OTHER_STYLE)).toEqual(all)
  addName(registry, 'https://registry.example')
  expect(await changes(OTHER_STYLE)).toEqual(all)
  const files = readdirSync(shipped).map((name) => path.join(shipped, name))
  expect(await changes(OTHER_STYLE, files)).toEqual(all)
  cpSync(path.join(SITE, 'shipped-editions', 'vm-2014.json'), path.join(registry.editions, 'vm-2014.json'))
  expect(await changes(OTHER_STYLE, files)).toEqual([...all, 'editions/vm-2014.html'])
})
