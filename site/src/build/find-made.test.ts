import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { findInputs } from './find-made.ts'
import { formatRecord } from './made-files.ts'
import { RUNS } from './run-files.ts'

const made = (inputs: string) => ({ inputs, hash: 'f'.repeat(64), size: 1, modified: 1_700_000_000_000.5 })

test('every line of a record is found, and no other name', () => {
  const site = temporaryDirectory()
  const ids = Array.from({ length: 200 }, (_, number) =>
    number.toString(2).padStart(26, '0').replaceAll('0', 'b').replaceAll('1', 'q'),
  )
  const names = ids.flatMap((id) => ['badge.svg', 'csv', 'html', 'json', 'vl.json'].map((end) => `${id}.${end}`))
  writeFileSync(path.join(site, RUNS.record), formatRecord(names.map((name) => [name, made(`of-${name}`)])))
  for (const name of names) expect(findInputs(site, name)).toBe(`of-${name}`)
  for (const name of [`${'a'.repeat(26)}.html`, `${ids[7]}.png`, `${'z'.repeat(26)}.html`]) {
    expect(findInputs(site, name)).toBeNull()
  }
})

test('a missing or empty record has no files', () => {
  const site = temporaryDirectory()
  expect(findInputs(site, `${'a'.repeat(26)}.html`)).toBeNull()
  writeFileSync(path.join(site, RUNS.record), '')
  expect(findInputs(site, `${'a'.repeat(26)}.html`)).toBeNull()
})
