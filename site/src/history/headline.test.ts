import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { badgeText, projectBadgeText } from '../badges/page-badges.ts'
import { readShippedDocuments } from '../editions/read-editions.ts'
import { readErrata } from '../errata/errata.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import { resolvedRun } from '../testing.ts'
import { findErratum } from './errata-links.ts'
import { headlinesBySystem, historyHeadline } from './headline.ts'
import { latestResults } from './latest-results.ts'
import { historyPoint } from './testing.ts'

const DOCUMENTS = path.join(import.meta.dirname, '..', '..', 'documents')
const ERRATA = readErrata(path.join(import.meta.dirname, '..', '..', 'shipped-editions', 'errata'))
const NOW = '2026-03-01T00:00:00Z'

const point = historyPoint

function headline(...points: HistoryPoint[]) {
  return historyHeadline(points, () => resolvedRun(), NOW)
}

test('the headline is the largest ratio of a bind mount in the latest run', () => {
  const found = headline(point(), point({ runId: 'later', startedAt: '2026-02-01T00:00:00Z', ratio: 2 }))
  expect(found).toMatchObject({ run: 'later', figure: '2.00×', what: 'npm-ci small on bind, Docker Engine 28.0.0' })
})

test('the headline is the latest result of the page, not a larger ratio of another benchmark nor an older source', () => {
  const source = { runId: 'source', origin: 'transcribed', provenanceLevel: 'transcribed', startedAt: '2025-01-04' }
  const own = { provenanceLevel: 'self-reported', machine: 'Example CPU', ratio: 0.95 }
  const points = [
    point({ ...source, ratio: 1 }),
    point({ ...own, runId: 'older', engineSlug: 'podman', product: 'Podman' }),
    point({ ...own, runId: 'latest', startedAt: '2026-02-01T00:00:00Z' }),
    point({ ...own, runId: 'latest', startedAt: '2026-02-01T00:00:00Z', work: 'metadata files=2000', ratio: 1.02 }),
  ]
  expect(headline(...points)).toMatchObject({
    run: 'latest',
    figure: '0.95×',
    what: 'npm-ci small on bind, Docker Engine 28.0.0',
    state: 'self-reported',
  })
  const { results = [] } = latestResults(points, NOW) ?? {}
  expect(results.map(({ runId, work }) => `${runId} ${work}`)).toEqual(['older npm-ci small', 'latest npm-ci small'])
})

test('of several results of the latest run, the headline is the worst one, which is the lowest ratio of a rate', () => {
  const rate = { unit: 'bytes/ns', better: 'higher', machine: 'Example CPU' }
  const points = [
    point({ ...rate, ratio: 0.4 }),
    point({ ...rate, ratio: 0.9, engineSlug: 'podman', product: 'Podman' }),
  ]
  expect(headline(...points)?.figure).toBe('0.40×')
  expect(badgeText(headline(...points))).toBe('0.40× npm-ci small on bind, Docker Engine 28.0.0, higher is better')
  expect(headline(...points.map((point) => ({ ...point, unit: 'ns', better: 'lower' })))?.figure).toBe('0.90×')
})

test('the headline names the configuration of its engine if its run has several, and not what they share', () => {
  const desktop = {
    engineSlug: 'docker-desktop',
    product: 'Docker Desktop',
    version: '4.37.1',
    machine: 'Apple M4 Pro',
  }
  const [vz, vmm] = [
    point({ ...desktop, setup: 'vz, virtiofs, 6 CPUs', ratio: 2.69 }),
    point({ ...desktop, setup: 'vmm, virtiofs, 8 CPUs', ratio: 2.43 }),
  ]
  const both = { figure: '2.43–2.69×', what: 'npm-ci small on bind, Docker Desktop 4.37.1, 2 configurations' }
  expect(headline(vmm, vz)).toMatchObject(both)
  const copied = point({ ...desktop, setup: 'vz, synchronized file shares', ratio: 0.88 })
  expect(headline(vmm, vz, copied)).toMatchObject(both)
  expect(headline(vz)?.what).toBe('npm-ci small on bind, Docker Desktop 4.37.1')
  expect(headline(vz, { ...vmm, runId: 'another', startedAt: '2025' })?.what).not.toContain('vz')
})

test('a list has one figure for each operating system, with the interval of a single configuration', () => {
  const mac = { engineSlug: 'docker', osName: 'macOS', osVersion: '15.2', startedAt: '2025-01-04', machine: 'Apple M4' }
  const points = [point({ ...mac, ratio: 2 }), point({ osName: 'Debian', osVersion: '13', ratioInterval: [1.4, 1.6] })]
  expect(headlinesBySystem(points, () => null)).toMatchObject([
    { figure: '1.50×', interval: '1.40–1.60×', system: 'Debian 13' },
    { figure: '2.00×', system: 'macOS 15.2' },
  ])
})

test('a page and its headline are of a benchmark of signed runs if there is one', () => {
  const unsigned = ['a', 'b', 'c'].map((machine) =>
    point({ runId: machine, machine, provenanceLevel: 'self-reported', work: 'npm-ci cra' }),
  )
  const points = [point({ machine: 'Example CPU', scenario: 'layer' }), ...unsigned]
  expect(headline(...points)?.run).toBe('proven')
  expect(latestResults(points, NOW)?.work).toBe('npm-ci small')
})

test.each<[string, Partial<HistoryPoint>]>([
  ['without a signature', { provenanceLevel: 'self-reported' }],
  ['of fewer than three values', { n: 2 }],
  ['that is unreliable', { unreliable: true, ratio: null, ratioStatus: 'unreliable' }],
  ['of a modified suite', { division: 'modified' }],
  ['with a start in the future', { startedAt: '2031-01-01T00:00:00Z' }],
])('a later run %s is not the headline if there is a proven run', (_name, change) => {
  const later = point({ runId: 'later', startedAt: '2026-02-01T00:00:00Z', ratio: 99, ...change })
  expect(headline(point(), later)?.run).toBe('proven')
})

