import { shorten } from './labels.ts'
import { LENGTH, type PositionedChart, type PositionedMark, positionMarks, ROW } from './position-marks.ts'
import type { RowChart } from './row-chart.ts'
import type { TextAlternative } from './svg.ts'

/**
 * A chart drawn once for all widths of screen. The marks stretch with the screen; their strokes and shapes do not. The
 * labels of the rows are texts of the page, beside or above the marks. A page holds thousands of samples, so the
 * stretched marks are drawn as few paths, with whole numbers. A page with estimates must include `Symbols`.
 */
export function ResponsiveChart({ chart, id, title, description }: { chart: RowChart } & TextAlternative) {
  const positioned = positionMarks(chart)
  const height = chart.rows.length * ROW
  const at = (position: number) => `${Math.round((1000 * position) / LENGTH) / 10}%`
  return (
    <div className="plot">
      <svg role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the outer element has the title */}
        <svg viewBox={`0 0 ${LENGTH} ${height}`} preserveAspectRatio="none">
          {stretched(positioned, height).map(
            ([className, d]) => d !== '' && <path key={className} {...{ className, d }} />,
          )}
        </svg>
        <Estimates positioned={positioned} height={height} />
      </svg>
      <ol aria-hidden="true">
        {chart.rows.map(({ label, text, heading }, row) =>
          heading ? (
            <li key={row} className="heading">
              {label}
            </li>
          ) : (
            <li key={row}>
              <span>{shorten(label)}</span> <b>{text}</b>
            </li>
          ),
        )}
      </ol>
      <svg className="axis" aria-hidden="true">
        {positioned.ticks.map((tick) => (
          <text key={tick.at} x={at(tick.at)}>
            {tick.label}
          </text>
        ))}
      </svg>
      <p className="axis-title" aria-hidden="true">
        {chart.axis.title}
      </p>
    </div>
  )
}

/** The shapes of the marks of estimates. A page with such marks includes these shapes once. */
export function Symbols() {
  return (
    <svg className="symbols" aria-hidden="true">
      <path id="triangle-up" d="M0-6L5.5 4.5h-11z" />
      <path id="triangle-down" d="M0 6L5.5-4.5h-11z" />
      <circle id="circle" r="4.7" />
      <path id="square" d="M-4.3-4.3h8.6v8.6h-8.6z" />
      <path id="diamond" d="M0-6L5.2 0L0 6L-5.2 0z" />
    </svg>
  )
}

/** Draws the marks that stretch as one path of each class, some of them empty. */
function stretched({ marks, ticks }: PositionedChart, height: number): [className: string, d: string][] {
  const { band = [], line = [], samples = [], medians = [], intervals = [] } = marks
  return [
    ['grid', ticks.map(({ at }) => `M${Math.round(at)} 0v${height}`).join('')],
    [
      'band',
      band.map(({ x, y, x2, y2 }) => `M${round(x, y)}H${Math.round(x2)}V${Math.round(y2)}H${Math.round(x)}z`).join(''),
    ],
    ['line', line.map(({ x, y, y2 }) => `M${round(x, y)}V${Math.round(y2)}`).join('')],
    ...byClass(intervals).map(([name, of]): [string, string] => [
      `interval ${name}`,
      of.map(({ x, y, x2 }) => `M${round(x, y)}H${Math.round(x2)}`).join(''),
    ]),
    ...byClass(samples).map(([name, of]): [string, string] => [`sample ${name}`, dots(of)]),
    ['inside', dots(samples.filter(({ datum }) => datum.warmup === true))],
    ['median', medians.map(({ x, y, x2, y2 }) => `M${round((x + x2) / 2, (y + y2) / 2 - 25)}v50`).join('')],
  ]
}

/** The marks of estimates at their positions, without stretching them. */
function Estimates({ positioned: { marks }, height }: { positioned: PositionedChart; height: number }) {
  const share = (value: number, of: number) => `${Number(((100 * value) / of).toFixed(2))}%`
  return (marks.estimates ?? []).map(({ x, y, datum: { shape, fill, className } }) => (
    <use
      key={`${x} ${y}`}
      href={`#${shape}`}
      className={`${className}${fill === 'var(--paper)' ? ' hollow' : ''}`}
      x={share(x, LENGTH)}
      y={share(y, height)}
    />
  ))
}

/** Draws dots as lines of zero length with round ends. The position of each dot is relative to the previous one. */
function dots(marks: PositionedMark[]): string {
  let [fromX, fromY] = [0, 0]
  return marks
    .map(({ x, y }) => {
      const [toX, toY] = [Math.round(x), Math.round(y)]
      const move = `m${pair(toX - fromX, toY - fromY)}z`
      fromX = toX
      fromY = toY
      return move
    })
    .join('')
}

function byClass(marks: PositionedMark[]): [string, PositionedMark[]][] {
  return [...Map.groupBy(marks, ({ datum }) => datum.className ?? '')]
}

function round(x: number, y: number): string {
  return pair(Math.round(x), Math.round(y))
}

function pair(x: number, y: number): string {
  return y < 0 ? `${x}${y}` : `${x} ${y}`
}
