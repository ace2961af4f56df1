import { type Html, html } from '../html.ts'
import { LENGTH, type PositionedMark, ROW } from '../page-parts/charts/position.ts'
import { positionMarks } from '../page-parts/charts/position-marks.ts'
import { MIDDLE, type RowChart, type RowLayer, shorten } from '../page-parts/charts/row-chart.ts'
import { inColors, LIGHT } from '../page-parts/charts/theme.ts'
import { textWidth } from './font.ts'
import { FONT, type FontMetrics, loadFontMetrics, renderPng } from './png.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 60

/** The width in pixels of the body, which lies between the left and the right margin. */
const BODY_WIDTH = WIDTH - 2 * MARGIN

/** The content of a preview image, from top to bottom. */
export interface PreviewImage {
  above: string
  title: string
  /** A text below the title. A long one is set smaller, on up to three lines. */
  line?: string
  /** The chart at the lower edge, with its heading; null for an image without one. */
  figure: { title: string; chart: RowChart } | null
  /** The width of the picture in pixels, 1200 by default. The positions in a body are those of a picture of 1200. */
  width?: number
}

/** A drawing below the heading of a preview image. Its origin is at the left margin. */
export interface Body {
  heading: string
  drawing: Html
  /** The height of the drawing, in pixels. */
  height: number
}

/** Draws the preview image of a shared link: PNG, 1200 × 630 pixels unless it is narrower. */
export async function drawPreviewImage({
  above,
  title,
  line,
  figure,
  width,
}: PreviewImage): Promise<Uint8Array<ArrayBuffer>> {
  const metrics = await loadFontMetrics()
  const writeText = textWriter(metrics)
  const body = figure && chartBody(figure.title, figure.chart, metrics)
  const top = HEIGHT - MARGIN - (body?.height ?? 0)
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FONT}" fill="${paint('ink')}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${paint('paper')}"/>
<g transform="translate(${MARGIN} 0)">${[
    writeText(0, 80, { size: 28, width: BODY_WIDTH, color: 'muted' }, above),
    writeText(0, 138, { size: 44, width: BODY_WIDTH, bold: true }, title),
    line === undefined ? null : linesBelowTitle(line, metrics),
    body && writeText(0, top - 22, { size: 24, width: BODY_WIDTH, color: 'muted' }, body.heading),
  ]}</g>
