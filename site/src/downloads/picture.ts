import { shorten } from '../charts/labels.ts'
import { LENGTH, placeMarks, ROW } from '../charts/placed.ts'
import type { RowChart, RowDatum } from '../charts/row-chart.ts'
import { inColors, LIGHT } from '../charts/theme.ts'
import { type Html, html } from '../html.ts'
import type { Analysis } from '../run-page/analysis.ts'
import { mainFigure } from '../run-page/main-chart.ts'
import { widthOf } from './font.ts'
import { FONT, type Letters, loadLetters, renderPng } from './png.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 60

/** Rows of the chart that have room. */
const MOST_ROWS = 6
const ROW_HEIGHT = 44
const PLOT = { left: 320, width: 600 }

/** What is shown where somebody shares a link to a run: PNG, 1200 × 630 pixels. */
export async function drawPicture(analysis: Analysis): Promise<Uint8Array<ArrayBuffer>> {
  const pen = penOf(await loadLetters())
  const figure = mainFigure(analysis)
  const { subject, result } = analysis.headline
  return drawSharing({
    above: `Plimsoll ${analysis.check === null ? 'run' : 'check'} ${analysis.identity.id.slice(0, 10)}`,
    title: analysis.title,
    line: `${subject}: ${result}`,
    body: figure && chartOf(figure.title, figure.chart, pen),
    pen,
  })
}

/** What a picture to be shared says, from top to bottom. */
export interface Sharing {
  above: string
  title: string
  line?: string
  /** Stands at the lower edge. */
  body: Body | null
  pen: Pen
}

/** A drawing with its origin at the left margin, below its heading. */
export interface Body {
  heading: string
  drawing: Html
  /** In pixels. */
  height: number
}

/** Draws what is shown where somebody shares a link: PNG, 1200 × 630 pixels. */
export function drawSharing({ above, title, line, body, pen }: Sharing): Promise<Uint8Array<ArrayBuffer>> {
  const top = HEIGHT - MARGIN - (body?.height ?? 0)
  const wide = WIDTH - 2 * MARGIN
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FONT}" fill="${paint('ink')}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${paint('paper')}"/>
<g transform="translate(${MARGIN} 0)">${[
    pen(0, 80, { size: 28, width: wide, color: 'muted' }, above),
    pen(0, 138, { size: 44, width: wide, bold: true }, title),
    line === undefined ? null : pen(0, 192, { size: 36, width: wide }, line),
    body && pen(0, top - 22, { size: 24, width: wide, color: 'muted' }, body.heading),
  ]}</g>
${body && html`<g transform="translate(${MARGIN} ${top})">${body.drawing}</g>`}
</svg>`
  return renderPng(picture.text)
}

/** How a text is set; sizes in pixels. */
export interface Setting {
  size: number
  /** What does not fit loses its end. */
  width: number
  /** It loses its middle: labels differ in their ends. */
  isLabel?: boolean
  color?: string
  bold?: boolean
}

/** Writes a text on its base line. */
export type Pen = (x: number, y: number, setting: Setting, text: string) => Html

/** What writes texts so that they fit, in letters that there are. */
export function penOf({ normal, bold }: Letters): Pen {
  return (x, y, { size, width, color = 'ink', bold: isBold = false, isLabel = false }, text) => {
    const widths = isBold ? bold : normal
    const drawable = [...text].map((letter) => (widths.has(letter.codePointAt(0) as number) ? letter : '?')).join('')
    const shown = fit(drawable, (part) => widthOf(part, size, widths) <= width, isLabel)
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

/** A colour of the light theme. */
function paint(name: string): string {
  return LIGHT[name] as string
}

function chartOf(title: string, chart: RowChart, pen: Pen): Body {
  const rows = chart.rows.slice(0, MOST_ROWS)
  const rest = chart.rows.length - rows.length
  const more = rest > 0 ? `, the first ${rows.length} of ${chart.rows.length} rows` : ''
  const right = PLOT.left + PLOT.width + 16
  const drawing = html`<g transform="translate(${PLOT.left} 0)">${marksOf(chart, rows.length)}</g>${rows.map(
    ({ label, text }, row) => [
      pen(0, baseline(row), { size: 22, width: PLOT.left - 8, isLabel: true }, label),
      pen(right, baseline(row), { size: 22, width: WIDTH - 2 * MARGIN - right }, text),
    ],
  )}`
  return { heading: `${title}${more}`, drawing, height: rows.length * ROW_HEIGHT }
}

function baseline(row: number): number {
  return (row + 0.5) * ROW_HEIGHT + 8
}

/** The marks of the first rows, as Vega places them. */
function marksOf(chart: RowChart, rows: number): Html {
  const { marks } = placeMarks({ ...chart, data: inColors(chart.data, LIGHT) })
  const x = (place: number) => Math.round((place * PLOT.width * 10) / LENGTH) / 10
  const y = (place: number) => Math.round((place / ROW - 0.15) * ROW_HEIGHT * 10) / 10
  const within = <T extends { datum: RowDatum }>(all: T[] = []) => all.filter(({ datum }) => datum.row < rows)
  const isEstimate = marks.estimates !== undefined
  return html`${(marks.line ?? []).map(
    (mark) => html`<path d="M${x(mark.x)} 0V${rows * ROW_HEIGHT}" stroke="${paint('muted')}" stroke-width="2"/>`,
  )}${within(marks.intervals).map(
    (mark) =>
      html`<path d="M${x(mark.x)} ${y(mark.y)}H${x(mark.x2)}" stroke="${String(mark.datum.color)}" stroke-width="5"/>`,
  )}${[...within(marks.samples), ...within(marks.estimates)].map(
    (mark) =>
      html`<circle cx="${x(mark.x)}" cy="${y(mark.y)}" r="${isEstimate ? 9 : 6}" fill="${String(mark.datum.fill)}" stroke="${String(mark.datum.color)}" stroke-width="2" fill-opacity="${isEstimate ? 1 : 0.6}"/>`,
  )}`
}
