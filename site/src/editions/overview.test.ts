import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { resolveEdition } from './figures.ts'
import { makeOverview } from './overview.ts'
import { readEditions, readShippedDocuments } from './read-editions.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const RUNS = new Map(
  readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
    const { hash, document } = readRun(bytes)
    return [hash, document]
  }),
)

function partsOf(name: string) {
  const edition = readEditions(path.join(SITE, 'shipped-editions')).find((edition) => edition.name === name)
  if (edition === undefined) throw new Error(`no edition ${name}`)
  return resolveEdition(edition, (hash) => RUNS.get(hash) ?? null)
}

test('the overview has a row for each part, with the range of its values and of its ratios', () => {
  const rows = makeOverview(partsOf('linux-2026'))
  expect(rows).toHaveLength(40)
  expect(rows[0]).toEqual({
    code: 'work-1',
    title: 'npm-ci small · suite quick',
    values: '798.3–856.1 ms',
    groups: null,
    ratios: '0.94–0.98× native',
  })
  const ratiosOf = (title: string) => rows.find((row) => row.title.startsWith(title))?.ratios
  expect(ratiosOf('npm-ci cra')).toBe('too few rounds in each run')
  expect(ratiosOf('container-start')).toBeNull()
  // The medians hide that half of the samples are five times as large.
  const written = rows.filter(({ groups }) => groups !== null)
  expect(written.map(({ title }) => title.split(' ')[0])).toEqual(['sequential-write'])
  expect(written[0]?.groups).toBe('samples in two groups, 304.8–2,880.5')
})

test('pages have one name for the layer of a container, and sizes with units', () => {
  const parts = ['linux-2026', 'mac-2025', 'mac-2022'].flatMap(partsOf)
  const names = parts.flatMap(({ rows, reference }) => [reference, ...rows.map(({ test }) => test)])
  expect(names.filter((name) => /no volumes/i.test(name) && !/layer \(no volumes\)/i.test(name))).toEqual([])
  expect(names).toContain('Layer')
  expect(parts.map(({ title }) => title).filter((title) => /bytes=/.test(title))).toEqual([])
})

test('the anchors of rows have the frozen names of the tests, so that a new name breaks no link', () => {
  expect(partsOf('mac-2025')[0]?.rows.map(({ anchor }) => anchor)).toContain('row-results-macos-lima-no-volumes')
})
