import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { LENGTH, type PositionedChart, type PositionedMark, ROW } from './position.ts'
import type { PlacedChart } from './responsive-chart.tsx'
import type { RowChart, RowDatum, RowLayer } from './row-chart.ts'
import type { TextAlternative } from './svg.ts'

/** The approximate number of ticks of an axis. */
export const TICKS = 6

/** Returns the positions of a chart's marks, computed by Vega. */
export function positionMarks(chart: RowChart): PositionedChart {
  // The main chart of a run is drawn on its page and in its picture.
  const known = positions.get(chart)
  if (known !== undefined) return known
  const view = views.get(chart.layers) ?? viewOf(chart.layers)
  // A view that fails may be left with half of the data, so take it up again only after a success.
  views.delete(chart.layers)
  const positioned = positionIn(view, chart)
  views.set(chart.layers, view)
  positions.set(chart, positioned)
  return positioned
}

/** The positions of the charts that are still in use. */
const positions = new WeakMap<RowChart, PositionedChart>()

/** One view for each kind of chart: making a view takes longer than computing positions, and compiling its spec many times as long. */
const views = new WeakMap<RowLayer[], View>()

function viewOf(layers: RowLayer[]): View {
  return new View(parse(compile(specOf(layers)).spec), { renderer: 'none' })
}

function positionIn(view: View, { rows, axis, layers, data }: RowChart): PositionedChart {
  view.signal('rows', rows.length).signal('minimum', axis.minimum).signal('maximum', axis.maximum)
  // A chart without data for a layer must not keep those of the chart before it.
  for (const name of new Set(layers.map((layer) => layer.data.name))) view.data(name, data[name] ?? [])
  view.run()
  const scale = view.scale('x') as LinearScale
  return {
    marks: Object.fromEntries(layers.map(({ name }) => [name, itemsOf(view, name).map(toPositioned)])),
    ticks: scale.ticks(TICKS).map((tick) => ({ at: scale(tick), label: formatTick(tick) })),
  }
}

/** Returns what a page needs to draw a chart. */
export function placeChart(chart: RowChart, alternative: TextAlternative): PlacedChart {
  return { chart, positioned: positionMarks(chart), ...alternative }
}

interface LinearScale {
  (value: number): number
  ticks(count: number): number[]
}

/** Formats a number beside an axis, for example `−2,500` or `0.25`. */
function formatTick(tick: number): string {
  return TICK.format(tick).replace('-', '−')
}

const TICK = new Intl.NumberFormat('en', { maximumSignificantDigits: 12 })

function specOf(layers: RowLayer[]): TopLevelSpec {
  const names = ['rows', 'minimum', 'maximum']
  return {
    width: LENGTH,
    height: 1,
    params: names.map((name) => ({ name, value: 1 })),
    config: { aria: false, mark: { invalid: null } },
    layer: layers,
    encoding: {
      x: { type: 'quantitative', axis: null, scale: { ...between('minimum', 'maximum'), nice: TICKS } },
      y: { type: 'quantitative', axis: null, scale: { domainMin: 0, domainMax: { expr: 'rows' }, ...DOWN } },
    },
  } as unknown as TopLevelSpec
}

const DOWN = { nice: false, zero: false, range: [0, { expr: `rows * ${ROW}` }] }

function between(minimum: string, maximum: string): object {
  return { domainMin: { expr: minimum }, domainMax: { expr: maximum } }
}

/** Returns the drawn items of a layer. Vega-Lite names them after the layer. */
function itemsOf(view: View, layer: string): Item[] {
  const { root } = view.scenegraph() as unknown as { root: { items: { items: NamedMark[] }[] } }
  const marks = root.items.flatMap(({ items }) => items)
  return marks.find(({ name }) => name === `${layer}_marks`)?.items ?? []
}

interface NamedMark {
  name?: string
  items: Item[]
}

interface Item {
  x: number
  y: number
  x2?: number
  y2?: number
  datum: RowDatum
  width?: number
  height?: number
}

function toPositioned({ x, y, x2, y2, width = 0, height = 0, datum }: Item): PositionedMark {
  return { x, y, x2: x2 ?? x + width, y2: y2 ?? y + height, datum }
}
