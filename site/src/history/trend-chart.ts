import { formatAmount, formatRatio } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import type { TopLevelSpec } from 'vega-lite'
import { axisUnit } from '../page-parts/charts/axis-unit.ts'
import { toSvg } from '../page-parts/charts/svg.ts'
import { CONFIG } from '../page-parts/charts/theme.ts'
import { formatWork } from '../page-parts/titles.ts'
import type { BenchmarkHistory, Panel } from './comparable-histories.ts'

const WIDTH = 420
const HEIGHT = 200
const PADDING = { left: 46, right: 12, top: 30, bottom: 28 }

/**
 * Draws the histories of a panel over time. Each run has a point at its median, hollow if its host was busy or the run is
 * unreliable, each change point a dashed line, each change of the workload a thin one, and each stretch between change points a
 * stroke at its level. The value axis does not begin at 0, so that changes are
 * visible.
 * @param histories at most as many as there are point symbols
 * @param id an id that is unique on the page
 */
export function drawTrend({ unit, ...panel }: Panel, histories: BenchmarkHistory[], id: string): Promise<string> {
  const values = histories.flatMap(({ points }) => points.map(({ value }) => value))
  const { divisor, title } = axisUnit(unit, Math.max(...values))
  const [low, high] = valueRange(values).map((value) => value / divisor)
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    params: [
      { name: 'low', value: low },
      { name: 'high', value: high },
    ],
    width: WIDTH - PADDING.left - PADDING.right,
    height: HEIGHT - PADDING.top - PADDING.bottom,
    padding: PADDING,
    autosize: { type: 'none', contains: 'content' },
    config: CONFIG,
    encoding: {
      x: {
        type: 'temporal',
        scale: { type: 'utc', ...timeRange(histories) },
        axis: { title: null, grid: false, labelFlush: 30, ...timeTicks(histories) },
      },
      y: {
        type: 'quantitative',
        scale: { domainMin: { expr: 'low' }, domainMax: { expr: 'high' }, nice: 4, zero: false },
        axis: {
          title,
          tickCount: 4,
          titleAngle: 0,
          titleAlign: 'left',
          titleX: -PADDING.left,
          titleY: -16,
          format: ',.12~g',
        },
      },
      color: { type: 'nominal', scale: null },
    },
    layer: [
      ...histories.map((history) => trend(history, divisor)),
      changePointLines(histories),
      redefinitionLines(histories),
      levels(histories, divisor),
      points(histories, divisor),
    ],
  }
  return toSvg(spec as unknown as TopLevelSpec, {
    id,
    title: `${formatWork(panel.work)}, ${panel.scenario}: ${panel.metric} over time`,
    description: `${histories.map((history) => describe(history, unit)).join('. ')}. The table has the figures.`,
  })
}

/**
 * Returns the range of the value axis: at least 15% on either side of the median, so that day-to-day noise does not
 * look like a trend.
 */
function valueRange(values: number[]): [number, number] {
  const around = median(values)
  return [Math.min(0.85 * around, ...values), Math.max(1.15 * around, ...values)]
}

/** Returns the time range of the chart. If there is only one run, it is in the middle. */
function timeRange(histories: BenchmarkHistory[]): object {
  const times = histories.flatMap(({ points }) => points.map(({ startedAt }) => startedAt))
  if (new Set(times).size > 1) return {}
  const day = Date.parse(times[0] ?? '')
  return { domain: [day - 43_200_000, day + 43_200_000] }
}

/**
 * Returns about four ticks of the time axis. Each label has only the parts of the time that distinguish it from the
 * others.
 */
function timeTicks(histories: BenchmarkHistory[]): object {
  const times = histories.flatMap(({ points }) => points.map(({ startedAt }) => Date.parse(startedAt)))
  const days = (Math.max(...times) - Math.min(...times)) / 86_400_000
  if (days < 1.5) return { format: '%-d %b %H:%M', tickCount: 3 }
  if (days < 90) return { format: '%-d %b', tickCount: { interval: 'day', step: Math.ceil(days / 4) } }
  return { format: '%b %Y', tickCount: { interval: 'month', step: Math.ceil(days / 30 / 4) } }
}

function trend({ points }: BenchmarkHistory, divisor: number): object {
  return {
    data: { values: points.map(({ startedAt, value }) => ({ at: Date.parse(startedAt), value: value / divisor })) },
    mark: { type: 'line', color: 'var(--strong-rule)', strokeWidth: 1 },
    encoding: { x: { field: 'at' }, y: { field: 'value' }, color: { value: 'var(--strong-rule)' } },
  }
}

