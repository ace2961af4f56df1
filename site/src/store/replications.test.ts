import { appendFileSync, existsSync } from 'node:fs'
import { identify, type RunDocument } from '@plimsoll/schema'
import { expect, test, vi } from 'vitest'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { inputsOfRun } from '../site-build/run-files.ts'
import { resolvedRun, temporaryRegistry, toBytes } from '../testing.ts'
import { documentFile, storeDocument } from './documents.ts'
import { importDocument, recordReplications } from './import.ts'
import type { Registry } from './registry.ts'
import { findReplicationFaults, readReplications, replicationsOf } from './replications.ts'
import { addStatement, readStatements, statementFile } from './statements.ts'
import { deleteRun, supersede, withdraw } from './withdraw-supersede-delete.ts'

const TEMPLATE = { version: 1, stylesheet: 'site.0123456789ab.css', scripts: {}, baseUrl: null }
const FIRST = resolvedRun()
const ORIGINAL = identify(FIRST)
const AT = '2026-01-01T00:00:00Z'
const OTHER = `sha256:${'9'.repeat(64)}`

/** A run that says that it repeats the first one, on a later day of May. */
function repeated(day: number, change: (document: RunDocument) => void = () => {}): RunDocument {
  return resolvedRun((run) => {
    run.startedAt = `2025-05-0${day}T00:00:00Z`
    run.finishedAt = `2025-05-0${day}T00:02:00Z`
    run.replicates = { document: ORIGINAL.hash, images: 'same', engine: 'anew', machine: 'same' }
    for (const { samples } of run.benchmarks)
      for (const { values } of samples) if (typeof values.duration === 'number') values.duration += day
    change(run)
  })
}

function registryWith(...documents: RunDocument[]): { registry: Registry; ids: string[] } {
  const registry = temporaryRegistry()
  return { registry, ids: documents.map((document) => importDocument(registry, toBytes(document)).id) }
}

const found = (registry: Registry) => replicationsOf(readStatements(registry, ORIGINAL.id))

async function pageOf(registry: Registry, id = ORIGINAL.id): Promise<string> {
  const made = await makeRunFile(registry, TEMPLATE, `${id}.html`)
  return String(made?.body)
}

test('a run that repeats another one is a statement about that one, once', () => {
  const { registry, ids } = registryWith(FIRST, repeated(1))
  importDocument(registry, toBytes(repeated(1)))
  expect(readStatements(registry, ORIGINAL.id)).toMatchObject([
    { kind: 'submitted' },
    { kind: 'replicated', by: ids[1], level: 'self-reported', differs: '' },
  ])
})

test('a run with another engine version, machine or image does not count, and the page says what differs', async () => {
  const { registry, ids } = registryWith(
    FIRST,
    repeated(1, ({ engines }) => {
      for (const engine of engines) engine.version = '99.0'
    }),
    repeated(2, ({ host }) => {
      host.cpu.model = 'another'
    }),
    repeated(3),
    repeated(4, ({ images }) => {
      for (const image of images) Object.assign(image, { digest: OTHER, packagesDigest: OTHER })
    }),
  )
  expect(found(registry).map(({ differs }) => differs)).toEqual([
    'engine version',
    'CPU model',
    '',
    'image digest, image installed packages',
  ])
  const page = await pageOf(registry)
  expect(page).toContain('1 run with the same request')
  expect(page).toMatch(new RegExp(`href="${ids[2]}">.*differs in: CPU model<`))
  expect(page).toMatch(new RegExp(`href="${ids[4]}">.*differs in: image digest, image installed packages<`))
})

test('a claim to repeat a run that measured other work is refused, and nothing is stored', () => {
  const { registry } = registryWith(FIRST)
  const other = repeated(1, ({ benchmarks }) => void benchmarks.pop())
  expect(() => importDocument(registry, toBytes(other))).toThrow(
    expect.objectContaining({
      code: 'not-a-replication',
      message: `The document says that it repeats run ${ORIGINAL.id}, but it does not: it differs in workloads, params and scenarios.`,
    }),
  )
  expect(found(registry)).toEqual([])
  expect(readStatements(registry, identify(other).id)).toEqual([])
})

