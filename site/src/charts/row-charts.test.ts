import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { expect, test } from 'vitest'
import { renderStatic } from '../page/render-static.ts'
import { type DotPlot, dotChart } from './dot-plot.ts'
import { type IntervalPlot, intervalChart } from './interval-plot.ts'
import { LENGTH, positionMarks, ROW } from './position-marks.ts'
import { ResponsiveChart } from './responsive-chart.tsx'
import type { RowChart } from './row-chart.ts'
import { standAloneSpec, standAloneSvg } from './stand-alone.ts'
import { DARK, LIGHT } from './theme.ts'

const ALTERNATIVE = { id: 'a', title: 'Title <b>', description: 'Description & more' }
const HEADING = { title: 'Title <b>', subtitle: 'below', description: 'Description & more' }

const DOTS: DotPlot = {
  axisTitle: 'seconds',
  reference: 3,
  rows: [
    {
      label: 'native',
      scenario: 'native',
      color: 'var(--native)',
      className: 'native',
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
      color: 'var(--bind)',
      className: 'bind',
      median: null,
      medianText: '',
      dots: [],
    },
  ],
}

const INTERVALS: IntervalPlot = {
  axisTitle: '%',
  band: [-4.8, 5],
  line: 0,
  rows: [
    {
      label: 'npm-ci',
      estimate: 20,
      interval: [10, 30],
      mark: { color: 'var(--slower)', className: 'slower', shape: 'triangle-up', hollow: false },
      text: 'slower',
    },
    {
      label: `npm-ci ${'x'.repeat(40)} · bind · docker`,
      estimate: -4,
      interval: null,
      mark: { color: 'var(--muted)', className: 'muted', shape: 'circle', hollow: true },
      text: 'inconclusive',
    },
  ],
}

const CHARTS = [
  { name: 'dot plot', chart: dotChart(DOTS) },
  { name: 'interval plot', chart: intervalChart(INTERVALS) },
]

test('every sample is a dot at its position, and a warm-up is a hollow dot', () => {
  const page = renderStatic(ResponsiveChart({ chart: dotChart(DOTS), ...ALTERNATIVE }))
  // The samples are 4, 3 and 2.9 s on an axis up to 4 s. The position of each dot is relative to the previous dot.
  expect(page).toContain('<path class="sample native" d="m1000 45zm-250 20zm-25 20z"></path>')
  expect(page).toContain('<path class="inside" d="m1000 45z"></path>')
  expect(page).toContain('<path class="line" d="M750 0V200"></path>')
  expect(page).toContain('<path class="median" d="M750 40v50"></path>')
})

test('an estimate is a shape at its position with a line over its interval, in a band', () => {
  const page = renderStatic(ResponsiveChart({ chart: intervalChart(INTERVALS), ...ALTERNATIVE }))
  const at = (percent: number) => Math.round((LENGTH * (percent + 5)) / 35)
  expect(page).toContain(`<path class="interval slower" d="M${at(10)} 65H${at(30)}"></path>`)
  expect(page).toContain(`<path class="band" d="M${at(-4.8)} 0H${at(5)}V200H${at(-4.8)}z"></path>`)
  expect(page).toContain('<use href="#triangle-up" class="slower" x="71.43%" y="32.5%"></use>')
  expect(page).toContain('<use href="#circle" class="muted hollow" x="2.86%" y="82.5%"></use>')
  expect(page).toContain('>−5</text>')
  expect(page).toMatch(/<li><span>npm-ci x+…x* · bind · docker<\/span>/)
})

test.each(CHARTS)(
  'a $name on a page has a text alternative, only colours of the theme, and no markup of a document',
  ({ chart }) => {
    const page = renderStatic(ResponsiveChart({ chart: chart, ...ALTERNATIVE }))
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
      const middles = placed.map((mark) => [(x * (mark.x + mark.x2)) / 2, (y * (mark.y + mark.y2)) / 2].map(Math.round))
      expect((drawn.get(`${name}_marks`) ?? []).map((middle) => middle.map(Math.round))).toEqual(middles)
    }
    expect(drawn.get('ticks')).toEqual(ticks.map(({ at }) => [(at * spec.width) / LENGTH, 0]))
  },
)

test.each(CHARTS)('a $name is an SVG file in the colours of both themes', async ({ chart }) => {
  const svg = await standAloneSvg(chart, HEADING)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" role="img" [^>]*width="936" height="\d+"/)
  expect(svg).toContain(`--ink:${LIGHT.ink}`)
  expect(svg).toMatch(new RegExp(`prefers-color-scheme:dark\\)\\{:root\\{.*--ink:${DARK.ink}`))
  expect(svg).toContain('Title &lt;b&gt;</text>')
  expect(svg).not.toMatch(/<script|\b(href|src)=/)
})

test('stand-alone charts have the colours of the pages', () => {
  const style = readFileSync(path.join(import.meta.dirname, '../../assets/style/1-base.css'), 'utf8')
  const [light = '', dark = ''] = style.split('@media (prefers-color-scheme: dark)')
  for (const name of Object.keys(LIGHT)) {
    expect(light).toContain(`--${name}: ${LIGHT[name]};`)
    expect(dark).toContain(`--${name}: ${DARK[name]};`)
  }
})

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
