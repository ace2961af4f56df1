import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { expect, test } from 'vitest'
import { contrast } from '../../../assets/contrast-testing.ts'
import { renderStatic } from '../render-static.ts'
import { type BarChart, barChart } from './bar-chart.ts'
import { type BoxChart, boxChart } from './box-chart.ts'
import { type DotChart, dotChart } from './dot-chart.ts'
import { type IntervalChart, type IntervalRow, intervalChart } from './interval-chart.ts'
import { LENGTH, ROW } from './position.ts'
import { placeChart, positionMarks } from './position-marks.ts'
import { labelStride, ResponsiveChart } from './responsive-chart.tsx'
import { type RowChart, scenarioColor } from './row-chart.ts'
import { standAloneSpec, standAloneSvg } from './stand-alone.ts'
import { toSvg } from './svg.ts'
import { LIGHT } from './theme.ts'

const ALTERNATIVE = { id: 'a', title: 'Title <b>', description: 'Description & more' }
const HEADING = { title: 'Title <b>', subtitle: 'below', description: 'Description & more' }

const DOTS: DotChart = {
  axisTitle: 'seconds',
  reference: 3,
  rows: [
    {
      label: 'native',
      scenario: 'native',
      color: 'native',
      median: 3,
      medianText: '3.00 s',
      dots: [
        { value: 4, round: 0, warmup: true },
        { value: 3, round: 1, warmup: false },
        { value: 2.9, round: 2, warmup: false },
      ],
    },
    {
      label: '<script>alert(1)</script>',
      scenario: 'bind',
      color: 'bind',
      median: null,
      medianText: '',
      dots: [],
    },
  ],
}

const BAR = {
  label: 'Bind mount',
  benchmark: 'Lima',
  scenario: 'bind',
  color: 'bind',
  range: null,
  values: [],
  text: '2.0',
}

const SLOWER: IntervalRow = {
  label: 'npm-ci',
  estimate: 20,
  interval: [10, 30],
  mark: { color: 'slower', shape: 'triangle-up', hollow: false },
  text: 'slower',
}

const INTERVALS: IntervalChart = {
  axisTitle: '%',
  band: [-4.8, 5],
  line: 0,
  rows: [
    SLOWER,
    {
      label: `npm-ci ${'x'.repeat(40)} · bind · docker`,
      estimate: -4,
      interval: null,
      mark: { color: 'muted', shape: 'circle', hollow: true },
      text: 'inconclusive',
    },
  ],
}

const BARS: BarChart = {
  axisTitle: 'seconds',
  origin: 0,
  groups: [{ label: 'Lima', bars: [{ ...BAR, value: 2, range: [1, 4], values: [1, 4] }] }],
}
const RATIOS: BarChart = { axisTitle: 'times', origin: 1, groups: [{ label: null, bars: [{ ...BAR, value: 2 }] }] }

const BOXES: BoxChart = {
  axisTitle: 'percent',
  target: 15,
  rows: [{ ...BAR, label: '<b>SSD</b>', values: [1, 2, 3, 4, 5, 30], median: 3.5, quartiles: [2.25, 4.75] }],
}

const CHARTS = [
  { name: 'chart of bars', chart: barChart(BARS) },
  { name: 'chart of ratios', chart: barChart(RATIOS) },
  { name: 'box plot', chart: boxChart(BOXES) },
  { name: 'dot plot', chart: dotChart(DOTS) },
  { name: 'interval plot', chart: intervalChart(INTERVALS) },
]

test('every sample is a dot at its position, and a warm-up is a hollow dot', () => {
  const page = renderStatic(ResponsiveChart(placeChart(dotChart(DOTS), ALTERNATIVE)))
  // The samples are 4, 3 and 2.9 s on an axis up to 4 s. The position of each dot is relative to the previous dot.
  expect(page).toContain('<path class="samples native" d="m1000 45zm-250 20zm-25 20z"></path>')
  expect(page).toContain('<path class="inside" d="m1000 45z"></path>')
  expect(page).toContain('<path class="line" d="M750 0V200"></path>')
  expect(page).toContain('<path class="medians" d="M750 40v50"></path>')
})