test('a copy of a replication does not count as another one, whatever was changed beside its samples', () => {
  const { registry } = registryWith(FIRST, repeated(1))
  const copy = repeated(1, (run) => {
    run.notes.push({ code: 'note', text: 'mine' })
  })
  expect(() => importDocument(registry, toBytes(copy))).toThrow(
    expect.objectContaining({
      code: 'not-a-replication',
      message: expect.stringMatching(/: it has samples of run [a-z2-7]{26}, which repeats that run too\.$/),
    }),
  )
  importDocument(registry, toBytes(repeated(1)))
  expect(found(registry)).toHaveLength(1)
})

/** A replication with so many samples that it has about `size` bytes. */
function heavy(day: number, size: number): RunDocument {
  return repeated(day, ({ benchmarks }) => {
    const used = benchmarks.filter(({ status }) => status === 'ok')
    for (const [order, benchmark] of used.entries()) {
      const [pattern] = benchmark.samples.filter(({ warmup }) => !warmup) as [(typeof benchmark.samples)[number]]
      const rounds = Math.round(size / used.length / (JSON.stringify(pattern).length + 8))
      benchmark.samples = Array.from({ length: rounds }, (_, round) => ({
        ...pattern,
        ...{ round, order, slot: `r${round}-${order}` },
        values: { ...pattern.values, duration: 1_000_000_000 + day + 10 * round },
      }))
    }
    for (const { status, samples } of benchmarks) if (status !== 'ok') for (const sample of samples) sample.order += 90
  })
}

test('replications that have more than 8 MB together are not read for a page', async () => {
  const { registry, ids } = registryWith(FIRST)
  const add = (document: RunDocument) => {
    const { id } = storeDocument(registry, toBytes(document), { document, ...identify(document) })
    addStatement(registry, ORIGINAL.id, { kind: 'replicated', by: id, level: 'self-reported', differs: '', at: AT })
    return id
  }
  const others = [2, 3, 4, 5, 6].map((day) => add(heavy(day, 1_700_000)))
  const read = readReplications(registry, readStatements(registry, ids[0] as string))
  expect(read.filter(({ ratios }) => ratios === null).map(({ by }) => by)).toEqual([others.at(-1)])
  expect(await pageOf(registry)).toContain('Runs not read for this page')
})

test.each<[string, (document: RunDocument) => void, string]>([
  [
    'a copy of the samples',
    (run) => {
      run.benchmarks = structuredClone(FIRST.benchmarks)
    },
    'it has samples of that run',
  ],
  [
    'a run from before the original had ended',
    (run) => {
      run.startedAt = '2024-01-01T00:00:00Z'
    },
    'it started before that run had ended',
  ],
])('%s is refused', (_, change, why) => {
  const { registry } = registryWith(FIRST)
  expect(() => importDocument(registry, toBytes(repeated(1, change)))).toThrow(`but it does not: ${why}.`)
  expect(found(registry)).toEqual([])
})

test("no text of a stranger's document is in the statements of a run", () => {
  const { registry } = registryWith(
    FIRST,
    repeated(1, ({ images }) => {
      images.push({ ...(images[0] as (typeof images)[number]), name: 'evil.example' })
    }),
  )
  expect(JSON.stringify(readStatements(registry, ORIGINAL.id))).not.toContain('evil')
  expect(readStatements(registry, ORIGINAL.id)).toHaveLength(2)
})

test('a run whose original is not there counts once the original is, when it is imported again', () => {
  const { registry } = registryWith(repeated(1), FIRST)
  expect(found(registry)).toEqual([])
  importDocument(registry, toBytes(repeated(1)))
  expect(found(registry)).toHaveLength(1)
})