test('generated runs are in an answer only if there are no others, even if they are signed, and are marked', () => {
  const made = { origin: 'generated', workloadDigest: 'sha256:b' }
  const generated = ['a', 'b', 'c'].map((machine) => point({ ...made, runId: machine, machine }))
  const measured = point({ runId: 'measured', machine: 'EPYC', provenanceLevel: 'self-reported', ratio: 0.95 })
  const source = point({ runId: 'source', origin: 'transcribed', provenanceLevel: 'transcribed', startedAt: '2025' })
  for (const real of [measured, source]) {
    const points = [real, ...generated]
    expect(latestResults(points, NOW)?.results.map(({ runId }) => runId)).toEqual([real.runId])
    expect(headline(...points)?.run).toBe(real.runId)
  }
  // A real result that no page can compare still goes before a generated one.
  expect(headline(point({ runId: 'amount', ratio: null }), ...generated)?.run).toBe('amount')
  // Its page has no answer of generated results either, so that page and index agree.
  const amount = point({ runId: 'amount', ratio: null, work: 'npm-ci cra' })
  expect(latestResults([amount, ...generated], NOW)).toBeNull()
  expect(latestResults([{ ...amount, n: 2 }, ...generated], NOW)?.results).toHaveLength(3)
  expect(latestResults(generated, NOW)?.results).toHaveLength(3)
  const only = headline(...generated)
  expect(only?.state).toBe('generated, not measured')
  expect(badgeText(only)).toBe('1.50× npm-ci small on bind, Docker Engine 28.0.0, generated, not measured')
})

test('the badge of a project says that its latest run is generated', () => {
  const run = { counts: null, startedAt: '2026-01-02T03:04:05Z', generated: false }
  expect(projectBadgeText(run)).toBe('measured on 2026-01-02')
  expect(projectBadgeText({ ...run, generated: true })).toBe('run of 2026-01-02, generated, not measured')
  expect(projectBadgeText({ ...run, counts: '1 slower', generated: true })).toBe('1 slower, generated, not measured')
})

test('without other runs, an unsigned run is the headline and is labelled self-reported', () => {
  expect(headline(point({ provenanceLevel: 'self-reported' }))?.state).toBe('self-reported')
  expect(headline(point())?.state).toBeNull()
  const source = headline(point({ provenanceLevel: 'transcribed', origin: 'transcribed' }))
  expect(source?.state).toBe('transcribed')
  expect(badgeText(source)).toBe('1.50× npm-ci small on bind, Docker Engine 28.0.0, transcribed')
  expect(headline(point({ provenanceLevel: 'self-reported', n: 1 }))).toBeNull()
})

test('a headline names its kind of figure', () => {
  const [benchmark] = resolvedRun().benchmarks.filter(({ scenario }) => scenario === 'bind')
  const own = { work: 'npm-ci small', scenario: 'bind', engine: benchmark?.engine ?? null, metric: 'duration' }
  expect(headline(point(own))?.measure).toBe('ratio to native')
  const withoutHost = resolvedRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ scenario }) => scenario !== 'native')
  })
  expect(historyHeadline([point(own)], () => withoutHost, NOW)?.measure).toBe('ratio to layer')
  expect(headline(point({ ...own, ratio: null }))).toMatchObject({ figure: '3.00 s', measure: 'median' })
})

test('a median names the samples of its run, their range, and their two groups; a ratio does not', () => {
  const run = resolvedRun()
  const position = run.benchmarks.findIndex(({ scenario }) => scenario === 'bind')
  const samples = (ratio: number | null) => historyHeadline([point({ position, ratio })], () => run, NOW)?.samples
  expect(samples(null)).toBe('8 samples of one run, 3.42–3.64 s')
  expect(samples(1.5)).toBeNull()
  expect(historyHeadline([point({ position, ratio: null })], () => null, NOW)?.samples).toBeNull()
  for (const [at, { values }] of (run.benchmarks[position]?.samples ?? []).entries())
    values.duration = at % 3 ? 1e9 : 9e9
  expect(samples(null)).toBe(
    '8 samples of one run, 1.00–9.00 s, in two groups: 1.00 s and 9.00 s; an edition of several runs may have another median',
  )
})

test('a figure of a faulty test has its erratum', () => {
  const guide = { provenanceLevel: 'transcribed', origin: 'transcribed', suite: 'docker-internals-guide' }
  expect(findErratum(point({ ...guide, workload: 'network-latency' }))).toBe('network-is-the-internet')
  expect(findErratum(point({ ...guide, workload: 'image-pull-time' }))).toBeNull()
  expect(findErratum(point({ suite: 'docker-internals-guide', workload: 'network-latency' }))).toBeNull()
})

test('every erratum of a figure is on the errata page', () => {
  const linked = readShippedDocuments(DOCUMENTS).flatMap((bytes) => {
    const { origin, suite, startedAt, benchmarks } = readRun(bytes).document
    const of = { origin: origin.kind, suite: suite.name, suiteVersion: suite.version, startedAt }
    return benchmarks.map(({ workload }) => findErratum({ ...of, workload }))
  })
  const anchors = new Set(linked.filter((anchor) => anchor !== null))
  expect(anchors.size).toBe(7)
  expect(
    [...anchors].filter((anchor) => !ERRATA.some(({ code, edition }) => anchor === code || anchor === edition)),
  ).toEqual([])
})