test('an estimate is a shape at its position with a line over its interval, in a band', () => {
  const page = renderStatic(ResponsiveChart(placeChart(intervalChart(INTERVALS), ALTERNATIVE)))
  const at = (percent: number) => Math.round((LENGTH * (percent + 5)) / 35)
  expect(page).toContain(`<path class="intervals slower" d="M${at(10)} 65H${at(30)}"></path>`)
  expect(page).toContain(`<path class="band" d="M${at(-4.8)} 0H${at(5)}V200H${at(-4.8)}z"></path>`)
  expect(page).toContain('<use href="#triangle-up" class="slower" x="71.43%" y="32.5%"></use>')
  expect(page).toContain('<use href="#circle" class="muted hollow" x="2.86%" y="82.5%"></use>')
  expect(page).toContain('<i>−5</i>')
  expect(page).toMatch(/<li><span>npm-ci x+…x* · bind · docker<\/span>/)
})

test('a bar of an amount starts at 0, with its range and every value', () => {
  const page = renderStatic(ResponsiveChart(placeChart(barChart(BARS), ALTERNATIVE)))
  expect(page).toContain('<path class="bars bind" d="M500 165H0"></path>')
  expect(page).toContain('<path class="ranges" d="M250 165H1000"></path>')
  expect(page).toContain('<path class="values" d="m250 165zm750 0z"></path>')
  expect(page).toContain('<li class="heading">Lima</li><li><span>Bind mount</span> <b>2.0</b></li>')
})

test('the rim of a hollow bar is 2 px wide at both ends, on every screen', () => {
  const hollow = { ...BARS, groups: [{ label: null, bars: [{ ...BAR, value: 2, isHollow: true }] }] }
  const page = renderStatic(ResponsiveChart(placeChart(barChart(hollow), ALTERNATIVE)))
  // Two lines from the ends of the bar, which overlap. The dash of each leaves out its first 2 px.
  expect(page).toContain('<path class="outlines bind" d="M1000 65H0"></path>')
  expect(page).toContain('<path class="insides" d="M1000 65H400M0 65H600"></path>')
  const style = readFileSync(path.join(import.meta.dirname, '../../../assets/style/charts.css'), 'utf8')
  expect(style).toMatch(/\.plot \.insides \{[^}]*stroke-dasharray: 0 2px 9999px 0;/)
})

test.each([
  ['every second label, as they are short', ['0', '1', '2', '3', '4', '5', '6'], 152, 2],
  ['fewer labels, as they are long', ['0', '500', '1,000', '1,500', '2,000', '2,500', '3,000'], 152, 3],
  [
    'fewer labels, as there are many',
    ['0', '50,000', '100,000', '150,000', '200,000', '250,000', '300,000', '350,000', '400,000'],
    152,
    3,
  ],
  ['every second label below wide marks', ['0', '500', '1,000', '1,500', '2,000', '2,500', '3,000'], 288, 2],
])('a narrow screen shows %s', (_, labels, width, stride) => {
  const ticks = labels.map((label, index) => ({ at: (LENGTH * index) / (labels.length - 1), label }))
  expect(labelStride(ticks, width)).toBe(stride)
})

test('labels are beside the marks of a narrow screen only if they are short', () => {
  const chartOf = (label: string) =>
    barChart({ ...BARS, groups: [{ label: 'Lima', bars: [{ ...BAR, label, value: 2 }] }] })
  expect(chartOf('Bind mount + volume').hasShortLabels).toBe(true)
  expect(chartOf('Docker Engine 20.10.24').hasShortLabels).toBe(false)
})

test('a bar of a ratio starts at 1, which a line marks, and ends in a mark', () => {
  const page = renderStatic(ResponsiveChart(placeChart(barChart(RATIOS), ALTERNATIVE)))
  expect(page).toContain('<path class="stems bind" d="M1000 65H500"></path>')
  expect(page).toContain('<path class="line" d="M500 0V100"></path>')
  expect(page).toContain('<path class="ends bind" d="m1000 65z"></path>')
})

test('a box spans the quartiles, the whiskers the values near it, and only values far outside are dots', () => {
  const page = renderStatic(ResponsiveChart(placeChart(boxChart(BOXES), ALTERNATIVE)))
  const at = (value: number) => Math.round((LENGTH * value) / 30)
  expect(page).toContain(`<path class="whiskers bind" d="M${at(1)} 65H${at(5)}"></path>`)
  expect(page).toContain(`<path class="boxes bind" d="M${at(2.25)} 65H${at(4.75)}"></path>`)
  expect(page).toContain(`<path class="beyond bind" d="m${at(30)} 65z"></path>`)
  expect(page).toContain(`<path class="line" d="M${at(15)} 0V100"></path>`)
  expect(page).toContain('&lt;b&gt;SSD')
})