${body && html`<g transform="translate(${MARGIN} ${top})">${body.drawing}</g>`}
</svg>`
  return renderPng(picture.text, width)
}

/** Writes the text below the title: on one line if it fits, otherwise smaller on up to three. */
function linesBelowTitle(text: string, metrics: FontMetrics): Html[] {
  const writeText = textWriter(metrics)
  const [one, several] = [36, 27]
  if (textWidth(text, one, metrics.normal) <= BODY_WIDTH)
    return [writeText(0, 192, { size: one, width: BODY_WIDTH }, text)]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart()
    const isFull = lines.length < MAX_LINES && textWidth(longer, several, metrics.normal) > BODY_WIDTH
    if (lines.length === 0 || isFull) lines.push(word)
    else lines.splice(-1, 1, longer)
  }
  return lines.map((line, at) => writeText(0, 184 + 34 * at, { size: several, width: BODY_WIDTH }, line))
}

const MAX_LINES = 3

/** The size of the texts of the rows, in pixels, and the space between these texts and the plot. */
const TEXT = 22
const GAP = 16
/** The widest labels and conclusions. The plot gets the rest, at least a quarter of the body. */
const MAX_WIDTHS = { label: 430, text: 340 }
/** The height of a row, and how many rows there are at most. Fewer rows are higher, up to the height of this many. */
const ROWS = { normal: { height: 44, atMost: 6, fill: 6 }, compact: { height: 32, atMost: 11, fill: 8 } }
const MAX_ROW_HEIGHT = 52

/** Returns a chart as the body of a preview image: its first rows. */
export function chartBody(title: string, chart: RowChart, metrics: FontMetrics): Body {
  const writeText = textWriter(metrics)
  const { height: least, atMost, fill } = chart.isCompact ? ROWS.compact : ROWS.normal
  const fitting = chart.rows.slice(0, atMost)
  // A heading at the end would have no rows.
  const rows = fitting.slice(0, fitting.findLastIndex(({ heading }) => !heading) + 1)
  const count = (some: typeof rows) => some.filter(({ heading }) => !heading).length
  const more = chart.rows.length > rows.length ? `, the first ${count(rows)} of ${count(chart.rows)} rows` : ''
  const height = Math.min(Math.max(least, Math.floor((least * fill) / rows.length)), MAX_ROW_HEIGHT)
  const widest = (column: 'label' | 'text') =>
    Math.ceil(
      Math.min(
        MAX_WIDTHS[column],
        Math.max(
          0,
          ...rows.filter(({ heading }) => !heading).map((row) => textWidth(row[column], TEXT, metrics.normal)),
        ),
      ),
    )
  const [left, text] = [widest('label') + GAP, widest('text')]
  const right = BODY_WIDTH - text
  const drawing = html`<g transform="translate(${left} 0)">${drawMarks(chart, rows.length, { height, width: right - GAP - left })}</g>${rows.map(
    ({ label, text, heading }, row) => {
      const baseline = (row + 0.5) * height + 8
      const width = heading ? BODY_WIDTH : left - GAP
      return [
        writeText(0, baseline, { size: TEXT, width, isLabel: true, bold: heading === true }, label),
        writeText(right, baseline, { size: TEXT, width: BODY_WIDTH - right }, text),
      ]
    },
  )}`
  return { heading: `${title}${more}`, drawing, height: rows.length * height }
}

/** Draws the marks of the first rows at the positions that Vega computed. The texts are in the middle of the rows. */
function drawMarks(chart: RowChart, rows: number, { height, width }: { height: number; width: number }): Html[] {
  const { marks } = positionMarks(chart)
  const x = (position: number) => Math.round((position * width * 10) / LENGTH) / 10
  const y = (position: number) => {
    const row = Math.min(Math.max(position / ROW + 0.5 - MIDDLE, 0), rows)
    return Math.round(row * height * 10) / 10
  }
  return chart.layers.flatMap((layer) =>
    (marks[layer.name] ?? [])
      .filter(({ datum }) => datum.row < rows)
      .map((mark) => drawMark(layer, { ...mark, x: x(mark.x), x2: x(mark.x2), y: y(mark.y), y2: y(mark.y2) })),
  )
}

/** Draws a mark whose position is in pixels. The pictures are about twice as large as the charts of a page. */
function drawMark({ name, mark, encoding }: RowLayer, { x, y, x2, y2, datum }: PositionedMark): Html {
  const paintOf = (color: unknown) => inColors(String(color ?? mark.color), LIGHT)
  const color = paintOf(datum.color)
  const opacity = Number(mark.opacity ?? 1)
  if (mark.type === 'rect') return html`<path d="M${x} ${y}H${x2}V${y2}H${x}z" fill="${color}" opacity="${opacity}"/>`
  if (mark.type === 'tick')
    return html`<path d="M${(x + x2) / 2} ${(y + y2) / 2 - 14}v28" stroke="${color}" stroke-width="4"/>`
  if (mark.type === 'rule') {
    // The inner part of a hollow bar leaves a rim of 2 px on each side.
    if (name === 'insides')
      return html`<path d="M${x} ${y}H${x2}" stroke="${color}" stroke-width="16" stroke-dasharray="0 2 9999 0"/>`
    const width = Math.min(2 * Number(mark.strokeWidth), 20)
    return html`<path d="M${x} ${y}L${x2} ${y2}" stroke="${color}" stroke-width="${width}" opacity="${opacity}"/>`
  }
  const [radius, fillOpacity] = 'shape' in encoding ? [9, 1] : [mark.filled ? 3 : 6, 0.6]
  const fill = datum.fill === undefined ? color : paintOf(datum.fill)
  return html`<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${color}" stroke-width="2" fill-opacity="${fillOpacity}"/>`
}

/** The size and style of a text; sizes are in pixels. */
export interface Setting {
  size: number
  /** The maximum width of the text. A longer text loses its end. */
  width: number
  /** Whether the text is a label. A label that is too long loses its middle, because labels differ at their ends. */
  isLabel?: boolean
  color?: string
  bold?: boolean
}

/** Draws a text with its baseline at `y`. */
export type TextWriter = (x: number, y: number, setting: Setting, text: string) => Html

/**
 * Returns a function that draws texts. It shortens each text to its maximum width, and writes `?` for letters that the
 * font lacks.
 */
export function textWriter({ normal, bold }: FontMetrics): TextWriter {
  return (x, y, { size, width, color = 'ink', bold: isBold = false, isLabel = false }, text) => {
    const widths = isBold ? bold : normal
    const drawable = [...text].map((letter) => (widths.has(letter.codePointAt(0) as number) ? letter : '?')).join('')
    const shown = fit(drawable, (part) => textWidth(part, size, widths) <= width, isLabel)
    const weight = isBold && html` font-weight="700"`
    return html`<text x="${x}" y="${y}" font-size="${size}" fill="${paint(color)}"${weight}>${shown}</text>`
  }
}

function fit(text: string, fits: (text: string) => boolean, isLabel: boolean): string {
  if (fits(text)) return text
  for (let length = text.length - 1; length > 3; length--) {
    const part = isLabel ? shorten(text, length) : `${text.slice(0, length - 1).trimEnd()}…`
    if (fits(part)) return part
  }
  return '…'
}

/** Returns a colour of the light theme. */
function paint(name: string): string {
  return LIGHT[name] as string
}
