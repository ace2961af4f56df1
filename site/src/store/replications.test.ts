import { identify, type RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { resolvedRun, TEMPLATE, temporaryRegistry, toBytes } from '../testing.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import { withIndex } from './index-database.ts'
import type { Registry } from './registry.ts'
import { type Candidate, findCandidates, readReplications } from './replications.ts'
import { readStatements } from './statements.ts'
import { synchronizeIndex } from './synchronize-index.ts'
import { deleteRun, supersede, withdraw } from './withdraw-supersede-delete.ts'

await ensurePrismaClient()
const { openReader } = await import('./queries.ts')
const { inputsOfRuns } = await import('../site-build/page-inputs.ts')

const FIRST = resolvedRun()
const ORIGINAL = identify(FIRST)
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

/** The runs that say that they repeat another one, from an index that is current. */
async function candidatesIn(registry: Registry): Promise<Map<string, Candidate[]>> {
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  try {
    return await findCandidates(reader)
  } finally {
    await reader.$disconnect()
  }
}

/** The replications of the first run. */
async function found(registry: Registry) {
  const candidates = (await candidatesIn(registry)).get(ORIGINAL.id) ?? []
  return readReplications(registry, { document: FIRST, hash: ORIGINAL.hash }, candidates)
}

async function pageOf(registry: Registry, id = ORIGINAL.id): Promise<string> {
  const candidates = (await candidatesIn(registry)).get(id) ?? []
  const made = await makeRunFile(registry, TEMPLATE, `${id}.html`, { candidates })
  return String(made?.body)
}

test('a run that repeats another one is found with that one, once, and adds nothing to its statements', async () => {
  const { registry, ids } = registryWith(FIRST, repeated(1))
  importDocument(registry, toBytes(repeated(1)))
  expect(await found(registry)).toMatchObject([{ by: ids[1], level: 'self-reported', notCounted: null }])
  expect(readStatements(registry, ORIGINAL.id)).toMatchObject([{ kind: 'submitted' }])
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
  expect((await found(registry)).map(({ notCounted }) => notCounted)).toEqual([
    'differs in: engine version',
    'differs in: CPU model',
    null,
    'differs in: image digest, image installed packages',
  ])
  const page = await pageOf(registry)
  expect(page).toContain('1 run with the same request')
  expect(page).toMatch(new RegExp(`href="${ids[2]}">.*differs in: CPU model<`))
  expect(page).toMatch(new RegExp(`href="${ids[4]}">.*differs in: image digest, image installed packages<`))
})

test('a claim to repeat a run that measured other work is refused, and nothing is stored', async () => {
  const { registry } = registryWith(FIRST)
  const other = repeated(1, ({ benchmarks }) => void benchmarks.pop())
  expect(() => importDocument(registry, toBytes(other))).toThrow(
    expect.objectContaining({
      code: 'not-a-replication',
      message: `The document says that it repeats run ${ORIGINAL.id}, but it does not: it differs in workloads, params and scenarios.`,
    }),
  )
  expect(await found(registry)).toEqual([])
  expect(readStatements(registry, identify(other).id)).toEqual([])
})

test('a copy of a replication does not count as another one, whatever was changed beside its samples', async () => {
  const { registry, ids } = registryWith(FIRST, repeated(1))
  const copy = repeated(1, (run) => {
    run.notes.push({ code: 'note', text: 'mine' })
  })
  importDocument(registry, toBytes(copy))
  expect((await found(registry)).map(({ notCounted }) => notCounted)).toEqual([
    null,
    `it has samples of run ${ids[1]}, which repeats this run too`,
  ])
})

test('replications that have more than 8 MB together are not read for a page', async () => {
  const { registry } = registryWith(FIRST)
  const padding = Buffer.alloc(1_700_000, ' ')
  const ids = [2, 3, 4, 5, 6].map(
    (day) => importDocument(registry, Buffer.concat([toBytes(repeated(day)), padding])).id,
  )
  expect((await found(registry)).filter(({ ratios }) => ratios === null).map(({ by }) => by)).toEqual([ids.at(-1)])
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
])('%s is refused; if it came before the original, it is not shown', async (_, change, why) => {
  const { registry } = registryWith(FIRST)
  expect(() => importDocument(registry, toBytes(repeated(1, change)))).toThrow(`but it does not: ${why}.`)
  const { registry: unordered } = registryWith(repeated(1, change), FIRST)
  expect((await candidatesIn(unordered)).size).toBe(1)
  expect(await found(unordered)).toEqual([])
})

test("no text of a stranger's document is on the page of a run", async () => {
  const { registry } = registryWith(
    FIRST,
    repeated(1, ({ images }) => {
      images.push({ ...(images[0] as (typeof images)[number]), name: 'evil.example' })
    }),
  )
  expect(await pageOf(registry)).toContain('Runs not counted')
  expect(await pageOf(registry)).not.toContain('evil')
})

test('a run whose original is not there counts once the original is', async () => {
  const { registry } = registryWith(repeated(1))
  expect((await candidatesIn(registry)).size).toBe(1)
  importDocument(registry, toBytes(FIRST))
  expect(await found(registry)).toHaveLength(1)
})

test('a run that names another hash with the same id is not shown', async () => {
  const { registry } = registryWith(
    FIRST,
    repeated(1, (run) => {
      run.replicates = {
        document: `${ORIGINAL.hash.slice(0, -8)}00000000`,
        images: 'same',
        engine: 'anew',
        machine: 'same',
      }
    }),
  )
  expect((await candidatesIn(registry)).get(ORIGINAL.id)).toHaveLength(1)
  expect(await found(registry)).toEqual([])
})

test.each<[string, (registry: Registry, id: string, other: string) => void]>([
  ['withdrawn', (registry, id) => withdraw(registry, id, 'measured with a browser open')],
  ['superseded', (registry, id, other) => supersede(registry, id, other)],
  ['deleted', (registry, id) => deleteRun(registry, id, 'named a person')],
])('a replication that is %s no longer counts', async (_, change) => {
  const { registry, ids } = registryWith(FIRST, repeated(1), repeated(2))
  change(registry, ids[1] as string, ids[2] as string)
  expect((await found(registry)).map(({ by }) => by)).toEqual([ids[2]])
})

test('a withdrawn replication that is imported again still does not count', async () => {
  const { registry, ids } = registryWith(FIRST, repeated(1))
  withdraw(registry, ids[1] as string, 'measured with a browser open')
  importDocument(registry, toBytes(repeated(1)))
  expect(await found(registry)).toEqual([])
})

test('the page of the first run says how many repeated ratios lie inside, by provenance level, best first', async () => {
  const { registry, ids } = registryWith(FIRST, repeated(1), repeated(2), repeated(3), repeated(4))
  await synchronizeIndex(registry)
  await withIndex(registry, (client) =>
    client.execute(`UPDATE Run SET provenanceLevel = 'signed by repository' WHERE id = '${ids[4]}'`),
  )
  const page = await pageOf(registry)
  expect(page).toContain('(1 signed by repository, 3 self-reported)')
  expect(page.indexOf(`href="${ids[4]}"`)).toBeLessThan(page.indexOf(`href="${ids[1]}"`))
  expect(page).toMatch(/\d+ of \d+ repeated ratios lie inside the 95% prediction interval of the first run\./)
  expect(page).toMatch(/<p>npm-ci small: 1\.\d+× native .* over 5 runs\.<\/p>/)
  expect(await pageOf(registry, ids[1])).toContain(`Its document says that it repeats run <a href="${ORIGINAL.id}">`)
})

test('a folder is imported in any order, and only the files of the first run are made again', async () => {
  const { registry, ids } = registryWith(repeated(1), FIRST)
  const runs = new Map(ids.map((id) => [id, 'bytes']))
  const before = inputsOfRuns(registry, runs, TEMPLATE, () => ({ candidates: [], signature: null }))
  const candidates = await candidatesIn(registry)
  const factsOf = (id: string) => ({ candidates: candidates.get(id) ?? [], signature: null })
  const after = inputsOfRuns(registry, runs, TEMPLATE, factsOf)
  const changed = [...after].filter(([name, inputs]) => before.get(name) !== inputs).map(([name]) => name)
  expect(new Set(changed.map((name) => name.split('.')[0]))).toEqual(new Set([`runs/${ORIGINAL.id}`]))
})

test('a page without replications has nothing about them', async () => {
  const { registry } = registryWith(FIRST)
  expect(await pageOf(registry)).not.toMatch(/replication/i)
})
