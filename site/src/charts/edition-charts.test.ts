import { expect, test } from 'vitest'
import { drawBoxes } from './edition-boxes.ts'
import { drawValues } from './edition-dots.ts'
import { drawLines, type LineChart } from './edition-lines.ts'

const ALTERNATIVE = { id: 'a', title: 'Title <b>', description: 'Description & more' }

test('a box spans the quartiles, and only values far outside are dots', async () => {
  const values = [1, 2, 3, 4, 5, 30]
  const row = {
    label: '<b>SSD</b>',
    color: 'var(--bind)',
    values,
    median: 3.5,
    quartiles: [2.25, 4.75] as [number, number],
  }
  const svg = await drawBoxes(
    { rows: [{ ...row, text: '3.5 %' }], axisTitle: 'percent', target: null },
    'wide',
    ALTERNATIVE,
  )
  expect(svg.match(/<path aria-label="[^"]*"|<path transform[^>]*stroke="var\(--bind\)"/g)).toHaveLength(1)
  const [whisker, box] = [...svg.matchAll(/<line [^>]*x2="(-?[\d.]+)"[^>]*stroke="var\(--bind\)"[^>]*>/g)].map(
    ([, width]) => Math.abs(Number(width)),
  )
  // The whiskers reach from 1 to 5 and the box from 2.25 to 4.75: lengths 4 and 2.5.
  expect((whisker ?? 0) / (box ?? 1)).toBeCloseTo(4 / 2.5, 1)
  expect(svg).toContain('&lt;b&gt;SSD')
})

test('the line of a narrow chart does not cross the labels', async () => {
  const box = { label: 'SSD', color: 'var(--bind)', values: [1, 2], median: 1.5, quartiles: [1, 2] as [number, number] }
  const rows = [1, 2, 3].map(() => ({ ...box, text: '' }))
  const lines = async (layout: 'wide' | 'narrow') => {
    const svg = await drawBoxes({ rows, axisTitle: '', target: 1 }, layout, ALTERNATIVE)
    return svg.match(/<line [^>]*stroke-dasharray="2,3"/g)?.length
  }
  expect(await lines('wide')).toBe(1)
  expect(await lines('narrow')).toBe(3)
})

test('every value is a dot, and a warm-up is a hollow dot', async () => {
  const row = { label: 'RAM disk', color: 'var(--bind)', values: [2, 3, 4], warmups: [1], median: 3, text: '3 µs' }
  const svg = await drawValues({ rows: [row], axisTitle: 'microseconds' }, 'narrow', ALTERNATIVE)
  const dots = svg.match(/<path transform[^>]*fill-opacity[^>]*>/g) ?? []
  expect(dots).toHaveLength(4)
  expect(dots.filter((dot) => dot.includes('fill="none"'))).toHaveLength(1)
})

const LINES: LineChart = {
  axisTitle: 'MB per second',
  records: [4096, 65_536],
  series: [
    {
      label: 'measured',
      color: 'var(--bind)',
      points: [4096, 8192, 65_536].map((record, index) => ({ record, value: 100 * (index + 1) })),
      bounds: null,
    },
    { label: 'at most', color: 'var(--native)', points: [], bounds: { least: null, most: 100 } },
    { label: 'between', color: 'var(--layer)', points: [], bounds: { least: 500, most: 900 } },
  ],
}

test.each(['wide', 'narrow'] as const)(
  '%s: values are a line with points, bounds are broken lines with a band',
  async (layout) => {
    const svg = await drawLines(LINES, layout, ALTERNATIVE)
    expect(svg.match(/<line [^>]*stroke-dasharray/g)).toHaveLength(3)
    expect(svg.match(/<path [^>]*stroke="var\(--bind\)"[^>]*stroke-width="2"/g)).toHaveLength(1)
    expect(svg.match(/<path transform[^>]*fill="var\(--bind\)"/g)).toHaveLength(3)
    expect(svg.match(/fill="var\(--layer\)"[^>]*opacity|opacity="0.18"/g)?.length).toBeGreaterThan(0)
    expect(svg).toContain('>4 KiB</text>')
    expect(svg).toContain('>64 KiB</text>')
  },
)

test('these charts have only colours of the theme, and the text alternative is escaped', async () => {
  for (const svg of [await drawLines(LINES, 'wide', ALTERNATIVE)]) {
    expect(svg).not.toMatch(/(fill|stroke)="(#|black|white|rgb)/)
    expect(svg).toContain('<title id="a-title">Title &lt;b&gt;</title><desc id="a-desc">Description &amp; more</desc>')
    expect(svg).not.toContain('style=')
  }
})