test.each<[string, (registry: Registry, id: string, other: string) => void]>([
  ['withdrawn', (registry, id) => withdraw(registry, id, 'measured with a browser open')],
  ['superseded', (registry, id, other) => supersede(registry, id, other)],
  ['deleted', (registry, id) => deleteRun(registry, id, 'named a person')],
])('a replication that is %s no longer counts', (_, change) => {
  const { registry, ids } = registryWith(FIRST, repeated(1), repeated(2))
  change(registry, ids[1] as string, ids[2] as string)
  expect(found(registry).map(({ by }) => by)).toEqual([ids[2]])
})

test('a withdrawn replication that is imported again still does not count', () => {
  const { registry, ids } = registryWith(FIRST, repeated(1))
  withdraw(registry, ids[1] as string, 'measured with a browser open')
  importDocument(registry, toBytes(repeated(1)))
  expect(found(registry)).toEqual([])
})

test('the page of the first run says how many repeated ratios lie inside, by provenance level', async () => {
  const { registry, ids } = registryWith(FIRST, repeated(1), repeated(2), repeated(3), repeated(4))
  addStatement(registry, ORIGINAL.id, {
    kind: 'replicated',
    by: ids[4] as string,
    level: 'signed by repository',
    differs: '',
    at: '2025-06-01T00:00:00Z',
  })
  const page = await pageOf(registry)
  expect(page).toContain('(1 signed by repository, 3 self-reported)')
  expect(page).toMatch(/\d+ of \d+ repeated ratios lie inside the 95% prediction interval of the first run\./)
  expect(page).toContain('4 of 4')
  expect(await pageOf(registry, ids[1])).toContain(`Its document says that it repeats run <a href="${ORIGINAL.id}">`)
})

test('a folder is imported in any order, and only the page of the first run is made again', () => {
  const registry = temporaryRegistry()
  const ids = [repeated(1), FIRST].map((document) => importDocument(registry, toBytes(document)).id)
  const before = inputsOfRun(registry, ORIGINAL.id, 'bytes', null)
  recordReplications(registry, [ids[0] as string])
  expect(found(registry)).toHaveLength(1)
  const after = inputsOfRun(registry, ORIGINAL.id, 'bytes', null)
  expect(after.others).toBe(before.others)
  expect(after.page).not.toBe(before.page)
})

test('damage of the original does not keep a replication from being deleted', () => {
  const { registry, ids } = registryWith(FIRST, repeated(1))
  appendFileSync(statementFile(registry, ORIGINAL.id), 'garbage\n')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  deleteRun(registry, ids[1] as string, 'named a person')
  expect(existsSync(documentFile(registry, ids[1] as string))).toBe(false)
  vi.restoreAllMocks()
})

test('a page without replications has nothing about them', async () => {
  const { registry } = registryWith(FIRST)
  expect(await pageOf(registry)).not.toMatch(/replication/i)
})

test('handwritten statements about replications are faults, those of an import are not', () => {
  const stranger = resolvedRun((run) => run.notes.push({ code: 'number', text: 'another' }))
  const otherMachine = repeated(2, ({ host }) => {
    host.cpu.model = 'another'
  })
  const { registry, ids } = registryWith(FIRST, repeated(1), otherMachine, stranger)
  const [, counted = '', differing = '', unrelated = ''] = ids
  const fault = () => findReplicationFaults(registry, FIRST, readStatements(registry, ORIGINAL.id))[0] ?? null
  expect(found(registry)).toHaveLength(2)
  expect(fault()).toBeNull()
  const state = (by: string, level: 'self-reported' | 'signed by repository', differs = '') =>
    addStatement(registry, ORIGINAL.id, { kind: 'replicated', by, level, differs, at: '2026-01-01T00:00:00Z' })
  state(counted, 'signed by repository')
  expect(fault()).toContain(`run ${counted} is signed by repository, but it is only self-reported`)
  state(counted, 'self-reported')
  state(differing, 'self-reported')
  expect(fault()).toContain(`run ${differing} does not say what differs`)
  addStatement(registry, ORIGINAL.id, { kind: 'replication-removed', by: differing, at: '2026-01-01T00:00:00Z' })
  state(unrelated, 'self-reported')
  expect(fault()).toContain(`run ${unrelated} repeats this run, but it does not: it names another run`)
})
