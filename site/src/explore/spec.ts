import type { TopLevelSpec } from 'vega-lite'
import { LIGHT } from '../charts/theme.ts'

/** The fields of a chart's published Vega-Lite spec that the interactive chart needs. */
export type ChartSpec = Omit<TopLevelSpec, 'datasets' | 'config'> & {
  datasets?: Record<string, Datum[]>
  config?: Record<string, unknown>
}

type Datum = Record<string, unknown>

/** The fields that position or style a mark. They carry no data for readers. */
const DRAWING = new Set(['row', 'end', 'color', 'fill', 'stroke', 'className', 'shape', 'text', 'y', 'y2', 'origin'])

/** Returns the scenarios of a chart, in the order of its data. */
export function scenariosOf({ datasets = {} }: ChartSpec): string[] {
  const named = Object.values(datasets).flatMap((data) => data.map(({ scenario }) => scenario))
  return [...new Set(named.filter((scenario) => typeof scenario === 'string'))]
}

/**
 * Returns the spec for a page: in the colours of the page, with a tooltip for each mark, and without the data of hidden
 * scenarios. The rows of visible scenarios keep their positions.
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

/** Replaces the light theme's colours of a stand-alone chart by the variables of the page. */
function toPageColors(spec: unknown): unknown {
  const variables = new Map(Object.entries(LIGHT).map(([name, color]) => [color, `var(--${name})`]))
  return JSON.parse(JSON.stringify(spec), (_, part) => variables.get(part as string) ?? part)
}