test.each(CHARTS)(
  'a $name on a page has a text alternative, only colours of the theme, and no markup of a document',
  ({ chart }) => {
    const page = renderStatic(ResponsiveChart(placeChart(chart, ALTERNATIVE)))
    expect(page).toContain(
      '<svg role="img" aria-labelledby="a-title a-desc"><title id="a-title">Title &lt;b&gt;</title>',
    )
    expect(page).toContain('<desc id="a-desc">Description &amp; more</desc>')
    expect(page.match(/ role=/g)).toHaveLength(1)
    expect(page).not.toMatch(/(fill|stroke|style)=|<script/)
  },
)

test.each(CHARTS)(
  'Vega draws the stand-alone spec of a $name with every mark at the same position as on the page',
  async ({ chart }) => {
    const spec = JSON.parse(JSON.stringify(standAloneSpec(chart, HEADING)))
    expect(JSON.stringify(spec)).not.toMatch(/var\(|className/)
    const { marks, ticks } = positionMarks(chart)
    const drawn = await drawAlone(spec)
    for (const [name, placed] of Object.entries(marks)) {
      const { x, y } = scalesTo(spec.width, spec.height, chart)
      const middles = placed.map((mark) =>
        [(x * (mark.x + mark.x2)) / 2, (y * (mark.y + mark.y2)) / 2].map((middle) => expect.closeTo(middle, 0)),
      )
      expect(drawn.get(`${name}_marks`) ?? []).toEqual(middles)
    }
    const close = ticks.map(({ at }) => [expect.closeTo((at * spec.width) / LENGTH), 0])
    expect(drawn.get('ticks')).toEqual(close)
  },
)

test.each(CHARTS)(
  'a $name is an SVG file whose texts are legible on its own background, on every page',
  async ({ chart }) => {
    const svg = await standAloneSvg(chart, HEADING)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" role="img" /)
    const [, width, height, paper] = /<rect width="(\d+)" height="(\d+)" fill="(#[0-9a-f]{6})"/.exec(svg) ?? []
    expect(svg).toContain(`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`)
    // In a column of 672 pixels, which many blogs have, the texts of 12 and 13 pixels stay larger than 10.
    expect(Number(width)).toBeLessThanOrEqual(790)
    const texts = [...svg.matchAll(/<text [^>]*fill="([^"]*)"/g)].map(([, color]) => contrast(color, paper))
    expect(texts.length).toBeGreaterThan(chart.rows.length)
    expect(Math.min(...texts)).toBeGreaterThanOrEqual(4.5)
    expect(svg).toContain('Title &lt;b&gt;</text>')
    // Whatever follows the reader's scheme may differ from the page around the picture.
    expect(svg).not.toMatch(/<style|prefers-color-scheme|var\(|<script|\b(href|src)=/)
  },
)

const TALL: BoxChart = {
  ...BOXES,
  rows: ['first', 'second', 'third'].flatMap((label) => BOXES.rows.map((row) => ({ ...row, label }))),
}
const ON_PHONES = [...CHARTS, { name: 'box plot of three rows', chart: boxChart(TALL) }]
test.each(ON_PHONES)(
  'the line of a narrow $name, if it has one, passes every row, and does not cross the texts',
  async ({ chart }) => {
    const svg = await standAloneSvg(chart, HEADING, 'narrow')
    const parts = svg.matchAll(
      /<line transform="translate\([^,]+,([\d.]+)\)" x2="0" y2="([\d.]+)"[^>]* stroke-dasharray="2,3"/g,
    )
    const lines = [...parts].map(([, y, length]) => [Number(y), Number(y) + Number(length)] as const)
    expect(lines.length > 0).toBe(chart.data.line !== undefined)
    if (lines.length === 0) return
    expect(lines).toHaveLength(chart.rows.filter(({ heading }) => !heading).length)
    const baselines = baselinesOf(svg)
    expect(baselines.length).toBeGreaterThan(chart.rows.length)
    const crossed = baselines.filter((y) => lines.some(([from, to]) => from < y + 3 && to > y - 10))
    expect(crossed).toEqual([])
  },
)

test.each(ON_PHONES)('no line of the grid of a narrow $name runs through a text', async ({ chart }) => {
  const svg = await standAloneSvg(chart, HEADING, 'narrow')
  const STRIP = /<line transform="translate\(0,([\d.]+)\)" x2="330" y2="0" stroke="#fcfcfa" stroke-width="16"\/>/g
  const [grid, rest] = [svg.slice(0, svg.search(STRIP)), svg.slice(svg.search(STRIP))]
  expect(grid).toContain('stroke="#d9dedd"')
  expect(grid).not.toContain('font-size="13px"')
  expect(rest).not.toContain('stroke="#d9dedd"')
  const strips = [...svg.matchAll(STRIP)].map(([, y]) => Number(y))
  expect(strips).toHaveLength(chart.rows.length)
  const baselines = baselinesOf(svg)
  expect(baselines.length).toBeGreaterThanOrEqual(chart.rows.length)
  for (const baseline of baselines)
    expect(
      strips.filter((y) => Math.abs(y - (baseline - 4)) <= 1),
      `the strip behind the text at ${baseline}`,
    ).toHaveLength(1)
})

test('the last label of a narrow axis ends at its tick, so that it is not cut', async () => {
  const label = async (layout: 'wide' | 'narrow') => {
    const svg = await standAloneSvg(boxChart(BOXES), HEADING, layout)
    return /<text[^>]*>30<\/text>/.exec(svg)?.[0]
  }
  expect(await label('narrow')).toContain('text-anchor="end"')
  expect(await label('wide')).toContain('text-anchor="middle"')
})

test('a line of the heading of a narrow chart does not end in a dot between two parts', async () => {
  const parts = ['Boxes: quartiles', 'whiskers: up to 1.5 box lengths', 'dots: values beyond', 'a · b'.repeat(20)]
  const svg = await standAloneSvg(boxChart(BOXES), { ...HEADING, subtitle: parts.join(' · ') }, 'narrow')
  const lines = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text = '']) => text)
  expect(lines).toContain('Boxes: quartiles')
  expect(lines.filter((line) => /^·|·$/.test(line))).toEqual([])
})

