import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { transcribe } from './transcribe.ts'

const SITE = path.join(import.meta.dirname, '..')

test('what is committed is what the transcription of the sources gives, byte for byte', () => {
  const files = transcribe()
  const committed = ['documents', 'editions'].flatMap((folder) =>
    readdirSync(path.join(SITE, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${folder}/${name}`),
  )
  expect(committed.sort()).toEqual([...files.keys()].sort())
  for (const [name, text] of files) expect(readFileSync(path.join(SITE, name), 'utf8')).toBe(text)
})

test('every transcribed document is valid, and says where it is from', () => {
  const documents = [...transcribe()].filter(([name]) => name.startsWith('documents/'))
  expect(documents).toHaveLength(5)
  for (const [, text] of documents) {
    const { document } = readRun(text)
    expect(document.origin).toMatchObject({ kind: 'transcribed', citation: { authors: ['Paolo Mainardi'] } })
  }
})

test('the two versions of the 2025 data differ in the four replaced rows and in nothing else', () => {
  const files = transcribe()
  const cells = (name: string) => readRun(files.get(`documents/${name}.json`) ?? '').document.cells
  const first = cells('docker-for-mac-bench-2025-macos-first')
  const later = cells('docker-for-mac-bench-2025-macos')
  const differing = first.filter((cell, index) => JSON.stringify(cell) !== JSON.stringify(later[index]))
  expect(differing.map(({ scenario, engine }) => `${scenario} ${engine}`)).toEqual([
    'layer lima',
    'layer docker-desktop-vz',
    'layer docker-desktop-vmm',
    'layer docker-desktop-vz-sync',
  ])
})
