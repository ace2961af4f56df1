import { expect, test } from 'vitest'
import { drawLines, type LineChart } from './line-chart.ts'

const ALTERNATIVE = { id: 'a', title: 'Title <b>', description: 'Description & more' }

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
    const svg = (await drawLines(LINES, ALTERNATIVE))[layout]
    expect(svg.match(/<line [^>]*stroke-dasharray/g)).toHaveLength(3)
    expect(svg.match(/<path [^>]*stroke="var\(--bind\)"[^>]*stroke-width="2"/g)).toHaveLength(1)
    expect(svg.match(/<path transform="[^"]*" d="[^"]*A[^"]*" fill="var\(--bind\)"/g)).toHaveLength(3)
    expect(svg.match(/fill="var\(--layer\)"[^>]*opacity|opacity="0.18"/g)?.length).toBeGreaterThan(0)
    expect(svg).toContain('>4 KiB</text>')
    expect(svg).toContain('>64 KiB</text>')
  },
)

test('a label at the end of a line loses the build suffix of a version, but not what tells the lines apart', async () => {
  const series = ['Volume', 'Bind mount'].map((test) => ({
    label: `Docker Engine 20.10.24+dfsg1 · ${test}`,
    color: 'var(--bind)',
    points: [{ record: 4096, value: 100 }],
    bounds: null,
  }))
  const { wide } = await drawLines({ ...LINES, series }, ALTERNATIVE)
  for (const label of ['Docker Engine 20.10.24 · Volume', 'Docker Engine 20.10.24 · Bind mount'])
    expect(wide).toContain(`>${label}</text>`)
})

test('these charts have only colours of the theme, and the text alternative is escaped', async () => {
  for (const [layout, svg] of Object.entries(await drawLines(LINES, ALTERNATIVE))) {
    expect(svg).not.toMatch(/(fill|stroke)="(#|black|white|rgb)/)
    expect(svg).toContain(
      `<title id="a-${layout}-title">Title &lt;b&gt;</title><desc id="a-${layout}-desc">Description &amp; more</desc>`,
    )
    expect(svg).not.toContain('style=')
  }
})

test('texts that mean something in a replacement are texts of the chart', async () => {
  const hostile = { id: 'a', title: "$& $' $1 $<a>", description: '$&$$' }
  const { wide } = await drawLines(LINES, hostile)
  expect(wide).toContain(
    '<title id="a-wide-title">$&amp; $&#39; $1 $&lt;a&gt;</title><desc id="a-wide-desc">$&amp;$$</desc>',
  )
  expect(wide.match(/<svg /g)).toHaveLength(1)
})
