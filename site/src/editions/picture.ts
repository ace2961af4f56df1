import { formatRatio } from '@plimsoll/schema/words'
import { createElement, type ReactElement } from 'react'
import { LIGHT } from '../charts/theme.ts'
import { box, COLUMN, drawable, ONE_LINE, paint, SIZE } from '../downloads/picture.ts'
import { publishedTitle } from '../page/text.ts'
import { keyOf } from './draw.ts'
import type { LoadedEdition } from './load.ts'
import type { ResolvedPart, ResolvedRow } from './resolve.ts'
import { formatFigure } from './units.ts'

/** Rows that have room. */
const MOST_ROWS = 10
const ROW_HEIGHT = 36
const PLOT_WIDTH = 520
const ROW_TEXT = { height: ROW_HEIGHT, alignItems: 'center', fontSize: 22, whiteSpace: 'nowrap' } as const

/** What is shown where somebody shares a link to an edition: PNG, 1200 × 630 pixels. Its first part as bars. */
export async function drawEditionPicture({ edition, parts }: LoadedEdition): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded where it is needed: it takes its time.
  const { ImageResponse } = await import('next/og.js')
  const standing = edition.citation === null ? 'measured' : 'transcribed'
  const line = standing === 'measured' ? publishedTitle(edition) : `${standing}, ${publishedTitle(edition)}`
  const picture = box(
    { width: '100%', height: '100%', padding: '48px 60px', background: paint('paper'), color: paint('ink'), ...COLUMN },
    box({ fontSize: 28, color: paint('muted') }, drawable(`Plimsoll edition ${edition.name}: ${line}`)),
    box({ fontSize: 44, fontWeight: 700, marginTop: 6, ...ONE_LINE }, drawable(edition.title)),
    box({ marginTop: 'auto', ...COLUMN }, ...parts.slice(0, 1).map(barsOf)),
  )
  const response = new ImageResponse(picture, SIZE)
  return new Uint8Array(await response.arrayBuffer())
}

function barsOf(part: ResolvedPart): ReactElement {
  const shown = part.rows.filter((row) => lengthOf(part, row) !== null)
  const rows = shown.slice(0, MOST_ROWS)
  const largest = Math.max(...shown.map((row) => lengthOf(part, row) ?? 0))
  const more = shown.length > rows.length ? `, the first ${rows.length} of ${shown.length} rows` : ''
  const unit = part.chart === 'ratios' ? part.reference : part.unit.title
  return box(
    COLUMN,
    box({ fontSize: 24, color: paint('muted'), marginBottom: 10 }, drawable(`${part.title} (${unit})${more}`)),
    ...rows.map((row) =>
      box(
        { alignItems: 'center' },
        box({ ...ROW_TEXT, ...ONE_LINE, width: 420 }, drawable(`${row.platform} · ${row.test}`)),
        bar(((lengthOf(part, row) ?? 0) / largest) * PLOT_WIDTH, colorOf(part, row)),
        box({ ...ROW_TEXT, marginLeft: 14 }, drawable(textOf(part, row))),
      ),
    ),
  )
}

function bar(width: number, color: string): ReactElement {
  return createElement('div', { style: { display: 'flex', width, height: 18, background: color } })
}

function colorOf(part: ResolvedPart, { test }: ResolvedRow): string {
  const key = keyOf(part)
  const scenario = key.find(({ title }) => title === test)?.scenario ?? 'other'
  return LIGHT[scenario] ?? (LIGHT.other as string)
}

/** An average, a ratio that stands alone, or the upper bound where that is all there is. */
function lengthOf(part: ResolvedPart, { figures: { average, ratio, most } }: ResolvedRow): number | null {
  return part.chart === 'ratios' ? ratio : (average ?? most)
}

function textOf(part: ResolvedPart, row: ResolvedRow): string {
  const value = lengthOf(part, row) ?? 0
  if (part.chart === 'ratios') return formatRatio(value)
  return row.figures.average === null
    ? `at most ${formatFigure(value, { decimals: 0 })}`
    : formatFigure(value, part.unit)
}
