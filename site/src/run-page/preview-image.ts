import { LENGTH, positionMarks, ROW } from '../charts/position-marks.ts'
import type { RowChart, RowDatum } from '../charts/row-chart.ts'
import { inColors, LIGHT } from '../charts/theme.ts'
import { loadFontMetrics } from '../downloads/png.ts'
import { BODY_WIDTH, type Body, drawPreviewImage, type TextWriter, textWriter } from '../downloads/preview-image.ts'
import { type Html, html } from '../html.ts'
import type { Analysis } from './analysis.ts'
import { mainFigure } from './main-chart.ts'

/** The maximum number of rows of the chart that fit in the picture. */
const MAX_ROWS = 6
const ROW_HEIGHT = 44
const PLOT = { left: 320, width: 600 }

/** Draws the picture that social media show for a link to a run: PNG, 1200 × 630 pixels. */
export async function drawRunPreview(analysis: Analysis): Promise<Uint8Array<ArrayBuffer>> {
  const writeText = textWriter(await loadFontMetrics())
  const figure = mainFigure(analysis)
  const { subject, result } = analysis.headline
  return drawPreviewImage({
    above: `Plimsoll ${analysis.check === null ? 'run' : 'check'} ${analysis.identity.id.slice(0, 10)}`,
    title: analysis.title,
    line: `${subject}: ${result}`,
    body: figure && chartOf(figure.title, figure.chart, writeText),
    writeText,
  })
}

function chartOf(title: string, chart: RowChart, writeText: TextWriter): Body {
  const rows = chart.rows.slice(0, MAX_ROWS)
  const rest = chart.rows.length - rows.length
  const more = rest > 0 ? `, the first ${rows.length} of ${chart.rows.length} rows` : ''
  const right = PLOT.left + PLOT.width + 16
  const drawing = html`<g transform="translate(${PLOT.left} 0)">${marksOf(chart, rows.length)}</g>${rows.map(
    ({ label, text }, row) => [
      writeText(0, baseline(row), { size: 22, width: PLOT.left - 8, isLabel: true }, label),
      writeText(right, baseline(row), { size: 22, width: BODY_WIDTH - right }, text),
    ],
  )}`
  return { heading: `${title}${more}`, drawing, height: rows.length * ROW_HEIGHT }
}

function baseline(row: number): number {
  return (row + 0.5) * ROW_HEIGHT + 8
}

/** Returns the marks of the first rows of a chart, at the positions that Vega computed. */
function marksOf(chart: RowChart, rows: number): Html {
  const { marks } = positionMarks({ ...chart, data: inColors(chart.data, LIGHT) })
  const x = (position: number) => Math.round((position * PLOT.width * 10) / LENGTH) / 10
  const y = (position: number) => Math.round((position / ROW - 0.15) * ROW_HEIGHT * 10) / 10
  const within = <T extends { datum: RowDatum }>(all: T[] = []) => all.filter(({ datum }) => datum.row < rows)
  const isEstimate = marks.estimates !== undefined
  return html`${(marks.line ?? []).map(
    (mark) => html`<path d="M${x(mark.x)} 0V${rows * ROW_HEIGHT}" stroke="${LIGHT.muted}" stroke-width="2"/>`,
  )}${within(marks.intervals).map(
    (mark) =>
      html`<path d="M${x(mark.x)} ${y(mark.y)}H${x(mark.x2)}" stroke="${String(mark.datum.color)}" stroke-width="5"/>`,
  )}${[...within(marks.samples), ...within(marks.estimates)].map(
    (mark) =>
      html`<circle cx="${x(mark.x)}" cy="${y(mark.y)}" r="${isEstimate ? 9 : 6}" fill="${String(mark.datum.fill)}" stroke="${String(mark.datum.color)}" stroke-width="2" fill-opacity="${isEstimate ? 1 : 0.6}"/>`,
  )}`
}
