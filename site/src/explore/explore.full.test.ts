import path from 'node:path'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { expect, test } from 'vitest'
import { dotChart } from '../charts/dot-chart.ts'
import { positionMarks } from '../charts/position-marks.ts'
import type { RowChart } from '../charts/row-chart.ts'
import { standAloneSpec } from '../charts/stand-alone.ts'
import { editionFiles } from '../data/edition-files.ts'
import { chartFile } from '../editions/chart-files.ts'
import { loadEditions } from '../editions/load-editions.ts'
import { readShippedDocuments } from '../editions/read-editions.ts'
import { importDocument } from '../store/import.ts'
import { temporaryRegistry } from '../testing.ts'
import {
  axisTitleOf,
  type ChartSpec,
  describeDatum,
  hideScenarios,
  scenariosOf,
  toCsv,
  toRowChart,
  unfoldSpec,
} from './spec.ts'
import { drawSvg, positionInBrowser } from './vega.ts'

const CHART = dotChart({
  axisTitle: 'seconds',
  reference: 3,
  rows: ['native', 'bind'].map((scenario, index) => ({
    label: `${scenario} · docker`,
    scenario,
    color: scenario,
    median: 3 + index,
    medianText: `${3 + index}.00 s`,
    dots: [1, 2, 3].map((round) => ({ value: 3 + index + round / 10, round, warmup: false })),
  })),
})
const PUBLISHED = standAloneSpec(CHART, { title: 'Title', subtitle: 'Subtitle', description: 'Text' }) as ChartSpec
const SPEC = unfoldSpec(PUBLISHED)

test('interpreted and compiled expressions place marks and draw charts alike', async () => {
  expect(positionInBrowser(CHART)).toEqual(positionMarks(CHART))
  const compiled = await new View(parse(compile(PUBLISHED as TopLevelSpec).spec)).toSVG()
  expect(await drawSvg(SPEC as TopLevelSpec)).toBe(compiled)
})

test('an explored chart has the form, the colours and the classes of the chart on the page', () => {
  expect(JSON.stringify(SPEC)).toMatch(/"#[0-9a-f]{6}"/)
  const { rows, axis, layers, data } = JSON.parse(JSON.stringify(CHART)) as RowChart
  expect(toRowChart(SPEC)).toEqual({ rows, axis, layers, data })
})

test('the data of a hidden scenario is removed, with its median, and nothing else is', () => {
  expect(scenariosOf(SPEC)).toEqual(['native', 'bind'])
  const { datasets } = hideScenarios(SPEC, new Set(['bind']))
  expect(datasets?.samples).toHaveLength(3)
  expect(datasets?.medians).toHaveLength(1)
  expect(datasets?.rows).toHaveLength(2)
  expect(hideScenarios(SPEC, new Set()).datasets).toEqual(SPEC.datasets)
})

test('the data of the marks can be saved as CSV, without what only places or colours marks', () => {
  const lines = toCsv(hideScenarios(SPEC, new Set(['bind'])))
    .trim()
    .split('\r\n')
  expect(lines).toEqual([
    'mark,benchmark,scenario,round,x',
    'samples,native · docker,native,1,3.1',
    'samples,native · docker,native,2,3.2',
    'samples,native · docker,native,3,3.3',
    'medians,native · docker,,,3',
  ])
})

test('the description of a mark has its benchmark, its value with the unit of the axis, and its round; a line has none', () => {
  expect(axisTitleOf(SPEC)).toBe('seconds')
  const [sample] = SPEC.datasets?.samples ?? []
  expect(describeDatum(sample as Record<string, unknown>, 'seconds')).toBe('native · docker · 3.1 seconds · round 1')
  const warmup = { ...(sample as Record<string, unknown>), warmup: 'true' }
  expect(describeDatum(warmup, 'seconds')).toBe('native · docker · 3.1 seconds · round 1 · warm-up')
  expect(describeDatum({ x: '3', row: '0', end: '2' }, 'seconds')).toBe('')
  const box = { benchmark: 'SSD', scenario: 'cold', x: 1.5, x2: 2.25, row: 0.65 }
  expect(describeDatum(box, 'seconds')).toBe('SSD · cold · 1.5–2.25 seconds')
  expect(describeDatum({ benchmark: 'SSD', scenario: 'cold', x: 3, origin: 0 }, 'seconds')).toBe(
    'SSD · cold · 3 seconds',
  )
})

test('every part of a shipped edition, except lines, has a spec with every value and with scenarios to hide', async () => {
  const registry = temporaryRegistry()
  const site = path.join(import.meta.dirname, '..', '..')
  for (const bytes of readShippedDocuments(path.join(site, 'documents'))) importDocument(registry, bytes)
  const editions = loadEditions(registry, [path.join(site, 'editions')])
  const files = await editionFiles(registry, [path.join(site, 'editions')])
  const specs = new Map([...files].filter(([name]) => name.endsWith('.vl.json')))
  const drawn = editions.flatMap(({ edition, parts }) =>
    parts
      .filter(({ chart }) => chart !== null && chart !== 'lines')
      .map(({ code }) => chartFile(edition.name, code, 'vl.json')),
  )
  const answer = chartFile('mac-2025', 'results-bind', 'vl.json')
  expect([...specs.keys()].sort()).toEqual([...drawn, answer].map((name) => `editions/${name}`).sort())
  for (const bytes of specs.values()) {
    const spec = unfoldSpec(JSON.parse(String(bytes)) as ChartSpec)
    const { bars, hollow = [], medians, ends, rows } = spec.datasets ?? {}
    expect((ends ?? (bars && [...bars, ...hollow]) ?? medians)?.length).toBe(rows?.length)
    expect(Object.values(positionInBrowser(toRowChart(spec)).marks).flat().length).toBeGreaterThan(0)
  }
  for (const { edition, parts } of editions) {
    for (const { code, chart, rows } of parts) {
      if (chart !== 'bars' && chart !== 'boxes') continue
      const { datasets } = unfoldSpec(
        JSON.parse(String(specs.get(`editions/${chartFile(edition.name, code, 'vl.json')}`))) as ChartSpec,
      )
      const count = rows.reduce((sum, { figures }) => sum + figures.values.length, 0)
      expect([edition.name, code, datasets?.values?.length]).toEqual([edition.name, code, count])
    }
  }
  const [part] = editions.find(({ edition }) => edition.name === 'mac-2025')?.parts ?? []
  const spec = JSON.parse(
    String(specs.get(`editions/${chartFile('mac-2025', part?.code ?? '', 'vl.json')}`)),
  ) as ChartSpec
  expect(scenariosOf(spec)).toEqual([...new Set(part?.rows.map(({ test }) => test))])
  const { datasets } = hideScenarios(spec, new Set(['Native']))
  const shown = [...(datasets?.bars ?? []), ...(datasets?.hollow ?? [])]
  expect(shown.length).toBe(part?.rows.filter(({ test }) => test !== 'Native').length)
})
