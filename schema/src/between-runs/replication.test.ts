import { expect, test } from 'vitest'
import { plainRun } from '../../test/plain-document.ts'
import type { RunDocument } from '../index.ts'
import { findCopy, hasCopiedSamples, nameDifferences, replicationDifferences, requestDifferences } from './index.ts'

const works = ['native', 'volume', 'bind'].map((scenario) => ({ scenario, middle: 1_000_000_000 }))
const original = plainRun(works, 1)

/** Another run of the same design, changed by `change`. */
function repeated(change: (document: RunDocument) => void = () => {}): RunDocument {
  const document = structuredClone(plainRun(works, 2))
  change(document)
  return document
}

const differing = (document: RunDocument) => replicationDifferences(original, document).map(({ what }) => what)

test('seed, order, rounds, load, commit of the harness and moment may differ', () => {
  expect(
    differing(
      repeated((document) => {
        document.design.seed = 99
        document.design.rounds = 14
        document.startedAt = '2027-01-01T00:00:00Z'
        document.harness.commit = '0123456789012345678901234567890123456789'
        if (document.conditions.before) document.conditions.before.loadAverage = 9
      }),
    ),
  ).toEqual([])
})

test.each<[string, (document: RunDocument) => void, string]>([
  ['another scenario', ({ benchmarks }) => void benchmarks.pop(), 'workloads, params and scenarios'],
  [
    'another precision',
    ({ design }) => {
      design.roundsRule = { after: 6, halfWidth: 0.05, longest: 200 }
    },
    'half-width wanted',
  ],
  [
    'another workload of the same name',
    ({ benchmarks }) => {
      for (const benchmark of benchmarks) benchmark.workloadDigest = `sha256:${'9'.repeat(64)}`
    },
    'workload digest',
  ],
  [
    'another engine version',
    ({ engines }) => {
      for (const engine of engines) engine.version = '99.0'
    },
    'version',
  ],
  [
    'another processor',
    ({ host }) => {
      host.cpu.model = 'another'
    },
    'CPU model',
  ],
  [
    'a file system without a journal',
    ({ storage }) => {
      for (const location of storage ?? []) location.journal = false
    },
    'journal',
  ],
])('%s differs', (_, change, what) => {
  expect(differing(repeated(change))).toContain(what)
})

test('another engine, machine or file system repeats the request, but other work does not', () => {
  const elsewhere = repeated(({ host, engines, benchmarks }) => {
    host.cpu.model = 'another'
    for (const engine of engines) engine.id = 'podman'
    for (const benchmark of benchmarks) if (benchmark.engine !== null) benchmark.engine = 'podman'
  })
  expect(requestDifferences(original, elsewhere)).toEqual([])
  expect(nameDifferences(replicationDifferences(original, elsewhere))).toContain('engines')
  const otherWork = repeated(({ benchmarks }) => void benchmarks.pop())
  expect(nameDifferences(requestDifferences(original, otherWork))).toEqual(['workloads, params and scenarios'])
})

test('a run with at least half of the samples of another one is a copy of it, also after small changes', () => {
  const copy = (change: (document: RunDocument) => void) => {
    const document = structuredClone(original)
    change(document)
    return document
  }
  expect(hasCopiedSamples(original, repeated())).toBe(false)
  expect(
    hasCopiedSamples(
      original,
      copy(({ notes }) => notes.push({ code: 'note', text: 'mine' })),
    ),
  ).toBe(true)
  const shifted = (share: number) =>
    copy(({ benchmarks }) => {
      for (const { samples } of benchmarks)
        for (const [at, { values }] of samples.entries())
          if (at < share * samples.length) values.duration = (values.duration as number) + 1
    })
  expect(hasCopiedSamples(original, shifted(0.4))).toBe(true)
  expect(hasCopiedSamples(original, shifted(1))).toBe(false)
  expect(findCopy([{ document: repeated() }, { document: original }])).toBeNull()
  expect(findCopy([original, repeated(), shifted(0.1)].map((document) => ({ document })))?.original.document).toBe(
    original,
  )
})
