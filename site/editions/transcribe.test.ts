import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { transcribe } from './transcribe.ts'

const SITE = path.join(import.meta.dirname, '..')

test('the committed files are the transcription of the sources, byte for byte, and an edition that Plimsoll measured', () => {
  const files = transcribe()
  const committed = ['documents', 'editions'].flatMap((folder) =>
    readdirSync(path.join(SITE, folder))
      .filter((name) => name.endsWith('.json') && !name.startsWith('linux-2026'))
      .map((name) => `${folder}/${name}`),
  )
  expect(committed.sort()).toEqual([...files.keys()].sort())
  for (const [name, text] of files) expect(readFileSync(path.join(SITE, name), 'utf8')).toBe(text)
})

test('every transcribed document is valid and cites its source', () => {
  const documents = [...transcribe()].filter(([name]) => name.startsWith('documents/'))
  expect(documents).toHaveLength(8)
  for (const [name, text] of documents) {
    const author = name.includes('mac-bench') ? 'Paolo Mainardi' : 'Shamsher Khan'
    expect(readRun(text).document.origin).toMatchObject({ kind: 'transcribed', citation: { authors: [author] } })
  }
})

test('the two versions of the 2025 data differ in the four replaced rows and in nothing else', () => {
  const files = transcribe()
  const benchmarks = (name: string) => readRun(files.get(`documents/${name}.json`) ?? '').document.benchmarks
  const first = benchmarks('docker-for-mac-bench-2025-macos-first')
  const later = benchmarks('docker-for-mac-bench-2025-macos')
  const differing = first.filter((benchmark, index) => JSON.stringify(benchmark) !== JSON.stringify(later[index]))
  expect(differing.map(({ scenario, engine }) => `${scenario} ${engine}`)).toEqual([
    'layer lima',
    'layer docker-desktop-vz',
    'layer docker-desktop-vmm',
    'layer docker-desktop-vz-sync',
  ])
})

test('a platform of 2026 has every value with a unit, and a note on the omitted values', () => {
  const { document } = readRun(
    transcribe().get('documents/docker-internals-guide-2026-macos-docker-desktop.json') ?? '',
  )
  expect(document.benchmarks.map(({ workload, samples, status }) => `${workload} ${status} ${samples.length}`)).toEqual(
    [
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
    ],
  )
  expect(document.benchmarks[0]?.samples[0]?.values).toEqual({ duration: 832_780_000 })
  expect(document.notes.map(({ code }) => code)).toContain('left-out')
})
