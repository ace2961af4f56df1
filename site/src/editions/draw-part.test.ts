import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { drawPart, legendOf } from './draw-part.ts'
import { resolveEdition } from './figures.ts'
import { readEditions, readShippedDocuments } from './read-editions.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const RUNS = new Map(
  readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
    const { hash, document } = readRun(bytes)
    return [hash, document]
  }),
)
const PARTS = readEditions(path.join(SITE, 'editions')).flatMap((edition) =>
  resolveEdition(edition, (hash) => RUNS.get(hash) ?? null).map((part) => ({
    name: `${edition.name} ${part.code}`,
    part,
  })),
)

test.each(PARTS)(
  '$name: a chart in both layouts has a title, its unit and a text alternative with every figure',
  async ({ part }) => {
    const drawing = await drawPart(part, 'id')
    expect(drawing === null).toBe(part.chart === null)
    for (const svg of drawing === null ? [] : [drawing.wide, drawing.narrow]) {
      expect(svg).toContain(`(${part.unit.title})</title>`)
      expect(/<desc[^>]*>(.*?)<\/desc>/.exec(svg)?.[1]?.split('; ')).toHaveLength(part.rows.length)
      expect(svg).not.toMatch(/NaN|undefined|null/)
      expect(svg).not.toMatch(/(fill|stroke)="(#|black|white|rgb)/)
    }
  },
)

test('tests have the colours of their scenarios, or different colours if two share a scenario', () => {
  const key = (name: string) => legendOf(PARTS.find((entry) => entry.name === name)?.part ?? { rows: [], chart: null })
  expect(key('mac-2025 results').map(({ scenario }) => scenario)).toEqual(['native', 'layer', 'bind-volume', 'bind'])
  expect(new Set(key('startup-2026 warm').map(({ scenario }) => scenario)).size).toBe(3)
})
