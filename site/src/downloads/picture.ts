import { type CSSProperties, createElement, type ReactElement, type ReactNode } from 'react'
import { shorten } from '../charts/labels.ts'
import { LENGTH, placeMarks, ROW } from '../charts/placed.ts'
import type { RowChart, RowDatum } from '../charts/row-chart.ts'
import { inColors, LIGHT } from '../charts/theme.ts'
import type { Analysis } from '../run-page/analysis.ts'
import { mainFigure } from '../run-page/main-chart.ts'

/** Rows of the chart that have room. */
const MOST_ROWS = 6
const ROW_HEIGHT = 44
export const SIZE = { width: 1200, height: 630 }
const PLOT_WIDTH = 600

/** What is shown where somebody shares a link to a run: PNG, 1200 × 630 pixels. */
export async function drawPicture(analysis: Analysis): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded where it is needed: it takes its time.
  const { ImageResponse } = await import('next/og.js')
  const figure = mainFigure(analysis)
  const { subject, result } = analysis.headline
  const picture = box(
    { width: '100%', height: '100%', padding: '52px 60px', background: paint('paper'), color: paint('ink'), ...COLUMN },
    box(
      { fontSize: 28, color: paint('muted') },
      `Plimsoll ${analysis.check === null ? 'run' : 'check'} ${analysis.identity.id.slice(0, 10)}`,
    ),
    box({ fontSize: 44, fontWeight: 700, marginTop: 6, ...ONE_LINE }, drawable(analysis.title)),
    box({ fontSize: 36, marginTop: 10, ...ONE_LINE }, drawable(`${subject}: ${result}`)),
    box({ marginTop: 'auto', ...COLUMN }, ...(figure === null ? [] : [chartOf(figure.title, figure.chart)])),
  )
  const response = new ImageResponse(picture, SIZE)
  return new Uint8Array(await response.arrayBuffer())
}

function chartOf(title: string, chart: RowChart): ReactElement {
  const rows = chart.rows.slice(0, MOST_ROWS)
  const rest = chart.rows.length - rows.length
  const more = rest > 0 ? `, the first ${rows.length} of ${chart.rows.length} rows` : ''
  return box(
    COLUMN,
    box({ fontSize: 24, color: paint('muted'), marginBottom: 10 }, drawable(`${title}${more}`)),
    box(
      {},
      box({ width: 320, ...COLUMN }, ...rows.map(({ label }) => box(ROW_TEXT, drawable(shorten(label))))),
      marksOf(chart, rows.length),
      box({ width: 160, paddingLeft: 16, ...COLUMN }, ...rows.map(({ text }) => box(ROW_TEXT, drawable(text)))),
    ),
  )
}

/** The marks of the first rows, as Vega places them. */
function marksOf(chart: RowChart, rows: number): ReactElement {
  const { marks } = placeMarks({ ...chart, data: inColors(chart.data, LIGHT) })
  const at = ({ x, y }: { x: number; y: number }) => ({
    x: (x * PLOT_WIDTH) / LENGTH,
    y: (y / ROW - 0.15) * ROW_HEIGHT,
  })
  const height = rows * ROW_HEIGHT
  const within = <T extends { datum: RowDatum }>(all: T[] = []) => all.filter(({ datum }) => datum.row < rows)
  const line = (from: { x: number; y: number }, to: { x: number; y: number }, stroke: unknown, strokeWidth: number) =>
    createElement('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, stroke, strokeWidth })
  return createElement(
    'svg',
    { width: PLOT_WIDTH, height, viewBox: `0 0 ${PLOT_WIDTH} ${height}` },
    ...(marks.line ?? []).map((mark) => line({ x: at(mark).x, y: 0 }, { x: at(mark).x, y: height }, LIGHT.muted, 2)),
    ...within(marks.intervals).map((mark) => line(at(mark), at({ x: mark.x2, y: mark.y }), mark.datum.color, 5)),
    ...[...within(marks.samples), ...within(marks.estimates)].map((mark) =>
      createElement('circle', {
        cx: at(mark).x,
        cy: at(mark).y,
        r: marks.estimates === undefined ? 6 : 9,
        fill: mark.datum.fill,
        stroke: mark.datum.color,
        strokeWidth: 2,
        fillOpacity: marks.estimates === undefined ? 0.6 : 1,
      }),
    ),
  )
}

export const COLUMN: CSSProperties = { display: 'flex', flexDirection: 'column' }
export const ONE_LINE: CSSProperties = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }
const ROW_TEXT: CSSProperties = { height: ROW_HEIGHT, alignItems: 'center', fontSize: 22, whiteSpace: 'nowrap' }

export function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement('div', { style: { display: 'flex', ...style } }, ...children)
}

export function paint(name: string): string {
  return LIGHT[name] as string
}

/** What the font at hand can draw: for anything else one would be looked for on another server. */
export function drawable(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a1-\u017f–—‘’“”•…×−µ]/gu, '?')
}