test('stand-alone charts have the colours of the light pages', () => {
  const style = readFileSync(path.join(import.meta.dirname, '../../../assets/style/base.css'), 'utf8')
  const [light = ''] = style.split('@media (prefers-color-scheme: dark)')
  for (const name of Object.keys(LIGHT)) expect(light).toContain(`--${name}: ${LIGHT[name]};`)
})

/** Returns the heights of the labels and conclusions of a picture's rows. The lines of its heading are above its origin. */
function baselinesOf(svg: string): number[] {
  const texts = svg.matchAll(/<text [^>]*translate\([^,]+,([\d.]+)\)"[^>]* font-size="13px"[^>]*>[^<]/g)
  return [...texts].map(([, y]) => Number(y))
}

/** Returns the scales that convert a page's whole-number positions to pixels. */
function scalesTo(width: number, height: number, { rows }: RowChart): { x: number; y: number } {
  return { x: width / LENGTH, y: height / (rows.length * ROW) }
}

interface Item {
  x: number
  y: number
  x2?: number
  y2?: number
  width?: number
  height?: number
}

/** Returns the middles of all marks by the marks' names, and the positions of the ticks of the value axis. */
async function drawAlone(spec: TopLevelSpec): Promise<Map<string, number[][]>> {
  const view = await new View(parse(compile(spec).spec), { renderer: 'none' }).runAsync()
  const { root } = view.scenegraph() as unknown as { root: { items: { items: { name?: string; items: Item[] }[] }[] } }
  const marks = root.items.flatMap(({ items }) => items)
  const scale = view.scale('x') as { (value: number): number; ticks(count: number): number[] }
  return new Map([
    ...marks.map(({ name = '', items }): [string, number[][]] => [name, items.map(middleOf)]),
    ['ticks', scale.ticks(6).map((tick) => [scale(tick), 0])],
  ])
}

function middleOf({ x, y, width = 0, height = 0, x2 = x + width, y2 = y + height }: Item): number[] {
  return [(x + x2) / 2, (y + y2) / 2]
}

test('a scenario without a colour of its own has the shared colour', () => {
  expect(scenarioColor('bind')).toBe('bind')
  expect(scenarioColor('"><script>')).toBe('other')
})

test('a view that draws one chart after another draws each as a new view does, with its ticks in order', async () => {
  const upTo = (value: number) =>
    standAloneSpec(
      intervalChart({ ...INTERVALS, rows: [{ ...SLOWER, estimate: 0, interval: [-value, value] }] }),
      HEADING,
    )
  const charts = [upTo(90), upTo(37), upTo(180), upTo(37)]
  const asNew = await Promise.all(charts.map((spec) => toSvg(spec, ALTERNATIVE)))
  const inTurn: string[] = []
  for (const spec of charts) inTurn.push(await toSvg(spec, ALTERNATIVE, true))
  expect(inTurn).toEqual(asNew)
  expect(await Promise.all(charts.map((spec) => toSvg(spec, ALTERNATIVE, true)))).toEqual(asNew)
})
