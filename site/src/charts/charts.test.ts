import { expect, test } from 'vitest'
import { axisUnit } from './axis-unit.ts'
import { drawBarRows } from './bar-rows.ts'
import { type DotPlot, drawDotPlot } from './dot-plot.ts'

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

test('an axis has the unit that suits its largest value', () => {
  expect(axisUnit('ns', 3.2e9)).toEqual({ divisor: 1e9, title: 'seconds', from: 1e9 })
  expect(axisUnit('ns', 117_000)).toMatchObject({ divisor: 1e3, title: 'microseconds' })
  expect(axisUnit('bytes', 5 * 2 ** 20)).toMatchObject({ divisor: 2 ** 20, title: 'MiB' })
  expect(axisUnit('operations', 12)).toEqual({ divisor: 1, title: 'operations' })
  const rate = axisUnit('bytes/ns', 0.5)
  expect(rate.title).toBe('MiB per second')
  expect(0.5 / rate.divisor).toBeCloseTo(0.5e9 / 2 ** 20)
})
