import type { TopLevelSpec } from 'vega-lite'
import { LIGHT } from '../charts/theme.ts'

/** A chart's Vega-Lite spec as it is handed out, as far as exploring it needs to know it. */
export type ChartSpec = Omit<TopLevelSpec, 'datasets' | 'config'> & {
  datasets?: Record<string, Datum[]>
  config?: Record<string, unknown>
}

type Datum = Record<string, unknown>

/** What says where a datum is drawn and how, and nothing about it. */
const DRAWING = new Set(['row', 'end', 'color', 'fill', 'stroke', 'className', 'shape', 'text', 'y', 'y2', 'x2'])

/** The scenarios in a chart, in their order. */
export function scenariosOf({ datasets = {} }: ChartSpec): string[] {
  const named = Object.values(datasets).flatMap((data) => data.map(({ scenario }) => scenario))
  return [...new Set(named.filter((scenario) => typeof scenario === 'string'))]
}

/**
 * The spec as it is drawn on a page: in the colours of the page, each mark telling what it stands for, and without the
 * data of scenarios that are hidden. Rows keep their places.
 */
export function prepareSpec(spec: ChartSpec, hidden: ReadonlySet<string>): TopLevelSpec {
  const datasets = { ...spec.datasets }
  const benchmarks = new Set(
    Object.values(datasets).flatMap((data) => data.filter(isHidden).map(({ benchmark }) => benchmark)),
  )
  for (const [name, data] of Object.entries(datasets)) {
    datasets[name] = data.filter(
      (datum) => !isHidden(datum) && !(datum.scenario === undefined && benchmarks.has(datum.benchmark ?? '')),
    )
  }
  const mark = { ...(spec.config?.mark as object | undefined), tooltip: { content: 'data' } }
  return toPageColors({ ...spec, datasets, config: { ...spec.config, mark } }) as TopLevelSpec

  function isHidden({ scenario }: Datum): boolean {
    return typeof scenario === 'string' && hidden.has(scenario)
  }
}

/** What is told of a mark: its data by name, and the value on the axis by the name of the axis. */
export function describeDatum(datum: Record<string, unknown>, axisTitle: string): string {
  if (datum.benchmark === undefined && datum.scenario === undefined) return ''
  const { benchmark, scenario, x, warmup, ...others } = datum
  const facts = Object.entries(others).filter(([name]) => !DRAWING.has(name))
  return [
    ...[benchmark, String(benchmark).includes(String(scenario)) ? undefined : scenario].filter(
      (name) => name !== undefined,
    ),
    ...(x === undefined ? [] : [`${Number(x).toLocaleString('en', { maximumSignificantDigits: 4 })} ${axisTitle}`]),
    ...facts.map(([name, value]) => `${name} ${value}`),
    ...(String(warmup) === 'true' ? ['warm-up'] : []),
  ].join(' · ')
}

/** The title of the value axis. */
export function axisTitleOf(spec: ChartSpec): string {
  const { encoding } = spec as { encoding?: { x?: { axis?: { title?: unknown } } } }
  return String(encoding?.x?.axis?.title ?? 'value')
}

/** A chart alone has the colours of the light theme; on a page it follows the page. */
function toPageColors(spec: unknown): unknown {
  const variables = new Map(Object.entries(LIGHT).map(([name, color]) => [color, `var(--${name})`]))
  return JSON.parse(JSON.stringify(spec), (_, part) => variables.get(part as string) ?? part)
}
