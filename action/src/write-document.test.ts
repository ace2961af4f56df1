import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_DOCUMENT_BYTES } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { benchmark, runDocument, sample } from '../../schema/test/document.ts'
import { writeDocument } from './write-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

/** A run of one benchmark with this many samples. */
const runOf = (count: number) => {
  const samples = Array.from({ length: count }, (_, round) => sample(round, 0, { duration: 1e9 }))
  return { ...runDocument(), benchmarks: [benchmark('layer', 'docker', samples)] }
}

test('a document is indented, unless it would be larger than any command reads', () => {
  const textOf = (count: number) =>
    readFileSync(writeDocument(runOf(count), join(folder, `${count}.json`), 'a.journal'), 'utf8')
  expect(textOf(2)).toMatch(/^\{\n "/)
  const large = textOf(25_000)
  expect(large).toMatch(/^\{"/)
  expect(large.length).toBeLessThan(MAX_DOCUMENT_BYTES)
})

test('a document that no command would read is not written, and its journal stays', () => {
  const before = readdirSync(folder)
  expect(() => writeDocument(runOf(60_000), join(folder, 'huge.json'), 'a.journal')).toThrow(
    'larger than 5 MB, the limit of all commands and registries, so it was not written. Its samples are kept in a.journal',
  )
  expect(readdirSync(folder)).toEqual(before)
})
