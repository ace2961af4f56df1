import { type Html, html, trusted } from '../html.ts'
import { shorten } from './labels.ts'
import { LENGTH, type PositionedChart, type PositionedMark, positionMarks, ROW } from './position-marks.ts'
import type { RowChart } from './row-chart.ts'
import type { TextAlternative } from './svg.ts'

/**
 * Draws a chart once for all widths of screen. The marks stretch with the screen; their strokes and shapes do not. The
 * labels of the rows are texts of the page, beside or above the marks. A page holds thousands of samples, so the
 * stretched marks are drawn as few paths, with whole numbers. A page with estimates must include `SYMBOLS`.
 */
export function drawResponsive(chart: RowChart, { id, title, description }: TextAlternative): Html {
  const positioned = positionMarks(chart)
  const height = chart.rows.length * ROW
  const at = (position: number) => `${Math.round((1000 * position) / LENGTH) / 10}%`
  return html`<div class="plot"><svg role="img" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc><svg viewBox="0 0 ${LENGTH} ${height}" preserveAspectRatio="none">${trusted(stretched(positioned, height))}</svg>${trusted(estimates(positioned, height))}</svg><ol aria-hidden="true">${chart.rows.map(
    ({ label, text, heading }) =>
      heading ? html`<li class="heading">${label}</li>` : html`<li><span>${shorten(label)}</span> <b>${text}</b></li>`,
  )}</ol><svg class="axis" aria-hidden="true">${positioned.ticks.map(
    (tick) => html`<text x="${at(tick.at)}">${tick.label}</text>`,
  )}</svg><p class="axis-title" aria-hidden="true">${chart.axis.title}</p></div>`
}

/** The shapes of the marks of estimates. A page with such marks includes these shapes once. */
export const SYMBOLS = html`<svg class="symbols" aria-hidden="true"><path id="triangle-up" d="M0-6L5.5 4.5h-11z"/><path id="triangle-down" d="M0 6L5.5-4.5h-11z"/><circle id="circle" r="4.7"/><path id="square" d="M-4.3-4.3h8.6v8.6h-8.6z"/><path id="diamond" d="M0-6L5.2 0L0 6L-5.2 0z"/></svg>`

function stretched({ marks, ticks }: PositionedChart, height: number): string {
  const { band = [], line = [], samples = [], medians = [], intervals = [] } = marks
  return [
    path('grid', ticks.map(({ at }) => `M${Math.round(at)} 0v${height}`).join('')),
    path(
      'band',
      band.map(({ x, y, x2, y2 }) => `M${round(x, y)}H${Math.round(x2)}V${Math.round(y2)}H${Math.round(x)}z`).join(''),
    ),
    path('line', line.map(({ x, y, y2 }) => `M${round(x, y)}V${Math.round(y2)}`).join('')),
    ...byClass(intervals).map(([name, of]) =>
      path(`interval ${name}`, of.map(({ x, y, x2 }) => `M${round(x, y)}H${Math.round(x2)}`).join('')),
    ),
    ...byClass(samples).map(([name, of]) => path(`sample ${name}`, dots(of))),
    path('inside', dots(samples.filter(({ datum }) => datum.warmup === true))),
    path('median', medians.map(({ x, y, x2, y2 }) => `M${round((x + x2) / 2, (y + y2) / 2 - 25)}v50`).join('')),
  ].join('')
}

/** Draws the marks of estimates at their positions, without stretching them. */
function estimates({ marks }: PositionedChart, height: number): string {
  const share = (value: number, of: number) => `${Number(((100 * value) / of).toFixed(2))}%`
  return (marks.estimates ?? [])
    .map(({ x, y, datum: { shape, fill, className } }) => {
      const hollow = fill === 'var(--paper)' ? ' hollow' : ''
      return `<use href="#${shape}" class="${className}${hollow}" x="${share(x, LENGTH)}" y="${share(y, height)}"/>`
    })
    .join('')
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

function path(className: string, d: string): string {
  return d === '' ? '' : `<path class="${className}" d="${d}"/>`
}

function round(x: number, y: number): string {
  return pair(Math.round(x), Math.round(y))
}

function pair(x: number, y: number): string {
  return y < 0 ? `${x}${y}` : `${x} ${y}`
}
