import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { mean, median, standardDeviation } from '@plimsoll/schema/statistics'
import { expect, test } from 'vitest'
import { readCsv } from '../testing.ts'
import { listEditionErrata, readErrata } from './errata.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const SOURCES = path.join(SITE, 'shipped-editions', 'sources')
const ERRATA = readErrata(path.join(SITE, 'shipped-editions', 'errata'))

const erratum = (code: string) => ERRATA.find((candidate) => candidate.code === code) as (typeof ERRATA)[number]

const fixed = (value: number, decimals: number) =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

// The sources of the figures. The folders are platforms of the guide of 2026.
const [SSD, HDD, MACOS] = ['azure-premium-ssd', 'azure-standard-hdd', 'macos-docker-desktop']
const FOLDERS = [SSD, HDD, MACOS] as string[]
const csv = (name: string) => readCsv(path.join(SOURCES, name))
const guide = (folder = '', file = '', column = '', rows: Record<string, string> = {}) =>
  csv(`docker-internals-guide/${folder}/${file}.csv`)
    .filter((record) => Object.entries(rows).every(([name, value]) => record[name] === value))
    .map((record) => record[column] ?? '')
const numbers = (...of: Parameters<typeof guide>) => guide(...of).map(Number)
const writeTexts = (folder = '', mode = '') => guide(folder, '04-write-performance', 'write_speed_mbps', { mode })
const writes = (folder = '', mode = '') => writeTexts(folder, mode).map(Number)
const cpu = (folder = '') => standardDeviation(numbers(folder, '03-cpu-throttling', 'measured_pct')) as number
const starts = (image: string, mode: string) =>
  mean(numbers(MACOS, '01-startup-latency', 'startup_ms', { image, mode }))
const zeros = (values: number[]) => String(values.filter((value) => value === 0).length)

/** A write rate below this has lost its unit, GB/s. */
const LIMIT = 50
const restored = (values: number[]) => median(values.map((value) => (value < LIMIT ? value * 1000 : value)))

const MAC = csv('docker-for-mac-bench/paolo-2025-per-run.csv')
const timesOf = (row: Record<string, string>) => [row.run1_s, row.run2_s, row.run3_s].map(Number)
const both = (row: Record<string, string>) => [fixed(Number(row.mean_s), 2), fixed(median(timesOf(row)), 2)]
const natives = MAC.filter(({ test }) => test === 'Native')
const ofMac = natives.filter(({ os }) => os === 'MacOS')
const round = ofMac.filter((row) => timesOf(row)[0] === 3)
const others = ofMac.flatMap(timesOf).filter((time) => time !== 3)
const bindMean = (platform: string) =>
  Number(MAC.find((row) => row.platform === platform && row.test === 'bind mount')?.mean_s)
const [synced, plain] = [bindMean('Docker - VZ + file sync'), bindMean('Docker - VZ')]
const pings = (target: string) =>
  csv('ramdisk-2022/ioping.csv')
    .filter((record) => record.target === target && record.warmup === 'false')
    .map(({ time_us }) => Number(time_us))
const [disk, memory] = [pings('std-volume'), pings('ramdisk')]

/**
 * The exact two-sided p of the Mann–Whitney test of distinct values: the share of all choices of ranks whose sum is at
 * least as far from the middle as the sum of the ranks of `first`.
 */
function exactRankP(first: number[], second: number[]): number {
  const all = [...first, ...second].sort((a, b) => a - b)
  const distance = (sum: number) => Math.abs(sum - (first.length * (all.length + 1)) / 2)
  const least = distance(first.reduce((sum, value) => sum + all.indexOf(value) + 1, 0))
  const sums = sumsOfRanks(first.length, all.length)
  return sums.filter((sum) => distance(sum) >= least).length / sums.length
}

/** The sum of each choice of `count` of the ranks 1 to `last`. */
function sumsOfRanks(count: number, last: number): number[] {
  if (count === 0) return [0]
  if (count > last) return []
  return [...sumsOfRanks(count, last - 1), ...sumsOfRanks(count - 1, last - 1).map((sum) => sum + last)]
}

