import { expect, test } from 'vitest'
import { barChart } from '../page-parts/charts/bar-chart.ts'
import { textWidth } from './font.ts'
import { loadFontMetrics, renderPng } from './png.ts'
import { chartBody, textWriter } from './preview-image.ts'

const metrics = await loadFontMetrics()
const { normal, bold } = metrics
const writeText = textWriter(metrics)

test('the widths of letters, and the set of letters, come from the font', async () => {
  expect(textWidth('iiii', 100, normal)).toBeLessThan(textWidth('WWWW', 100, normal) / 2)
  expect(textWidth('plain', 40, bold)).toBeGreaterThan(textWidth('plain', 40, normal))
  expect(normal.has('é'.codePointAt(0) as number)).toBe(true)
  expect(normal.has('漢'.codePointAt(0) as number)).toBe(false)
})

test('a text that fits is complete; otherwise a line loses its end, and a label its middle', () => {
  const line = 'npm-ci: 1 slower · 2 not slower · 1 inconclusive'
  const write = (width: number, isLabel = false) =>
    /<text[^>]*>(.*)<\/text>/.exec(writeText(0, 0, { size: 36, width, isLabel }, line).text)?.[1] ?? ''
  expect(write(1080)).toBe(line)
  expect(write(500)).toMatch(/^npm-ci: 1 slower.*…$/)
  expect(write(500, true)).toMatch(/^npm-ci.*….*inconclusive$/)
  for (const width of [60, 200, 500, 800]) expect(textWidth(write(width), 36, normal)).toBeLessThanOrEqual(width)
})

test('markup in a text is escaped, and letters that the font lacks become question marks', async () => {
  const { text } = writeText(0, 0, { size: 20, width: 500 }, '<b>&漢\u202e')
  expect(text).toContain('>&lt;b&gt;&amp;??</text>')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4">${text}</svg>`
  const picture = Buffer.from(await renderPng(svg))
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([8, 4])
})

test('a hollow bar of a picture has a rim of the same width on all sides', () => {
  const bar = {
    label: 'a',
    benchmark: 'a',
    scenario: 'bind',
    color: 'bind',
    value: 1,
    range: null,
    values: [],
    text: '1 s',
  }
  const chart = barChart({ axisTitle: 's', origin: 0, groups: [{ label: null, bars: [{ ...bar, isHollow: true }] }] })
  const { text } = chartBody('', chart, metrics).drawing
  const [outline, ...insides] = [...text.matchAll(/<path d="[^"]*" stroke="[^"]*" stroke-width="(\d+)"([^>]*)/g)]
  expect(outline?.[1]).toBe('20')
  expect(insides.map(([, width, rest]) => [width, rest])).toEqual(
    Array(2).fill(['16', expect.stringContaining('stroke-dasharray="0 2 9999 0"')]),
  )
})

test('a chart with too many rows is cut: the rows are counted without headings, and no heading is last', () => {
  const bar = (label: string) => ({
    ...{ label, benchmark: label, scenario: 'native', color: 'native', value: 1 },
    ...{ range: null, values: [], text: '1 s' },
  })
  const groups = ['a', 'b', 'c', 'd'].map((label) => ({
    label: `group ${label}`,
    bars: [1, 2, 3, 4].map(String).map(bar),
  }))
  const { heading, drawing } = chartBody('Title', barChart({ groups, axisTitle: 'seconds', origin: 0 }), metrics)
  expect(heading).toBe('Title, the first 8 of 16 rows')
  expect(drawing.text).toContain('group b')
  expect(drawing.text).not.toContain('group c')
  const few = barChart({ groups: groups.slice(0, 1), axisTitle: 'seconds', origin: 0 })
  expect(chartBody('Title', few, metrics).heading).toBe('Title')
})

test('the labels and conclusions of a chart are complete, and the plot is between them', () => {
  const label = 'Docker Desktop 4.37.1, file sync'
  const bar = { label, benchmark: label, scenario: 'bind', color: 'bind', value: 3.88, range: null, values: [] }
  const groups = [{ label: null, bars: [{ ...bar, text: '3.88 s · 0.88× *' }] }]
  const { text } = chartBody('seconds', barChart({ groups, axisTitle: 'seconds', origin: 0 }), metrics).drawing
  expect(text).toContain(`>${label}</text>`)
  expect(text).toContain('>3.88 s · 0.88× *</text>')
  const [, plot, end, conclusion] =
    /translate\((\d+) 0\)"><path d="M([\d.]+) [\s\S]*<text x="(\d+)"[^>]*>3\.88/.exec(text)?.map(Number) ?? []
  expect(plot).toBeGreaterThan(textWidth(label, 22, normal))
  expect((plot ?? 0) + (end ?? 0)).toBeLessThan(conclusion ?? 0)
})
