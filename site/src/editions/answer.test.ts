import path from 'node:path'
import { idOfHash, type RunDocument, readRun } from '@plimsoll/schema'
import { beforeAll, expect, test, vi } from 'vitest'
import { runEditionNew } from '../commands/edition.ts'
import { importDocument } from '../store/import.ts'
import { withdraw } from '../store/withdraw-supersede-delete.ts'
import { resolvedRun, temporaryRegistry, toBytes } from '../testing.ts'
import { findAnswer, findOwnMeasurement } from './answer.ts'
import { bindMountChart, describeCounts, describeNative, findBindMounts } from './bind-mounts.ts'
import { editionLede } from './edition-lede.ts'
import { resolveEdition } from './figures.ts'
import { type LoadedEdition, loadEditions } from './load-editions.ts'
import { readEditions, readShippedDocuments } from './read-editions.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const SHIPPED = readEditions(path.join(SITE, 'shipped-editions')).map(({ name }) => name)
let editions: Pick<LoadedEdition, 'edition' | 'parts' | 'provenance'>[]

beforeAll(() => {
  const runs = new Map(
    readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
      const { hash, document } = readRun(bytes)
      return [hash, document]
    }),
  )
  editions = readEditions(path.join(SITE, 'shipped-editions')).map((edition) => ({
    edition,
    parts: resolveEdition(edition, (hash) => runs.get(hash) ?? null),
    provenance: [],
  }))
})

test('the answer names the machine, the fastest engine with its time, and by how much it was fastest', () => {
  const answer = findAnswer(editions, SHIPPED)
  expect(answer?.edition.name).toBe('mac-2025')
  expect(answer?.words.fastest).toBe('OrbStack 1.9.2')
  const { before, fastest, after, others } = answer?.words ?? {}
  expect(`${before}${fastest}${after}`).toBe(
    'In figures that Paolo Mainardi published in 2025, of one Mac (macOS 15.1.1, Apple M4 Pro, 12 CPUs), OrbStack 1.9.2 was fastest: npm install on a bind mount took 4.23 s, 1.20× the time without a container (native). Next, Docker Desktop 4.37.1, VMM took 8.55 s (2.43×), 2.02× as long as the fastest.',
  )
  expect(others).toBe(
    'Lima 1.0.3 took 9.01 s (2.57×) and Docker Desktop 4.37.1, VZ took 9.52 s (2.69×). Not comparable, so not ranked: Docker Desktop 4.37.1, file sync, 3.88 s *.',
  )
})

test('the chart of the answer says what its ratios are to, with the unit', () => {
  const answer = findAnswer(editions, SHIPPED)?.bindMounts
  const measured = editions.find(({ edition }) => edition.name === 'linux-2026')
  const own = measured && findBindMounts(measured, () => true)
  expect(answer && describeNative(answer)).toBe(
    '1× is native, measured again beside each engine: 5 medians of 3.51 to 4.41 s',
  )
  expect(own && describeNative(own)).toBe(
    '1× is native, measured again beside each engine: 3 medians of 847.7 to 856.1 ms',
  )
  const at = answer?.part.rows.findIndex(({ flag }) => flag !== null) ?? -1
  expect((answer?.part.rows[at]?.figures.median ?? 0) / (answer?.natives[at]?.value ?? 1)).toBeCloseTo(0.88, 2)
})

test('a sentence of the method explains the names of the configurations', () => {
  const { names } = findAnswer(editions, SHIPPED)?.words ?? {}
  for (const name of ['(VZ)', '(VMM, beta)', '(file sync)']) expect(names).toContain(name)
})

test('the own measurement is one finding with its runs, and says why about 1× is expected, and less is possible', () => {
  const own = editions.filter(({ edition }) => edition.name === 'linux-2026')
  const provenance = own.flatMap(({ edition }) =>
    edition.parts.flatMap(({ rows }) => rows.flatMap(({ benchmark, repeats = [] }) => [benchmark, ...repeats])),
  )
  expect(provenance.length).toBeGreaterThan(0)
  const found = findOwnMeasurement(
    own.map((loaded) => ({
      ...loaded,
      provenance: provenance.flatMap((named) => (named ? [standardRun(named.run)] : [])),
    })),
    null,
  )
  expect(found?.finding).toBe(
    'On one Linux machine (Debian GNU/Linux 12, AMD EPYC, 2 CPUs), npm ci (small) on a bind mount took 0.95× to 0.96× the time without a container (native), with 3 engines, in 5 runs with each. On Linux, a bind mount is a directory of the host, so about 1× is expected. Below 1×, the container took less time: here this is hardly noise, because no 95% interval contains 1×; the libraries of the image can be faster than those of the host.',
  )
  expect(found?.bindMounts && describeCounts(found.bindMounts)).toBe('n = 70 each, from 5 runs')
})

