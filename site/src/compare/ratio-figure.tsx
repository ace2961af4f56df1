import { shorten } from '../charts/labels.ts'
import { positionOnAxis, type RatioAxis, ratioAxis } from './ratio-axis.ts'

/** A ratio with its interval. It is one row of the figure. */
export interface RatioRow {
  work: string
  /** The scenario and the engine as text, which is never shortened. */
  place: string
  /** The scenario. It sets the colour, which is the same in every chart. */
  scenario: string
  /** The ratio, above 0. */
  ratio: number
  interval: readonly [number, number] | null
  /** The ratio as text, shown at the end of the row. */
  text: string
}

type Layout = keyof typeof SIZES

/**
 * Sizes in pixels. A wide figure has the labels on the left. A narrow one has each label above its mark, at the given
 * distance.
 */
const SIZES = {
  wide: { width: 820, left: 290, right: 70, step: 30, middle: 15, ticksEvery: 1, longest: 38, above: null },
  narrow: { width: 356, left: 8, right: 12, step: 46, middle: 33, ticksEvery: 2, longest: 40, above: 9 },
}

/** The minimum number of characters of a workload's name, however long the scenario beside it is. */
const MIN_NAME_LENGTH = 8

/** Height of the ticks and the title of the axis, in pixels. */
const FOOT = 46

/**
 * Ratios B ÷ A with their intervals on a logarithmic axis, with the load line (the reference line) at 1. The browser
 * needs no chart library for it.
 */
export function RatioFigure({ rows, layout }: { rows: readonly RatioRow[]; layout: Layout }) {
  const { width, left, step, ticksEvery } = SIZES[layout]
  const axis = ratioAxis(rows.flatMap(({ ratio, interval }) => [ratio, ...(interval ?? [])]))
  const height = rows.length * step
  const x = (ratio: number) => xOf(axis, ratio, layout)
  const one = axis.ticks.indexOf(1)
  const ticks = axis.ticks.filter((_, index) => (index - one) % ticksEvery === 0)
  const id = `ratios-${layout}`
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
      className="ratios"
      width={width}
      height={height + FOOT}
      viewBox={`0 0 ${width} ${height + FOOT}`}
    >
      <title id={`${id}-title`}>B ÷ A of the benchmarks of both runs</title>
      <desc id={`${id}-desc`}>{describe(rows)}</desc>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className={tick === 1 ? 'load-line' : 'grid'} d={verticalLine(x(tick), rows.length, layout)} />
          <text className="tick" x={x(tick)} y={height + 18} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <text className="axis" x={left} y={height + 40}>
        B ÷ A, logarithmic
      </text>
      {rows.map((row, index) => (
        <Row key={index} row={row} index={index} axis={axis} layout={layout} />
      ))}
    </svg>
  )
}

/** Draws a vertical line through all rows. If labels stand above the marks, the line has gaps for the labels. */
function verticalLine(x: number, rows: number, layout: Layout): string {
  const { step, middle, above } = SIZES[layout]
  if (above === null) return `M${x} 0V${rows * step}`
  return Array.from({ length: rows }, (_, row) => `M${x} ${row * step + middle - above}V${(row + 1) * step}`).join('')
}

interface RowProperties {
  row: RatioRow
  index: number
  axis: RatioAxis
  layout: Layout
}

function Row({ row: { work, place, scenario, ratio, interval, text }, index, axis, layout }: RowProperties) {
  const { width, left, step, middle, longest } = SIZES[layout]
  const x = (value: number) => xOf(axis, value, layout)
  const y = index * step + middle
  const isWide = layout === 'wide'
  const labelY = isWide ? y : y - 18
  return (
    <g className={`row ${scenario}`}>
      {interval && <path className="interval" d={`M${x(interval[0])} ${y}H${x(interval[1])}`} />}
      <circle cx={x(ratio)} cy={y} r="5" />
      <text x={isWide ? 0 : left} y={labelY} dominantBaseline="middle">
        {shorten(work, Math.max(MIN_NAME_LENGTH, longest - place.length))} · {place}
      </text>
      <text className="value" x={width} y={labelY} textAnchor="end" dominantBaseline="middle">
        {text}
      </text>
    </g>
  )
}

function xOf(axis: RatioAxis, ratio: number, layout: Layout): number {
  const { width, left, right } = SIZES[layout]
  return Math.round(10 * (left + positionOnAxis(axis, ratio) * (width - left - right))) / 10
}

function describe(rows: readonly RatioRow[]): string {
  const parts = rows.map(({ work, place, text, interval }) => {
    const between = interval === null ? '' : `, interval ${interval.map(short).join(' to ')}`
    return `${work} · ${place}: ${text}${between}`
  })
  return `${parts.join('; ')}. The table has the figures.`
}

function short(ratio: number): string {
  return String(Number(ratio.toPrecision(4)))
}
