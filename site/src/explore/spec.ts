import type { CsvValue } from '@plimsoll/schema/browser'
import type { TopLevelSpec } from 'vega-lite'
import { unfoldData } from '../charts/fold-data.ts'
import type { RowChart, RowDatum, RowLayer, RowText } from '../charts/row-chart.ts'
import { LIGHT } from '../charts/theme.ts'
import { csvLine } from '../data/csv.ts'

/** The fields of a chart's published Vega-Lite spec that the interactive chart needs. */
export type ChartSpec = Omit<TopLevelSpec, 'datasets' | 'config'> & {
  datasets?: Record<string, Datum[]>
  config?: Record<string, unknown>
}

type Datum = Record<string, unknown>

/** The fields that position or style a mark. They carry no data for readers. */
const DRAWING = new Set(['row', 'end', 'color', 'fill', 'stroke', 'className', 'shape', 'text', 'y', 'y2', 'origin'])

/** Returns a published spec with one datum for each mark. Specs of older runs have always been so. */
export function unfoldSpec(spec: ChartSpec): ChartSpec {
  const { layer = [] } = spec as { layer?: object[] }
  const datasets = Object.entries(spec.datasets ?? {}).map(([name, data]) => [name, unfoldData(data)])
  return {
    ...spec,
    ...{ layer: layer.map((one) => ({ ...one, transform: undefined })) },
    datasets: Object.fromEntries(datasets),
  }
}

/** Returns the scenarios of a chart, in the order of its data. */
export function scenariosOf({ datasets = {} }: ChartSpec): string[] {
  const named = Object.values(datasets).flatMap((data) => data.map(({ scenario }) => scenario))
  return [...new Set(named.filter((scenario) => typeof scenario === 'string'))]
}

/** Returns the spec without the data of hidden scenarios. The rows of visible scenarios keep their positions. */
export function hideScenarios(spec: ChartSpec, hidden: ReadonlySet<string>): ChartSpec {
  const datasets = { ...spec.datasets }
  const benchmarks = new Set(
    Object.values(datasets).flatMap((data) => data.filter(isHidden).map(({ benchmark }) => benchmark)),
  )
  for (const [name, data] of Object.entries(datasets)) {
    datasets[name] = data.filter(
      (datum) => !isHidden(datum) && !(datum.scenario === undefined && benchmarks.has(datum.benchmark ?? '')),
    )
  }
  return { ...spec, datasets }

  function isHidden({ scenario }: Datum): boolean {
    return typeof scenario === 'string' && hidden.has(scenario)
  }
}

/** Returns the chart that a published spec was made from, so that a page draws it as it was built. */
export function toRowChart(spec: ChartSpec): RowChart {
  const { rows = [], headings = [], ...data } = spec.datasets ?? {}
  const { layer = [], params = [] } = spec as { layer?: RowLayer[]; params?: { name: string; value: number }[] }
  const texts: RowText[] = []
  for (const { row, label, text } of rows) texts[Math.floor(Number(row))] = { label: String(label), text: String(text) }
  for (const { row, label } of headings)
    texts[Math.floor(Number(row))] = { label: String(label), text: '', heading: true }
  const layers = layer.filter(({ name }) => name !== undefined)
  const drawn = new Set(layers.map(({ data }) => data.name))
  const end = (name: string) => params.find((param) => param.name === name)?.value ?? 0
  return {
    rows: texts,
    axis: { title: axisTitleOf(spec), minimum: end('minimum'), maximum: end('maximum') },
    layers: toPageColors(layers),
    data: Object.fromEntries(
      Object.entries(data).flatMap(([name, values]) => (drawn.has(name) ? [[name, values.map(toPageDatum)]] : [])),
    ),
  }
}

/** Returns a datum in the colours of the page, with the class of its colour. */
function toPageDatum(datum: Datum): RowDatum {
  const className = COLOR_NAMES.get(String(datum.color))
  return { ...toPageColors(datum as RowDatum), ...(className !== undefined && { className }) }
}

/** Returns the data of the marks of a chart as CSV, one line for each mark. */
export function toCsv({ datasets = {} }: ChartSpec): string {
  const drawn = Object.entries(datasets).filter(([name]) => name !== 'rows' && name !== 'headings' && name !== 'line')
  const marks = drawn.flatMap(([name, data]) => data.map((datum) => ({ mark: name, ...datum }) as Datum))
  const columns = [...new Set(marks.flatMap((mark) => Object.keys(mark)))].filter((name) => !DRAWING.has(name))
  const lines = marks.map((mark) => csvLine(columns.map((name) => (mark[name] ?? null) as CsvValue)))
  return [csvLine(columns), ...lines].join('')
}

/** Describes a mark: its data by field name, and its value, or its ends, by the title of the axis. */
export function describeDatum(datum: Record<string, unknown>, axisTitle: string): string {
  if (datum.benchmark === undefined && datum.scenario === undefined) return ''
  const { benchmark, scenario, x, x2, warmup, ...others } = datum
  const amount = [x, x2]
    .filter((end) => end !== undefined)
    .map(formatEnd)
    .join('–')
  const facts = Object.entries(others).filter(([name]) => !DRAWING.has(name))
  return [
    ...[benchmark, String(benchmark).includes(String(scenario)) ? undefined : scenario].filter(
      (name) => name !== undefined,
    ),
    ...(amount === '' ? [] : [`${amount} ${axisTitle}`]),
    ...facts.map(([name, value]) => `${name} ${value}`),
    ...(String(warmup) === 'true' ? ['warm-up'] : []),
  ].join(' · ')
}

function formatEnd(value: unknown): string {
  return Number(value).toLocaleString('en', { maximumSignificantDigits: 4 })
}

/** Returns the title of the value axis. */
export function axisTitleOf(spec: ChartSpec): string {
  const { encoding } = spec as { encoding?: { x?: { axis?: { title?: unknown } } } }
  return String(encoding?.x?.axis?.title ?? 'value')
}

/** The name of each colour. Some colours have several names; the first one wins. */
const COLOR_NAMES = new Map(
  Object.entries(LIGHT)
    .reverse()
    .map(([name, color]) => [color, name]),
)

/** Replaces the light theme's colours of a stand-alone chart by the variables of the page. */
function toPageColors<Value>(value: Value): Value {
  const onPage = (_: string, part: unknown) => {
    const name = COLOR_NAMES.get(part as string)
    return name === undefined ? part : `var(--${name})`
  }
  return JSON.parse(JSON.stringify(value), onPage) as Value
}
