import path from 'node:path'
import { idOfHash } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { readEditions } from '../editions/read-editions.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import { type LatestResults, latestResults } from './latest-results.ts'
import { viewLatest } from './latest-view.ts'
import { splitReplaced } from './points.ts'
import { historyPoint } from './testing.ts'
import { flagsOfResults } from './unranked-values.ts'

const NOW = '2026-03-01T00:00:00Z'

/** Returns a result of Docker Engine on a machine, with a ratio. */
function result(change: Partial<HistoryPoint> = {}): HistoryPoint {
  return historyPoint({ runId: 'first', machine: 'Example CPU, 4 CPUs, 8 GiB', ratio: 1.5, ...change })
}

const latest = (...points: HistoryPoint[]) => latestResults(points, NOW)?.results.map(({ runId }) => runId)

test('of each machine and engine, only the latest result is in the answer', () => {
  const other = { runId: 'other', machine: 'Other CPU, 8 CPUs' }
  const podman = { runId: 'podman', engineSlug: 'podman', product: 'Podman' }
  const again = { runId: 'again', startedAt: '2026-02-01T00:00:00Z' }
  expect(latest(result(), result(other), result(podman), result(again))).toEqual(['again', 'other', 'podman'])
})

test.each<[string, Partial<HistoryPoint>]>([
  ['without a ratio', { ratio: null }],
  ['of a run without a native time', { hasNative: false }],
  ['that is unreliable', { unreliable: true }],
  ['of a check', { variant: 'base' }],
  ['of fewer than three values', { n: 2 }],
  ['with a start in the future', { startedAt: '2031-01-01T00:00:00Z' }],
  ['of another version of the workload', { workloadDigest: 'sha256:b', machine: 'a third' }],
  ['of another work', { work: 'npm-ci cra' }],
  ['that was transcribed', { origin: 'transcribed' }],
])('a result %s is not beside a measured one', (_name, change) => {
  const others = [result(), result({ runId: 'second', machine: 'Other CPU, 8 CPUs' })]
  expect(latest(...others, result({ runId: 'left-out', startedAt: '2026-02-01T00:00:00Z', ...change }))).toEqual([
    'first',
    'second',
  ])
})

test.each<[string, Partial<HistoryPoint>]>([
  ['it is unreliable', { unreliable: true, ratio: null }],
  ['its suite is modified', { division: 'modified' }],
  ['it is part of a check', { variant: 'base' }],
  ['it has fewer than 3 samples', { n: 2 }],
  ['it measured another version of the workload', { workloadDigest: 'sha256:b' }],
  ['it shows no ratio to native', { ratio: null }],
])('a page says that the newest run is not used because %s', (why, change) => {
  const newest = result({ runId: 'newest', startedAt: '2026-02-01T00:00:00Z', ...change })
  const others = [result(), result({ runId: 'second', machine: 'Other CPU, 8 CPUs' })]
  const view = (...points: HistoryPoint[]) => viewLatest(latestResults(points, NOW) as LatestResults, null, () => null)
  expect(view(...others, newest).unused).toEqual({ run: 'newest', day: '2026-02-01', why })
  expect(view(...others).unused).toBeNull()
  expect(view(...others, { ...newest, work: 'npm-ci cra' }).unused).toBeNull()
})

test('of two versions of a workload with equally many results, the newer one is the answer', () => {
  const newer = { workloadDigest: 'sha256:b', startedAt: '2026-02-01T00:00:00Z', runId: 'newer' }
  expect(latest(result(), result(newer))).toEqual(['newer'])
})

test('a later result of another submitter stands beside the first one', () => {
  const [own, other] = [result({ runId: 'own' }), result({ runId: 'other', submitter: 'issuer 1 2' })]
  expect(latest(own, result({ runId: 'own-2' }), other)).toEqual(['own-2', 'other'])
})

test('a bind mount goes before a scenario that more machines have', () => {
  const layer = ['a', 'b', 'c'].map((runId) => result({ runId, machine: runId, scenario: 'layer' }))
  expect(latest(...layer, result({ runId: 'bind' }))).toEqual(['bind'])
})