/** The numbers in the texts of errata, computed from the sources. */
const COMPUTED: Record<string, string[]> = {
  'overlayfs-collapse': [
    ...[writes(SSD, 'overlayfs').filter((value) => value < LIMIT)].flatMap((low) => [
      ...[String(low.length), fixed(Math.min(...low), 1), fixed(Math.max(...low), 1)],
    ]),
    ...[fixed(Math.max(...writes(SSD, 'overlayfs')), 1), String(writes(SSD, 'overlayfs').length)],
    ...[SSD, HDD].map((folder) => fixed(restored(writes(folder, 'overlayfs')), 0)),
    ...[SSD, HDD].map((folder) => writeTexts(folder, 'volume')[0] ?? ''),
  ],
  'overlayfs-abstract': [SSD, HDD].flatMap((folder) => {
    const [layer, volume] = [writes(folder, 'overlayfs'), writes(folder, 'volume')]
    return [
      ...[fixed(mean(layer) / mean(volume), 2), fixed(median(layer) / median(volume), 3)],
      fixed(restored(layer) / restored(volume), 1),
    ]
  }),
  'page-cache-burst': [writes(SSD, 'overlayfs')].flatMap((values) => [
    ...[fixed(mean(values), 2), fixed(Math.max(...values), 1), String(values.length)],
    fixed(mean(values.filter((value) => value < LIMIT)), 2),
  ]),
  'table-4-medians': [writes(MACOS, 'overlayfs'), writes(MACOS, 'volume'), writes(SSD, 'volume')].flatMap((values) => [
    ...[fixed(values.toSorted((a, b) => a - b)[25] ?? 0, 1), fixed(median(values), 1), String(values.length)],
  ]),
  'copy-up-of-nothing': [zeros(numbers(MACOS, '02-copyup-overhead', 'copyup_ms'))],
  'cpu-whole-seconds': [
    ...FOLDERS.map((folder) => fixed(cpu(folder), 1)),
    // The standard deviation of 50 · A ÷ B, for A and B independent and uniform from 1 to 2: E[A²] = 7/3, E[B⁻²] = 1/2,
    // E[A] = 3/2, E[B⁻¹] = ln 2.
    fixed(50 * Math.sqrt(7 / 3 / 2 - (1.5 * Math.LN2) ** 2), 1),
  ],
  'variance-9-5': [
    ...[fixed(cpu(MACOS), 2), fixed(cpu(SSD), 2)],
    ...[fixed(cpu(MACOS) / cpu(SSD), 1), fixed((cpu(MACOS) / cpu(SSD)) ** 2, 0)],
  ],
  'metadata-rewritten': FOLDERS.flatMap((folder) =>
    ['overlayfs', 'volume'].map((mode) => zeros(numbers(folder, '05-metadata-operations', 'duration_ms', { mode }))),
  ),
  'namespace-timer': [SSD, HDD]
    .map((folder) => numbers(folder, '07-namespace-overhead', 'duration_ms'))
    .flatMap((values) => [mean(values), median(values), Math.min(...values)].map((value) => fixed(value, 2))),
  'network-is-the-internet': FOLDERS.flatMap((folder) =>
    ['bridge', 'host'].map((mode) => fixed(mean(numbers(folder, '08-network-latency', 'avg_rtt_ms', { mode })), 2)),
  ),
  'memory-sharing': FOLDERS.map((folder) => fixed(mean(numbers(folder, '09-memory-efficiency', 'total_mem_mb')), 2)),
  'ten-dimensions': [
    String(guide(SSD, '06-image-pull-time', 'pull_time_ms', { image: 'alpine' }).length),
    String(guide(SSD, '01-startup-latency', 'startup_ms', { image: 'alpine', mode: 'cold' }).length),
  ],
  'macos-not-cold': ['alpine', 'nginx', 'python_3.11-slim'].flatMap((image) =>
    ['cold', 'warm'].map((mode) => fixed(starts(image, mode), 0)),
  ),
  'replaced-rows': [String(MAC.filter(({ csv_version }) => csv_version?.startsWith('2025-01-07')).length)],
  'native-three-seconds': [
    ...[String(round.length), String(others.length), fixed(Math.min(...others), 2), fixed(Math.max(...others), 2)],
    ...round.flatMap((row) => {
      const [, ...rest] = timesOf(row)
      const bind = MAC.find(({ platform, test }) => platform === row.platform && test === 'bind mount') ?? {}
      const ratios = [timesOf(row), rest].map((native) => median(timesOf(bind)) / median(native))
      return [mean(timesOf(row)), mean(rest), median(timesOf(row)), median(rest), ...ratios].map((of) => fixed(of, 2))
    }),
  ],
  'hybrid-range': MAC.filter(({ test }) => test === 'Bind mount + volume').map((row) =>
    fixed(Number(row.published_avg), 2),
  ),
  'host-node-unknown': [String(natives.length), ...natives.flatMap(both)],
  'fixed-order': ofMac.flatMap(both),
  'synchronized-shares': [fixed(synced, 2), fixed(plain, 2), fixed((1 - synced / plain) * 100, 0)],
  'exchanged-labels': csv('docker-for-mac-bench/paolo-2022-table.csv')
    .filter(({ os, test }) => os === 'macOS' && test?.includes('Bind Mount'))
    .map(({ time_s }) => fixed(Number(time_s), 2)),
  'latency-not-shown': [
    ...[fixed(mean(memory), 1), fixed(mean(disk), 1), String(memory.length)],
    exactRankP(disk, memory).toFixed(2),
  ],
  'gtod-reduce': csv('ramdisk-2022/fio.csv').map(({ reads, writes }) => fixed(Number(reads) + Number(writes), 0)),
  'ratios-without-data': csv('caching-2017/ratios.csv').flatMap(({ speedup = '' }) =>
    speedup === '3.5' ? [] : [speedup],
  ),
  'charts-only-2014': [String(csv('vm-2014/bounds.csv').length)],
}

