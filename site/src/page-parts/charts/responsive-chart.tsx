import { LENGTH, type PositionedChart, type PositionedMark, ROW } from './position.ts'
import type { RowChart, RowDatum, RowLayer } from './row-chart.ts'
import type { TextAlternative } from './svg.ts'

/** A chart with the positions of its marks and its text alternative. */
export interface PlacedChart extends TextAlternative {
  chart: RowChart
  positioned: PositionedChart
}

/**
 * A chart drawn once for all widths of screen: Vega's own SVG would shrink the texts with the marks. The marks stretch
 * with the screen; their strokes and shapes do not. The labels of the rows are texts of the page, beside or above the
 * marks. A page holds thousands of samples, so the stretched marks are drawn as few paths, with whole numbers. The
 * class of a path is the name of its layer; colours and strokes are in the style sheet. Shapes need `Symbols`.
 */
export function ResponsiveChart({ chart, positioned, id, title, description }: PlacedChart) {
  const height = chart.rows.length * ROW
  return (
    <div className={`plot${chart.isCompact ? ' compact' : ''}${chart.hasShortLabels ? ' short' : ''}`}>
      <svg role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the outer element has the title */}
        <svg viewBox={`0 0 ${LENGTH} ${height}`} preserveAspectRatio="none">
          {!areEven(positioned.ticks) && <path className="grid" d={gridOf(positioned.ticks, height)} />}
          {stretched(chart.layers, positioned).map(([className, d]) => (
            <path key={className} {...{ className, d }} />
          ))}
        </svg>
        {chart.layers.filter(hasShape).map(({ name }) => (
          <Shapes key={name} marks={(positioned.marks[name] ?? []).filter(isShape)} height={height} />
        ))}
      </svg>
      <div aria-hidden="true">
        <ol>
          {chart.rows.map(({ label, detail, text, heading }, row) =>
            heading ? (
              <li key={row} className="heading">
                {label}
              </li>
            ) : (
              <li key={row} className={detail === undefined ? undefined : 'two-lines'}>
                <span>
                  {detail === undefined ? (
                    label
                  ) : (
                    <>
                      <span>{label}</span> <i>{detail}</i>
                    </>
                  )}
                </span>{' '}
                <b>{text}</b>
              </li>
            ),
          )}
        </ol>
        <Axis ticks={positioned.ticks} width={chart.hasShortLabels ? NARROWEST.short : NARROWEST.long} />
        <p className="axis-title">{chart.axis.title}</p>
      </div>
    </div>
  )
}

type Ticks = PositionedChart['ticks']

/**
 * The ticks of the axis. The style sheet places those of a linear axis, with their lines, and so saves a twentieth of
 * the page of a run. Those of a logarithmic axis have positions.
 */
function Axis({ ticks, width }: { ticks: Ticks; width: number }) {
  if (areEven(ticks))
    return (
      <p className={`even axis${SPARSE[labelStride(ticks, width)] ?? ''}`}>
        {ticks.map(({ label }) => (
          <i key={label}>{label}</i>
        ))}
      </p>
    )
  return (
    <svg className="axis" aria-hidden="true">
      {ticks.map(({ at, label }, index) => (
        <text key={index} x={`${Math.round((1000 * at) / LENGTH) / 10}%`}>
          {label}
        </text>
      ))}
    </svg>
  )
}

/**
 * The widths of an axis in pixels: beside short labels on a screen of 384 px, below long ones on one of 320 px. Beside short
 * labels, narrower screens show the first and the last label only.
 */
const NARROWEST = { short: 152, long: 288 }

/** The classes that keep fewer labels on a narrow screen than every second one. */
const SPARSE: Record<number, string> = { 3: ' third', 4: ' fourth', 5: ' fifth' }
const MAX_STRIDE = 5
/** The width of a character of a label and the space between two labels, in pixels. */
const [CHARACTER, SPACE] = [7, 6]

/**
 * Returns which labels of an axis of evenly spaced ticks a narrow screen keeps: every second one from the first, or, if
 * these would touch, every third, fourth or fifth one.
 * @param width the width of the axis in pixels
 */
export function labelStride(ticks: Ticks, width: number): number {
  const step = width / (ticks.length - 1)
  for (let stride = 2; stride < MAX_STRIDE; stride += 1) if (areApart(ticks, stride, step)) return stride
  return MAX_STRIDE
}

