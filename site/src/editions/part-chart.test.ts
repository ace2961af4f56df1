import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { escapeHtml } from '../html.ts'
import { drawLines } from '../page-parts/charts/line-chart.ts'
import { placeChart } from '../page-parts/charts/position-marks.ts'
import { ResponsiveChart } from '../page-parts/charts/responsive-chart.tsx'
import { renderStatic } from '../page-parts/render-static.ts'
import { resolveEdition } from './figures.ts'
import { makeLegend, makeLineChart, makeRowChart, makeTextAlternative } from './part-chart.ts'
import { readEditions, readShippedDocuments } from './read-editions.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const RUNS = new Map(
  readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
    const { hash, document } = readRun(bytes)
    return [hash, document]
  }),
)
const PARTS = readEditions(path.join(SITE, 'shipped-editions')).flatMap((edition) =>
  resolveEdition(edition, (hash) => RUNS.get(hash) ?? null).map((part) => ({
    name: `${edition.name} ${part.code}`,
    part,
  })),
)

test.each(PARTS)(
  '$name: a chart shows every figure as a mark, and its text alternative has every figure',
  async ({ part }) => {
    const [rows, lines] = [makeRowChart(part), makeLineChart(part)]
    expect(rows !== null || lines !== null).toBe(part.chart !== null)
    const alternative = makeTextAlternative(part, 'id')
    expect(alternative.description.split('; ')).toHaveLength(part.rows.length)
    const drawings = [
      ...(rows === null ? [] : [renderStatic(ResponsiveChart(placeChart(rows, alternative)))]),
      ...(lines === null ? [] : Object.values(await drawLines(lines, alternative))),
    ]
    for (const drawing of drawings) {
      expect(drawing).toContain(`-title">${escapeHtml(`${part.title} (${part.unit.title})`)}</title>`)
      expect(drawing).not.toMatch(/NaN|undefined|null/)
      expect(drawing).not.toMatch(/(fill|stroke)="(#|black|white|rgb)/)
    }
    if (rows === null) return
    const { bars, hollow = [], medians, ends } = rows.data
    const figures = ends ?? (bars && [...bars, ...hollow]) ?? medians
    expect(figures?.length).toBe(part.rows.length)
    expect(rows.rows.filter(({ heading }) => !heading)).toHaveLength(part.rows.length)
  },
)

test('the labels of an edition are whole: without build suffixes, with what all rows share in a heading', () => {
  for (const { name, part } of PARTS)
    for (const { label } of makeRowChart(part)?.rows ?? []) expect(label, name).not.toMatch(/…|\d\+dfsg/)
  const rows = (name: string) => {
    const { part } = PARTS.find((entry) => entry.name === name) as (typeof PARTS)[number]
    return makeRowChart(part)?.rows.map(({ label, heading }) => (heading ? `# ${label}` : label))
  }
  expect(rows('linux-2026 work-3')).toEqual([
    'Docker Engine 20.10.24 · Layer',
    'Docker Engine 26.1.5 · Layer',
    'Podman 4.3.1 · Layer',
  ])
  expect(rows('linux-2026 work-10')?.slice(0, 4)).toEqual(['# host', 'Native', '# Docker Engine 20.10.24', 'Layer'])
  // Where the system tells rows apart, it stays.
  expect(rows('mac-2025 results')?.at(0)).toBe('# Lima · macOS')
})

test('tests have the colours of their scenarios, or different colours if two share a scenario', () => {
  const key = (name: string) =>
    makeLegend(PARTS.find((entry) => entry.name === name)?.part ?? { rows: [], chart: null })
  expect(key('mac-2025 results').map(({ scenario }) => scenario)).toEqual(['native', 'layer', 'bind-volume', 'bind'])
  expect(new Set(key('startup-2026 warm').map(({ scenario }) => scenario)).size).toBe(3)
})

test('without figures, as of deleted runs, there is no chart with rows', () => {
  const parts = readEditions(path.join(SITE, 'shipped-editions')).flatMap((edition) =>
    resolveEdition(edition, () => null),
  )
  const charts = parts.map(makeRowChart)
  expect(charts.filter((chart) => chart === null).length).toBeGreaterThan(parts.length / 2)
  for (const chart of charts) expect(chart?.rows).not.toEqual([])
})
