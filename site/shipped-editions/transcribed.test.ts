import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import type { Edition, EditionRow } from '../src/editions/edition.ts'
import { readCsv } from '../src/testing.ts'

const DOCUMENTS = path.join(import.meta.dirname, '..', 'documents')

const csv = (name: string) => readCsv(path.join(import.meta.dirname, 'sources', name))

const rowsOf = (edition: string, part: string): EditionRow[] => {
  const { parts } = JSON.parse(readFileSync(path.join(import.meta.dirname, `${edition}.json`), 'utf8')) as Edition
  return parts.find(({ code }) => code === part)?.rows ?? []
}

const read = (name: string) => readRun(readFileSync(path.join(DOCUMENTS, `${name}.json`))).document

test('every transcribed document is valid and cites its source', () => {
  const names = readdirSync(DOCUMENTS).filter((name) => name.startsWith('docker-'))
  expect(names).toHaveLength(8)
  for (const name of names) {
    const author = name.includes('mac-bench') ? 'Paolo Mainardi' : 'Shamsher Khan'
    expect(read(path.basename(name, '.json')).origin).toMatchObject({
      kind: 'transcribed',
      citation: { authors: [author] },
    })
  }
})

test('the two versions of the 2025 data differ in the four replaced rows and in nothing else', () => {
  const first = read('docker-for-mac-bench-2025-macos-first').benchmarks
  const later = read('docker-for-mac-bench-2025-macos').benchmarks
  const differing = first.filter((benchmark, index) => JSON.stringify(benchmark) !== JSON.stringify(later[index]))
  expect(differing.map(({ scenario, engine }) => `${scenario} ${engine}`)).toEqual([
    'layer lima',
    'layer docker-desktop-vz',
    'layer docker-desktop-vmm',
    'layer docker-desktop-vz-sync',
  ])
})

test('a platform of 2026 has every value with a unit, and a note on the omitted values', () => {
  const { benchmarks, notes } = read('docker-internals-guide-2026-macos-docker-desktop')
  const counts = benchmarks.map(({ workload, samples, status }) => `${workload} ${status} ${samples.length}`)
  expect(counts).toEqual([
    ...Array.from({ length: 3 }, () => ['startup-latency ok 50', 'startup-latency ok 20']).flat(),
    'copyup-overhead ok 50',
    'metadata-operations ok 50',
    'metadata-operations ok 50',
    'image-pull-time ok 10',
    'image-pull-time ok 10',
    'image-pull-time ok 10',
    'namespace-overhead unsupported 0',
    'network-latency ok 50',
    'network-latency ok 50',
    'memory-efficiency ok 50',
  ])
  expect(benchmarks[0]?.samples[0]?.values).toEqual({ duration: 832_780_000 })
  expect(notes.map(({ code }) => code)).toContain('left-out')
})

test('the figures that only the editions state are those of the sources', () => {
  const ratios = rowsOf('caching-2017', 'speedup').map(({ stated }) => String(stated?.ratio))
  expect(ratios).toEqual(csv('caching-2017/ratios.csv').map(({ speedup }) => speedup))

  const requests = csv('ramdisk-2022/ioping.csv')
  const latencies = rowsOf('ramdisk-2022', 'latency').flatMap(({ stated }) => [
    ...(stated?.warmups ?? []),
    ...(stated?.values ?? []),
  ])
  expect(latencies).toEqual(requests.map(({ time_us }) => Number(time_us)))
  const rates = rowsOf('ramdisk-2022', 'rates').flatMap(({ stated }) => stated?.values ?? [])
  const [disk, memory] = csv('ramdisk-2022/fio.csv').map(({ reads, writes, duration_ms }) =>
    [reads, writes].map((count) => Number(count) / (Number(duration_ms) / 1000)),
  ) as [number[], number[]]
  expect(rates).toEqual([disk[0], memory[0], disk[1], memory[1]])

  const bounds = [...rowsOf('vm-2014', 'small-read'), ...rowsOf('vm-2014', 'large-read')]
  expect(bounds.map(({ stated }) => [stated?.least ?? '', stated?.most ?? ''].map(String))).toEqual(
    csv('vm-2014/bounds.csv').map(({ least_mb_s, most_mb_s }) => [least_mb_s, most_mb_s]),
  )
})