/** Whether the kept labels are apart. The first one starts at its tick, the last one of all ends at its tick. */
function areApart(ticks: Ticks, stride: number, step: number): boolean {
  const spans = ticks.flatMap(({ label }, index) => {
    if (index % stride !== 0) return []
    const width = CHARACTER * label.length
    const start = index * step - width * (index === 0 ? 0 : index === ticks.length - 1 ? 1 : 0.5)
    return [{ start, end: start + width }]
  })
  return spans.every(({ start }, at) => at === 0 || start - (spans[at - 1]?.end ?? 0) >= SPACE)
}

/** Whether ticks are evenly spaced from one end of the axis to the other. */
function areEven(ticks: Ticks): boolean {
  const step = LENGTH / (ticks.length - 1)
  return ticks.length > 1 && ticks.every(({ at }, index) => Math.abs(at - index * step) < 0.5)
}

function gridOf(ticks: Ticks, height: number): string {
  return ticks.map(({ at }) => `M${Math.round(at)} 0v${height}`).join('')
}

/** The shapes of the marks that do not stretch. Every page includes them once. */
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

function hasShape({ encoding }: RowLayer): boolean {
  return 'shape' in encoding
}

/** Whether a mark of a layer with shapes is drawn as one. A filled circle is a dot, which takes a fifth of the bytes. */
function isShape({ datum }: PositionedMark): boolean {
  return datum.shape !== 'circle' || isHollow(datum)
}

/** Draws the marks that stretch as one path of each layer and class. */
function stretched(layers: RowLayer[], { marks }: PositionedChart): [string, string][] {
  return layers.flatMap((layer): [string, string][] => {
    const { name, mark } = layer
    const all = (marks[name] ?? []).filter((one) => !hasShape(layer) || !isShape(one))
    const hollow = all.filter(({ datum }) => isHollow(datum))
    return [
      ...byClass(all).map(([of, some]): [string, string] => [`${name} ${of}`.trim(), PATHS[mark.type](some)]),
      // The inner part of a hollow dot is another dot.
      ...(hollow.length === 0 ? [] : [['inside', PATHS.point(hollow)] as [string, string]]),
    ]
  })
}

/** The path of marks, by the type of the marks. A path begins at the upper left corner of the chart. */
const PATHS: Record<RowLayer['mark']['type'], (marks: PositionedMark[]) => string> = {
  rect: (marks) => marks.map((mark) => `${start(mark)}H${r(mark.x2)}V${r(mark.y2)}H${r(mark.x)}z`).join(''),
  rule: (marks) =>
    marks.map((mark) => `${start(mark)}${mark.x === mark.x2 ? `V${r(mark.y2)}` : `H${r(mark.x2)}`}`).join(''),
  tick: (marks) => marks.map(({ x, y, x2, y2 }) => `M${pair(r((x + x2) / 2), r((y + y2) / 2 - 25))}v50`).join(''),
  point: dots,
}

/** Draws dots as lines of zero length with round ends. The position of each dot is relative to the previous one. */
function dots(marks: PositionedMark[]): string {
  let [fromX, fromY] = [0, 0]
  return marks
    .map(({ x, y }) => {
      const [toX, toY] = [r(x), r(y)]
      const move = `m${pair(toX - fromX, toY - fromY)}z`
      fromX = toX
      fromY = toY
      return move
    })
    .join('')
}

/** Marks that keep their shape, at their positions. */
function Shapes({ marks, height }: { marks: PositionedMark[]; height: number }) {
  const share = (value: number, of: number) => `${Number(((100 * value) / of).toFixed(2))}%`
  return marks.map(({ x, y, datum }) => (
    <use
      key={`${x} ${y}`}
      href={`#${datum.shape}`}
      className={`${datum.className}${isHollow(datum) ? ' hollow' : ''}`}
      x={share(x, LENGTH)}
      y={share(y, height)}
    />
  ))
}

function isHollow({ fill, color }: RowDatum): boolean {
  return fill !== undefined && fill !== color
}

function byClass(marks: PositionedMark[]): [string, PositionedMark[]][] {
  return [...Map.groupBy(marks, ({ datum }) => datum.className ?? '')]
}

function start({ x, y }: PositionedMark): string {
  return `M${pair(r(x), r(y))}`
}

function pair(x: number, y: number): string {
  return y < 0 ? `${x}${y}` : `${x} ${y}`
}

/** Rounds a position to a whole number, which is half a pixel or less. */
function r(position: number): number {
  return Math.round(position)
}