/** Other numbers in the texts: dates, counts and limits of the methods, and names of tables. */
const STATED: Record<string, string[]> = {
  'overlayfs-collapse': ['1.1', '1', '50', '256'],
  'overlayfs-abstract': ['4'],
  'table-4-medians': ['25', '26', '4'],
  'copy-up-of-nothing': ['100', '0', '50'],
  'cpu-whole-seconds': ['1', '2'],
  'metadata-rewritten': ['50', '0'],
  'namespace-timer': ['8'],
  'ten-dimensions': ['50'],
  'macos-not-cold': ['3.11'],
  'replaced-rows': ['2025', '02', '28'],
  'native-three-seconds': ['3.00'],
  'exchanged-labels': ['2023', '05', '08'],
  'gtod-reduce': ['1'],
  'page-cache-2014': ['64', '32'],
}

test.each(ERRATA)('the numbers of $code are those of the sources', ({ code, found }) => {
  const shown = new Set(found.join(' ').match(/\d+(?:,\d{3})*(?:\.\d+)?/g))
  const [computed, stated] = [COMPUTED[code] ?? [], STATED[code] ?? []]
  expect(computed.filter((number) => !shown.has(number))).toEqual([])
  expect([...shown].filter((number) => ![...computed, ...stated].includes(number))).toEqual([])
})

test('the erratum on OverlayFS has the raw values, and the medians with the restored unit', () => {
  const variants = FOLDERS.flatMap((folder) => ['overlayfs', 'volume'].map((mode) => [folder, mode] as const))
  const { rows, raw } = erratum('overlayfs-collapse').exhibit as NonNullable<(typeof ERRATA)[number]['exhibit']>
  expect(raw.map(({ values }) => values)).toEqual(variants.map((variant) => writeTexts(...variant)))
  expect(rows.map(([, ...fields]) => fields)).toEqual(
    variants.map((variant) => {
      const values = writes(...variant)
      const low = values.filter((value) => value < LIMIT).length
      const medians = [median(values), restored(values)].map((value) => fixed(value, 1))
      return [`${low} of ${values.length}`, writeTexts(...variant)[0], ...medians]
    }),
  )
})

test('the other tables have the values of the sources', () => {
  const rowsOf = (code: string) => erratum(code).exhibit?.rows
  const times = (row: Record<string, string>) =>
    timesOf(row)
      .map((time) => fixed(time, 3))
      .join(', ')
  expect(rowsOf('native-three-seconds')).toEqual(
    ofMac.map((row) => [row.platform, ...timesOf(row).map((time) => fixed(time, 2))]),
  )
  expect(rowsOf('replaced-rows')).toEqual(
    MAC.filter(({ csv_version }) => csv_version?.startsWith('2025-01-07')).map((first) => {
      const later = MAC.find((row) => row !== first && row.platform === first.platform && row.test === first.test) ?? {}
      const range = [later.published_min, later.published_max].map((text) => fixed(Number(text), 2)).join('–')
      return [first.platform, times(first), times(later), range]
    }),
  )
  expect(rowsOf('latency-not-shown')).toEqual(
    [['SSD', disk] as const, ['RAM disk', memory] as const].map(([title, values]) => [
      title,
      ...values.map((value) => fixed(value, 1)),
    ]),
  )
  const withTables = ERRATA.flatMap(({ code, exhibit }) => (exhibit === null ? [] : [code]))
  expect(withTables.toSorted()).toEqual([
    ...['latency-not-shown', 'native-three-seconds', 'overlayfs-collapse', 'replaced-rows'],
  ])
})

test('every erratum has a unique code, a shipped edition, and existing data', () => {
  expect(new Set(ERRATA.map(({ code }) => code)).size).toBe(ERRATA.length)
  const editions = readdirSync(path.join(SITE, 'shipped-editions')).map((name) => path.basename(name, '.json'))
  for (const { edition, files, documents, found, published } of ERRATA) {
    expect(editions).toContain(edition)
    for (const file of files) expect(existsSync(path.join(SOURCES, file)), file).toBe(true)
    for (const name of documents) expect(existsSync(path.join(SITE, 'documents', `${name}.json`)), name).toBe(true)
    expect([published, ...found].filter((text) => text.trim() === '')).toEqual([])
  }
})

test('every source has errata, and an edition lists its own', () => {
  expect(new Set(ERRATA.map(({ edition }) => edition))).toEqual(
    new Set(['startup-2026', 'mac-2025', 'mac-2022', 'ramdisk-2022', 'caching-2017', 'vm-2014']),
  )
  expect(listEditionErrata(ERRATA, 'ramdisk-2022').map(({ code }) => code)).toEqual([
    'latency-not-shown',
    'gtod-reduce',
  ])
  expect(listEditionErrata(ERRATA, 'another')).toEqual([])
})