test('without measured results, only the newest source is in the answer', () => {
  const old = result({ runId: 'old', origin: 'transcribed', startedAt: '2022-12-12', n: null, machine: null })
  const source = result({ runId: 'new', origin: 'transcribed', startedAt: '2025-01-04', n: null, machine: null })
  expect(latest(old, source)).toEqual(['new'])
})

test('figures that their source replaced are split off, and figures of other systems, sources and submitters are not', () => {
  const of = (runId: string, change: Partial<HistoryPoint> = {}) =>
    result({ runId, origin: 'transcribed', startedAt: '2025-01-04', ...change })
  const { current, replaced } = splitReplaced([
    of('first'),
    of('second'),
    of('linux', { osName: 'Linux' }),
    of('2022', { startedAt: '2022-12-12' }),
    of('of-another', { submitter: 'issuer 1 2' }),
    result({ runId: 'measured', startedAt: '2025-01-04' }),
  ])
  expect(replaced.map(({ runId }) => runId)).toEqual(['first'])
  expect(current.map(({ runId }) => runId)).toEqual(['second', 'linux', '2022', 'of-another', 'measured'])
})

test('the answer states the range of the own engine, and configurations of one product have different names', () => {
  const results = [
    result({ ratio: 1.2, setup: 'vz, virtiofs, 4 CPUs' }),
    result({ runId: 'b', ratio: 1.6, machine: 'Other CPU, 8 CPUs', setup: 'vz, virtiofs, 8 CPUs' }),
    result({ runId: 'c', ratio: 2, setup: 'vz, 9p, 4 CPUs' }),
    result({ runId: 'd', ratio: 3, engineSlug: 'podman', product: 'Podman', setup: 'qemu' }),
  ]
  const answer = { workload: 'npm-ci', work: 'npm-ci small', metric: 'duration', scenario: 'bind', results }
  const { sentence, rows, chart } = viewLatest(answer, 'podman', () => null)
  expect(sentence).toBe(
    'npm-ci small on a bind mount takes 3.00× the native time with Podman. Native means the same machine without a container.',
  )
  expect(rows.map(({ engine, ratio, page }) => [engine, ratio, page])).toEqual([
    ['Docker Engine, virtiofs', '1.20×', 'docker'],
    ['Docker Engine, virtiofs', '1.60×', 'docker'],
    ['Docker Engine, 9p', '2.00×', 'docker'],
    ['Podman', '3.00×', null],
  ])
  expect(chart.description).toContain(
    'Docker Engine, virtiofs: 1.20× on Example CPU, 4 CPUs, 8 GiB, 1.60× on Other CPU',
  )
  expect(chart.chart.rows[0]).toEqual({ label: 'Docker Engine, virtiofs', text: '1.20–1.60×' })
})

test('engines on several operating systems say on which they ran, and those on one do not', () => {
  const linux = { runId: 'b', product: 'Docker', osName: 'Debian GNU/Linux', osVersion: '13', machine: null, ratio: 1 }
  const mac = { engineSlug: 'orbstack', product: 'OrbStack', setup: 'virtiofs', ratio: 1.3 }
  const both = [result(linux), result(mac), result({ ...mac, runId: 'c', setup: '9p', ratio: 2 })]
  const answer = { workload: 'npm-ci', work: 'npm-ci small', metric: 'duration', scenario: 'bind' }
  const of = (results: HistoryPoint[]) => viewLatest({ ...answer, results }, null, () => null)
  expect(of(both).chart.chart.rows.map(({ label }) => label)).toEqual([
    'Docker on Linux',
    'OrbStack, virtiofs on macOS',
    'OrbStack, 9p on macOS',
  ])
  expect(of(both).sentence).toContain('1.00× the native time with Docker on Linux,')
  expect(of(both.slice(0, 1)).rows.map(({ engine }) => engine)).toEqual(['Docker'])
})

