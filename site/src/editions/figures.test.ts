import path from 'node:path'
import { formatRatio, type RunDocument, readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { rowsOfSource2025 } from '../testing.ts'
import { type Figures, resolveEdition } from './figures.ts'
import { readEditions, readShippedDocuments } from './read-editions.ts'
import { formatFigure, unitNamed } from './units.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const PLATFORMS: Record<string, string> = {
  Lima: 'Lima',
  'Docker - VZ': 'Docker Desktop, VZ',
  'Docker - VMM': 'Docker Desktop, VMM',
  'Docker - VZ + file sync': 'Docker Desktop, file sync',
  'Docker - OrbStack': 'OrbStack',
  'Docker - Linux': 'Docker',
}

/** The tests of the source that pages call by another name. */
const TESTS: Record<string, string> = { 'bind mount': 'Bind mount', 'No volumes': 'Layer' }

test('the 24 rows of mac-2025 follow from the source, and 4 of them are flagged and have both versions', () => {
  const rows = resolve('mac-2025')
  const source = rowsOfSource2025()
  expect(source).toHaveLength(24)
  expect(rows).toHaveLength(24)
  expect(
    rows.map(({ os, platform, test, figures, earlier }) => ({
      os,
      platform,
      test,
      ...texts(figures),
      earlier: earlier && texts(earlier),
    })),
  ).toMatchObject(
    source.map(({ os, platform, test, earlier, ...figures }) => ({
      os: os === 'MacOS' ? 'macOS' : os,
      platform: PLATFORMS[platform],
      test: TESTS[test] ?? test,
      ...figures,
      earlier,
    })),
  )
  expect(rows.filter(({ flag }) => flag === 'replaced').map(({ platform, test }) => `${platform} ${test}`)).toEqual([
    'Lima Layer',
    'Docker Desktop, VZ Layer',
    'Docker Desktop, VMM Layer',
    'Docker Desktop, file sync Layer',
  ])
})

test('printed figures are shown only if they do not follow from the times of the source', () => {
  const misprinted = resolve('mac-2025').filter((row) => row.misprinted !== null)
  expect(misprinted.map(({ platform }) => platform)).toEqual([
    'Lima',
    'Docker Desktop, VZ',
    'Docker Desktop, VMM',
    'Docker Desktop, file sync',
  ])
  expect(misprinted[0]?.misprinted).toEqual({ average: 3.7, minimum: 3.55, maximum: 3.85 })
})

test('the rows of mac-2022 are the eight times of its source', () => {
  expect(
    resolve('mac-2022').map(({ os, test, figures }) => [os, test, formatSeconds(figures.median), figures.n]),
  ).toEqual([
    ['macOS', 'Native', '4.09', 1],
    ['macOS', 'Layer', '6.80', 1],
    ['macOS', 'Bind mount + volume', '7.65', 1],
    ['macOS', 'Bind mount', '21.05', 1],
    ['Linux', 'Native', '5.73', 1],
    ['Linux', 'Layer', '5.64', 1],
    ['Linux', 'Bind mount + volume', '6.18', 1],
    ['Linux', 'Bind mount', '6.81', 1],
  ])
})

test('an edition with a benchmark that its run does not have is rejected', () => {
  const edition = editionNamed('mac-2025')
  const [row] = edition.parts[0]?.rows ?? []
  if (row?.benchmark) row.benchmark.benchmark = 999
  expect(() => resolveEdition(edition, runByHash)).toThrow(expect.objectContaining({ code: 'missing-benchmark' }))
})

test('rows of a deleted run have no figures, and the others stay', () => {
  const edition = editionNamed('mac-2022')
  const gone = edition.parts[0]?.rows[0]?.benchmark?.run
  const [part] = resolveEdition(edition, (hash) => (hash === gone ? null : runByHash(hash)))
  expect(part?.rows.map(({ figures }) => figures.median === null)).toEqual([
    ...Array(4).fill(true),
    ...Array(4).fill(false),
  ])
  expect(part?.rows[7]?.figures.ratio).toBeCloseTo(6.81 / 5.73)
})

test('the samples of several runs in two groups are called so, and those of other rows are not', () => {
  const rows = resolve('linux-2026')
  expect(rows.filter(({ figures }) => figures.groups !== null).map(({ work, test }) => `${work}, ${test}`)).toEqual([
    'sequential-write bytes=268435456, Native',
    'sequential-write bytes=268435456, Layer',
    'sequential-write bytes=268435456, Volume',
    'sequential-write bytes=268435456, Bind mount',
  ])
  const [native] = rows.filter(({ work }) => work.startsWith('sequential-write'))
  expect(native).toMatchObject({ runs: 5, figures: { n: 25 } })
  expect(native?.figures.groups?.map(Math.round)).toEqual([359, 2075])
})

test('stated figures have no run, and bounds and ratios are not changed', () => {
  const [speedup] = resolve('caching-2017')
  expect(speedup?.figures).toMatchObject({ ratio: 2.5, median: null })
  const [vboxsf, vmhgfs] = resolve('vm-2014')
  expect(vboxsf).toMatchObject({ figures: { least: null, most: 100 }, records: [4096, 65_536] })
  expect(vmhgfs).toMatchObject({ figures: { least: 500, most: 900 } })
  const ioping = resolve('ramdisk-2022').at(-1)
  expect(ioping?.figures).toMatchObject({ n: 9, minimum: 201.5, maximum: 390.1, warmups: [63.3] })
})

function editionNamed(name: string) {
  const edition = readEditions(path.join(SITE, 'shipped-editions')).find((candidate) => candidate.name === name)
  if (edition === undefined) throw new Error(`no edition ${name}`)
  return edition
}

function resolve(name: string) {
  return resolveEdition(editionNamed(name), runByHash).flatMap(({ rows }) => rows)
}

const RUNS = new Map(
  readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
    const { hash, document } = readRun(bytes)
    return [hash, document]
  }),
)

function runByHash(hash: string): RunDocument {
  const run = RUNS.get(hash)
  if (run === undefined) throw new Error(`no run ${hash}`)
  return run
}

function formatSeconds(seconds: number | null): string {
  return seconds === null ? '' : formatFigure(seconds, unitNamed('seconds'))
}

function texts({ median, minimum, maximum, ratio }: Figures) {
  return {
    median: formatSeconds(median),
    range: `${formatSeconds(minimum)}–${formatSeconds(maximum)}`,
    ratio: ratio === null ? null : formatRatio(ratio),
  }
}