function points(histories: BenchmarkHistory[], divisor: number): object {
  const values = histories.flatMap(({ points }, index) =>
    points.map(({ startedAt, value, busy, unreliable }) => ({
      at: Date.parse(startedAt),
      value: value / divisor,
      color: choosePointSymbol(index).color,
      fill: busy || unreliable ? 'var(--paper)' : choosePointSymbol(index).color,
      shape: choosePointSymbol(index).shape,
    })),
  )
  return {
    data: { values },
    mark: { type: 'point', size: 26, strokeWidth: 1.25, opacity: 1 },
    encoding: {
      x: { field: 'at' },
      y: { field: 'value' },
      stroke: { field: 'color', type: 'nominal', scale: null },
      fill: { field: 'fill', type: 'nominal', scale: null },
      shape: { field: 'shape', type: 'nominal', scale: null },
    },
  }
}

/** Marks each change point with a dashed vertical line. */
function changePointLines(histories: BenchmarkHistory[]): object {
  const values = histories.flatMap(({ points, changePoints }) =>
    changePoints.map(({ index }) => ({ at: Date.parse(points[index]?.startedAt ?? '') })),
  )
  return {
    data: { values },
    mark: { type: 'rule', strokeWidth: 1.5, strokeDash: [4, 3] },
    encoding: { x: { field: 'at' }, color: { value: 'var(--load-line)' } },
  }
}

/** Marks each change of the workload itself with a thin vertical line. */
function redefinitionLines(histories: BenchmarkHistory[]): object {
  const values = histories.flatMap(({ points, redefined }) =>
    redefined.map((index) => ({ at: Date.parse(points[index]?.startedAt ?? '') })),
  )
  return {
    data: { values },
    mark: { type: 'rule', strokeWidth: 1 },
    encoding: { x: { field: 'at' }, color: { value: 'var(--muted)' } },
  }
}

/** Draws a stroke at the median of each stretch between change points. */
function levels(histories: BenchmarkHistory[], divisor: number): object {
  const values = histories.flatMap(({ points, changePoints, redefined }, index) => {
    const bounds = [0, ...redefined, ...changePoints.map(({ index }) => index), points.length].sort((a, b) => a - b)
    if (changePoints.length === 0) return []
    return bounds.slice(1).map((end, part) => {
      const between = points.slice(bounds[part], end)
      const level = median(between.map(({ value }) => value)) / divisor
      const [from, to] = [between[0], between.at(-1)].map((point) => Date.parse(point?.startedAt ?? ''))
      return { from, to, level, color: choosePointSymbol(index).color }
    })
  })
  return {
    data: { values },
    mark: { type: 'rule', strokeWidth: 3, opacity: 0.55 },
    encoding: { x: { field: 'from' }, x2: { field: 'to' }, y: { field: 'level' }, color: { field: 'color' } },
  }
}

function describe({ engine, points, changePoints }: BenchmarkHistory, unit: string): string {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const changes = changePoints.map(
    ({ index, factor }) => `to ${formatRatio(factor)} on ${points[index]?.startedAt.slice(0, 10)}`,
  )
  return `${engine}: ${points.length} runs from ${points[0]?.startedAt.slice(0, 10)} to ${points.at(-1)?.startedAt.slice(0, 10)}, ${formatAmount(low, unit)} to ${formatAmount(high, unit)}; ${changes.length === 0 ? 'no change point' : `changes ${changes.join(', ')}`}`
}

/**
 * The colours and shapes that distinguish the histories of a chart, in order. `path` is about 10 wide and centred at 0.
 */
export const POINT_SYMBOLS = [
  { color: 'var(--volume)', shape: 'circle', path: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z' },
  { color: 'var(--bind)', shape: 'square', path: 'M-3.6-3.6h7.2v7.2h-7.2z' },
  { color: 'var(--layer)', shape: 'triangle-up', path: 'M0-4.4L4.4 3.6h-8.8z' },
  { color: 'var(--bind-volume)', shape: 'diamond', path: 'M0-5L3.6 0L0 5L-3.6 0z' },
  { color: 'var(--other)', shape: 'cross', path: 'M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z' },
] as const

/** Returns the colour and shape of a history's points. @param index the index of the history in its chart */
export function choosePointSymbol(index: number): (typeof POINT_SYMBOLS)[number] {
  return POINT_SYMBOLS[index] ?? POINT_SYMBOLS[0]
}
