import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readCsv } from '../editions/read-csv.ts'
import { ERRATA, errataOf, resolveErrata } from './errata.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const RESOLVED = resolveErrata(path.join(SITE, 'editions', 'sources'))

test('the erratum on OverlayFS has the raw values, the rule, and the medians with the restored unit', () => {
  const { found, exhibit } = erratum('overlayfs-collapse')
  const text = found.join(' ')
  expect(text).toContain('49 of 50 values lie between 1.0 and 1.1, and one value is 1,016.8')
  expect(text).toContain(
    'a value under 50 is GB/s. The medians of the layer are then 1,100 MB/s on the SSD and 1,300 on the HDD',
  )
  expect(text).toContain('just as low: 1.1 and 1.4.')
  expect(exhibit?.rows).toEqual([
    ['Premium SSD, OverlayFS', '49 of 50', '1.0', '1.1', '1,100.0'],
    ['Premium SSD, volume', '1 of 50', '1.1', '193.9', '194.1'],
    ['Standard HDD, OverlayFS', '49 of 50', '1.3', '1.3', '1,300.0'],
    ['Standard HDD, volume', '1 of 50', '1.4', '136.6', '136.7'],
    ['macOS, OverlayFS', '0 of 50', '155.9', '236.6', '236.6'],
    ['macOS, volume', '0 of 50', '206.2', '223.9', '223.9'],
  ])
  const file = path.join(SITE, 'editions/sources/docker-internals-guide/azure-premium-ssd/04-write-performance.csv')
  const published = [...readFileSync(file, 'utf8').matchAll(/overlayfs,(\S+)/g)].map(([, value]) => value)
  expect(exhibit?.raw?.[0]?.values).toEqual(published)
})

test.each([
  ['overlayfs-abstract', '(0.11 and 0.15)', '(0.006 and 0.010)'],
  ['page-cache-burst', 'The mean is 21.40 because of one value, 1,016.8', 'the slowest of the 50'],
  ['table-4-medians', '238.1 printed, 26th value 238.1, median 236.6'],
  ['variance-9-5', '9.5 to one; the variances are 91 to one'],
  ['copy-up-of-nothing', '12 of 50 values on macOS'],
  ['namespace-timer', 'mean 7.94'],
  ['hybrid-range', 'Docker - OrbStack 3.19 s', 'Docker - Linux 5.22 s'],
  ['synchronized-shares', 'means of 3.88 s against 9.53 s, 59% less'],
  ['host-node-unknown', 'The 6 native times', 'Lima, mean 3.38 s, median 3.51 s'],
  ['fixed-order', 'Lima, mean 3.38 s, median 3.51 s'],
  ['exchanged-labels', 'Docker - Bind Mount: 21.05 s'],
  ['latency-not-shown', '289.4 and 334.5 µs', 'p = 0.26'],
])('the figures of %s are computed from the sources', (code, ...texts) => {
  for (const text of texts) expect(erratum(code).found.join(' ')).toContain(text)
})

test('the erratum on 3.00 s names the samples, shows all native times of the Mac, and says what they change', () => {
  const { found, exhibit } = erratum('native-three-seconds')
  expect(exhibit?.rows).toEqual([
    ['Lima', '3.00', '3.63', '3.51'],
    ['Docker - VZ', '3.00', '3.54', '3.56'],
    ['Docker - VMM', '3.00', '3.52', '3.53'],
    ['Docker - VZ + file sync', '4.41', '4.67', '3.48'],
    ['Docker - OrbStack', '3.54', '3.75', '3.54'],
  ])
  const text = found.join(' ')
  expect(text).toContain('3.00 s in 3 rows: Lima, Docker - VZ, Docker - VMM.')
  expect(text).toContain('the other 12 native times on the same Mac lie between 3.48 s and 4.67 s')
  expect(text).toContain(
    'Lima, mean 3.38 s (3.57 s without it), median 3.51 s (3.57 s), bind mount 2.57× native (2.52×)',
  )
  expect(text).toContain('bind mount 2.43× native (2.42×)')
  expect(text).toContain('They may also be real')
  const times = readCsv(path.join(SITE, 'editions/sources/docker-for-mac-bench/paolo-2025-per-run.csv'))
    .filter(({ test }) => test === 'Native')
    .flatMap(({ run1_s, run2_s, run3_s }) => [run1_s, run2_s, run3_s].map(Number))
  expect(times.filter((time) => Math.abs(time * 100 - Math.round(time * 100)) > 1e-6)).toEqual([])
})

test('every erratum has a unique code, a shipped edition, and existing data', () => {
  expect(new Set(ERRATA.map(({ code }) => code)).size).toBe(ERRATA.length)
  const editions = readdirSync(path.join(SITE, 'editions')).map((name) => path.basename(name, '.json'))
  for (const { edition, files, documents, found, published } of RESOLVED) {
    expect(editions).toContain(edition)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect(existsSync(path.join(SITE, 'editions/sources', file)), file).toBe(true)
    for (const name of documents) expect(existsSync(path.join(SITE, 'documents', `${name}.json`)), name).toBe(true)
    expect([published, ...found].filter((text) => text.trim() === '' || /NaN|undefined/.test(text))).toEqual([])
  }
})

test('every source has errata, and an edition lists its own', () => {
  expect(new Set(ERRATA.map(({ edition }) => edition))).toEqual(
    new Set(['startup-2026', 'mac-2025', 'mac-2022', 'ramdisk-2022', 'caching-2017', 'vm-2014']),
  )
  expect(errataOf('ramdisk-2022').map(({ code }) => code)).toEqual(['latency-not-shown', 'gtod-reduce'])
  expect(errataOf('another')).toEqual([])
})

function erratum(code: string) {
  const found = RESOLVED.find((candidate) => candidate.code === code)
  if (found === undefined) throw new Error(`no erratum ${code}`)
  return found
}