test('the colours of a chart have a key where there are two: the engine of the page, and the others', () => {
  const results = [result(), result({ runId: 'podman', engineSlug: 'podman', product: 'Podman' })]
  const answer = { workload: 'npm-ci', work: 'npm-ci small', metric: 'duration', scenario: 'bind', results }
  const { legend, chart } = viewLatest(answer, 'podman', () => null)
  expect(legend).toEqual([
    { scenario: 'bind', title: 'Podman' },
    { scenario: 'volume', title: 'other engines' },
  ])
  const colors = chart.chart.data.machines?.map(({ benchmark, className }) => [benchmark, className])
  expect(Object.fromEntries(colors ?? [])).toEqual({ Podman: 'bind', 'Docker Engine': 'volume' })
  expect(viewLatest(answer, null, () => null).legend).toEqual([])
  expect(viewLatest({ ...answer, results: results.slice(1) }, 'podman', () => null).legend).toEqual([])
})

test('of a rate, the highest ratio is the best: it stands first, and the words say so', () => {
  const rate = { unit: 'bytes/ns', better: 'higher', value: 0.1 }
  const results = [
    result({ ...rate, ratio: 0.43, engineSlug: 'colima', product: 'Colima' }),
    result({ ...rate, runId: 'b', ratio: 0.46, machine: 'Other CPU', engineSlug: 'colima', product: 'Colima' }),
    result({ ...rate, ratio: 1.01, ratioInterval: [0.98, 1.03] }),
  ]
  const answer = { workload: 'write', work: 'write 64 MiB', metric: 'bytes', scenario: 'bind', results }
  const { sentence, rows, chart, ratioTitle, explanation } = viewLatest(answer, null, () => null)
  expect(sentence).toMatch(
    /^write 64 MiB on a bind mount reaches 1\.01× the native rate with Docker Engine and 0\.43–0\.46× the native rate with Colima/,
  )
  expect(rows.map(({ engine, ratio }) => `${engine} ${ratio}`)).toEqual([
    'Docker Engine 1.01×',
    'Colima 0.46×',
    'Colima 0.43×',
  ])
  expect([ratioTitle, chart.chart.axis?.title]).toEqual(Array(2).fill('× native (higher is better)'))
  expect(explanation).toMatch(/^Below 1×, the container was slower\. Above 1×, .* may be noise/)
})

test('a result that the home page does not rank stands last, hollow and marked, and is not named as fastest', () => {
  const editions = readEditions(path.join(import.meta.dirname, '..', '..', 'shipped-editions'))
  const flagOf = flagsOfResults(editions)
  const row = editions
    .find(({ name }) => name === 'mac-2025')
    ?.parts.flatMap(({ rows }) => rows)
    .find(({ platform, test }) => platform === 'Docker Desktop, file sync' && test === 'Bind mount')
  const source = { origin: 'transcribed', suite: 'docker-for-mac-bench', runId: idOfHash(row?.benchmark?.run ?? '') }
  const results = [
    result({ ...source, position: row?.benchmark?.benchmark ?? -1, ratio: 0.88, setup: 'synchronized' }),
    result({ ...source, position: 0, ratio: 1.2, setup: 'virtiofs' }),
    result({ ...source, position: 0, ratio: 2.7, setup: '9p' }),
  ]
  const answer = { workload: 'npm-install', work: 'npm-install', metric: 'duration', scenario: 'bind', results }
  const { sentence, rows, chart, flags } = viewLatest(answer, null, flagOf)
  expect(sentence).toMatch(/takes 1\.20× the native time with Docker Engine, virtiofs and 2\.70× .* 9p/)
  expect(rows.map(({ engine, ratio }) => `${engine} ${ratio}`)).toEqual([
    'Docker Engine, virtiofs 1.20×',
    'Docker Engine, 9p 2.70×',
    'Docker Engine, synchronized 0.88× *',
  ])
  expect(chart.chart.rows.map(({ text }) => text)).toEqual(['1.20×', '2.70×', '0.88× *'])
  const fills = (chart.chart.data.machines as { fill: string }[]).map(({ fill }) => fill === 'var(--paper)')
  expect(fills).toEqual([false, false, true])
  expect(flags.map(({ code }) => code)).toEqual(['copy-not-timed'])
  expect(viewLatest({ ...answer, results: results.slice(0, 1) }, null, flagOf).sentence).toBe(
    'No result of npm-install on a bind mount can be compared with others.',
  )
})
