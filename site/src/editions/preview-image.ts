import { formatRatio } from '@plimsoll/schema/browser'
import { LIGHT } from '../charts/theme.ts'
import { loadFontMetrics } from '../downloads/png.ts'
import { BODY_WIDTH, type Body, drawPreviewImage, type TextWriter, textWriter } from '../downloads/preview-image.ts'
import { html } from '../html.ts'
import { publishedTitle } from '../page/titles.ts'
import { centerOf } from './center.ts'
import { legendOf } from './draw-part.ts'
import type { ResolvedPart, ResolvedRow } from './figures.ts'
import type { LoadedEdition } from './load-editions.ts'
import { formatFigure } from './units.ts'

/** The maximum number of rows that fit in the image. */
const MAX_ROWS = 10
const ROW_HEIGHT = 36
const BAR = { left: 420, width: 520, height: 18 }
const SIZE = 22

/** Draws the preview image of a shared link to an edition: PNG, 1200 × 630 pixels, with its first part as bars. */
export async function drawEditionPreview({ edition, parts }: LoadedEdition): Promise<Uint8Array<ArrayBuffer>> {
  const writeText = textWriter(await loadFontMetrics())
  const origin = edition.citation === null ? 'measured' : 'transcribed'
  const line = origin === 'measured' ? publishedTitle(edition) : `${origin}, ${publishedTitle(edition)}`
  const [first] = parts
  return drawPreviewImage({
    above: `Plimsoll edition ${edition.name}: ${line}`,
    title: edition.title,
    body: first === undefined ? null : barsOf(first, writeText),
    writeText,
  })
}

function barsOf(part: ResolvedPart, writeText: TextWriter): Body {
  const shown = part.rows.filter((row) => lengthOf(part, row) !== null)
  const rows = shown.slice(0, MAX_ROWS)
  const largest = Math.max(...shown.map((row) => lengthOf(part, row) ?? 0)) || 1
  const more = shown.length > rows.length ? `, the first ${rows.length} of ${shown.length} rows` : ''
  const unit = part.chart === 'ratios' ? part.reference : part.unit.title
  const drawing = html`${rows.map((row, index) => {
    const length = Math.round(((lengthOf(part, row) ?? 0) / largest) * BAR.width)
    const middle = (index + 0.5) * ROW_HEIGHT
    const end = BAR.left + length + 14
    return [
      writeText(0, middle + 8, { size: SIZE, width: BAR.left - 8, isLabel: true }, `${row.platform} · ${row.test}`),
      html`<rect x="${BAR.left}" y="${middle - BAR.height / 2}" width="${length}" height="${BAR.height}" fill="${colorOf(part, row)}"/>`,
      writeText(end, middle + 8, { size: SIZE, width: BODY_WIDTH - end }, textOf(part, row)),
    ]
  })}`
  return { heading: `${part.title} (${unit})${more}`, drawing, height: rows.length * ROW_HEIGHT }
}

function colorOf(part: ResolvedPart, { test }: ResolvedRow): string {
  const key = legendOf(part)
  const scenario = key.find(({ title }) => title === test)?.scenario ?? 'other'
  return LIGHT[scenario] ?? (LIGHT.other as string)
}

/**
 * Returns the length of a row's bar: the mean or median, or in a chart of ratios the ratio. Without these, it is the
 * upper bound.
 */
function lengthOf(part: ResolvedPart, { figures }: ResolvedRow): number | null {
  return part.chart === 'ratios' ? figures.ratio : (centerOf(part, figures) ?? figures.most)
}

function textOf(part: ResolvedPart, row: ResolvedRow): string {
  const value = lengthOf(part, row) ?? 0
  if (part.chart === 'ratios') return formatRatio(value)
  return centerOf(part, row.figures) === null
    ? `at most ${formatFigure(value, { decimals: 0 })}`
    : formatFigure(value, part.unit)
}