test('the lede of an edition is what it found, and the frozen list of ratios is left for the details', () => {
  for (const loaded of editions) {
    const { text, frozen } = editionLede(loaded)
    expect(text.split(/(?<=\.) (?=[A-Z])/).length).toBeLessThanOrEqual(4)
    expect([text, frozen]).toContain(loaded.edition.lede)
    expect(frozen === null).toBe(!loaded.edition.name.startsWith('linux-2026'))
  }
})

test('a value that the errata call wrong is drawn hollow below the ranked ones, and is not the fastest', () => {
  const bindMounts = findAnswer(editions, SHIPPED)?.bindMounts
  if (bindMounts === undefined) throw new Error('no answer')
  const { rows, data } = bindMountChart(bindMounts)
  expect(rows.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'OrbStack 1.9.2: 4.23 s · 1.20×',
    'Docker Desktop 4.37.1, VMM: 8.55 s · 2.43×',
    'Lima 1.0.3: 9.01 s · 2.57×',
    'Docker Desktop 4.37.1, VZ: 9.52 s · 2.69×',
    '* Not comparable: ',
    'Docker Desktop 4.37.1, file sync: 3.88 s · 0.88× *',
  ])
  expect(data.hollow).toHaveLength(1)
  expect(data.bars).toHaveLength(4)
  expect(bindMounts.flags.map(({ erratum }) => erratum)).toEqual(['synchronized-shares'])
  expect(describeCounts(bindMounts)).toBe('n = 3 each')
})

test('without the flag, the same value would be the fastest', () => {
  const changed = editions.map((loaded) => ({
    ...loaded,
    parts: loaded.parts.map((part) => ({ ...part, rows: part.rows.map((row) => ({ ...row, flag: null })) })),
  }))
  expect(findAnswer(changed, SHIPPED)?.words.fastest).toBe('Docker Desktop 4.37.1, file sync')
})

test('the answer of one machine has no row of another', () => {
  const machines = findAnswer(editions, SHIPPED)?.bindMounts.part.rows.map(({ machine }) => machine)
  expect(new Set(machines).size).toBe(1)
})

test.each([
  ['valid runs is the own measurement', {}, 'ours'],
  ['a modified suite is none', { change: (run: RunDocument) => modify(run) }, undefined],
  ['a withdrawn run is none', { isWithdrawn: true }, undefined],
  [
    'a generated run is none',
    { change: (run: RunDocument) => void run.notes.push({ code: 'generated', text: 'Run 1.' }) },
    undefined,
  ],
])('an edition of %s', (_, made, name) => {
  expect(ownOf(made)?.edition.name).toBe(name)
})

test.each([
  ['valid runs', {}, 'mac-2025'],
  ['a withdrawn run', { state: 'withdrawn' }, undefined],
  ['a superseded run', { state: 'superseded' }, undefined],
  ['a modified suite', { division: 'modified' }, undefined],
  ['a generated run', { generated: true }, undefined],
])('an edition of this registry, of %s, has the answer: %j → %s', (_, change, name) => {
  const own = editions.flatMap((loaded) => {
    if (loaded.edition.name !== 'mac-2025') return []
    const named = loaded.edition.parts.flatMap(({ rows }) => rows.flatMap(({ benchmark }) => benchmark?.run ?? []))
    const provenance = named.map((run) => Object.assign(standardRun(run), change))
    return [{ ...loaded, edition: { ...loaded.edition, citation: null }, provenance }]
  })
  expect(findAnswer(own, [])?.edition.name).toBe(name)
})

test('an edition of a source that does not ship is no answer', () => {
  expect(findAnswer(editions, [])).toBeNull()
})

test('a bind mount whose ratio is withheld is not in the answer', () => {
  const changed = editions.map((loaded) => ({
    ...loaded,
    parts: loaded.parts.map((part) => ({
      ...part,
      rows: part.rows.map((row) =>
        row.platform === 'OrbStack' ? { ...row, figures: { ...row.figures, ratio: null } } : row,
      ),
    })),
  }))
  expect(findAnswer(changed, SHIPPED)?.words.fastest).toBe('Docker Desktop 4.37.1, VMM')
})

function standardRun(hash: string): LoadedEdition['provenance'][number] {
  return { run: idOfHash(hash), division: 'standard', state: null } as LoadedEdition['provenance'][number]
}

function modify(run: RunDocument): void {
  Object.assign(run, { division: 'modified', deviations: ['fewer rounds'] })
}

function ownOf({
  change = () => {},
  isWithdrawn = false,
}: {
  change?: (run: RunDocument) => void
  isWithdrawn?: boolean
}) {
  const registry = temporaryRegistry()
  const run = resolvedRun((document) => {
    Object.assign(document, { division: 'standard', deviations: [] })
    change(document)
  })
  const { id } = importDocument(registry, toBytes(run))
  vi.spyOn(console, 'log').mockImplementation(() => {})
  runEditionNew('ours', { runs: [id], registry: registry.directory })
  vi.restoreAllMocks()
  if (isWithdrawn) withdraw(registry, id, 'wrong host')
  return findOwnMeasurement(loadEditions(registry, [registry.editions]), null)
}
