import { expect, test } from 'vitest'
import { axisUnit } from './axis-unit.ts'
import { drawBarRows } from './bar-rows.ts'
import { type DotPlot, drawDotPlot } from './dot-plot.ts'
import { drawIntervalPlot, type IntervalRow } from './interval-plot.ts'

const ALTERNATIVE = { id: 'a', title: 'Title <b>', description: 'Description & more' }

const PLOT: DotPlot = {
  axisTitle: 'seconds',
  reference: 3,
  rows: [
    {
      label: 'native',
      color: 'var(--native)',
      median: 3,
      medianText: '3.00 s',
      dots: [
        { value: 4, round: 0, warmup: true },
        { value: 3, round: 1, warmup: false },
        { value: 2.9, round: 2, warmup: false },
      ],
    },
    { label: '<script>alert(1)</script>', color: 'var(--bind)', median: null, medianText: '', dots: [] },
  ],
}

test('every sample is a dot, and a warm-up a hollow one', async () => {
  const svg = await drawDotPlot(PLOT, 'wide', ALTERNATIVE)
  const dots = svg.match(/<path transform[^>]*fill-opacity[^>]*>/g) ?? []
  expect(dots).toHaveLength(3)
  expect(dots.filter((dot) => dot.includes('fill="none"'))).toHaveLength(1)
  expect(dots.filter((dot) => dot.includes('fill="var(--native)"'))).toHaveLength(2)
})

test.each(['wide', 'narrow'] as const)(
  'a %s chart has a text alternative, and every colour is of the theme',
  async (layout) => {
    const svg = await drawDotPlot(PLOT, layout, ALTERNATIVE)
    expect(svg).toMatch(/^<svg role="img" aria-labelledby="a-title a-desc" width="\d+" height="\d+" viewBox="[\d ]+">/)
    expect(svg).toContain('<title id="a-title">Title &lt;b&gt;</title><desc id="a-desc">Description &amp; more</desc>')
    expect(svg).not.toMatch(/(fill|stroke)="(#|black|white|rgb)/)
    expect(svg).not.toContain('style=')
    expect(svg).not.toContain('<script')
    expect(svg.match(/ role=/g)).toHaveLength(1)
  },
)

test('bars of ratios hang from a line at 1, bars of amounts stand at 0', async () => {
  const bar = { value: 2, range: null, text: '2.00×', color: 'var(--bind)' }
  const groups = [{ label: 'Lima', bars: [bar] }]
  const ratios = await drawBarRows({ groups, axisTitle: 'times', origin: 1 }, 'wide', ALTERNATIVE)
  const amounts = await drawBarRows({ groups, axisTitle: 'seconds', origin: 0 }, 'wide', ALTERNATIVE)
  const length = (svg: string) => Number(/<line [^>]*x2="([\d.]+)"[^>]*stroke="var\(--bind\)"/.exec(svg)?.[1])
  expect(length(amounts)).toBeGreaterThan(0)
  expect(length(ratios)).toBeCloseTo(length(amounts) / 2, 0)
  expect(ratios).toContain('stroke-dasharray')
})

test.each(['wide', 'narrow'] as const)(
  'a %s interval plot has a line to each interval, a shape to each mark, and holds negative changes',
  async (layout) => {
    const slower = { color: 'var(--slower)', shape: 'triangle-up', hollow: false } as const
    const open = { color: 'var(--muted)', shape: 'circle', hollow: true } as const
    const rows: IntervalRow[] = [
      { label: 'npm-ci', estimate: 20, interval: [10, 30], mark: slower, text: 'slower' },
      { label: '<b>pull</b>', estimate: -4, interval: [-12, 3], mark: open, text: 'inconclusive' },
      {
        label: `npm-ci ${'x'.repeat(40)} · bind · docker`,
        estimate: 1,
        interval: null,
        mark: open,
        text: 'inconclusive',
      },
    ]
    const svg = await drawIntervalPlot({ rows, axisTitle: '%', band: [-4.8, 5] }, layout, ALTERNATIVE)
    const lines = (color: string) => svg.match(new RegExp(`<line [^>]*stroke="var\\(--${color}\\)"`, 'g')) ?? []
    expect([lines('slower').length, lines('muted').length]).toEqual([1, 1])
    const [, triangle] = /<path [^>]*d="([^"]*)" fill="var\(--slower\)"/.exec(svg) ?? []
    expect(triangle).not.toContain('A')
    expect(svg.match(/<path [^>]*d="[^"]*A[^"]*" fill="var\(--paper\)" stroke="var\(--muted\)"/g)).toHaveLength(2)
    expect(svg).toContain('>−20</text>')
    expect(svg).toContain('&lt;b&gt;pull')
    expect(svg).toMatch(/>npm-ci x+…x+ · bind · docker</)
    expect(svg).not.toMatch(/(fill|stroke)="(#|black|white|rgb)/)
  },
)

test('an axis has the unit that suits its largest value', () => {
  expect(axisUnit('ns', 3.2e9)).toEqual({ divisor: 1e9, title: 'seconds', from: 1e9 })
  expect(axisUnit('ns', 117_000)).toMatchObject({ divisor: 1e3, title: 'microseconds' })
  expect(axisUnit('bytes', 5 * 2 ** 20)).toMatchObject({ divisor: 2 ** 20, title: 'MiB' })
  expect(axisUnit('operations', 12)).toEqual({ divisor: 1, title: 'operations' })
  const rate = axisUnit('bytes/ns', 0.5)
  expect(rate.title).toBe('MiB per second')
  expect(0.5 / rate.divisor).toBeCloseTo(0.5e9 / 2 ** 20)
})
