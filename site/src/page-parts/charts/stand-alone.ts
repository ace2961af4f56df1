import type { TopLevelSpec } from 'vega-lite'
import { TICKS } from './position-marks.ts'
import { MIDDLE, type RowChart, type RowDatum, type RowText } from './row-chart.ts'
import { type TextAlternative, toSvg } from './svg.ts'
import { CONFIG, inColors, inColorsOfText, LIGHT } from './theme.ts'

/** The heading of a stand-alone chart, and its description for screen readers. */
export interface Heading {
  title: string
  subtitle: string
  description: string
}

/**
 * The sizes of a stand-alone chart, in pixels. In the wide layout, labels and conclusions are beside the plot; in the
 * narrow one, they are above the marks of their row, so that they stay legible on a phone. `width` is that of the column
 * of a blog, so that a page need not make the texts smaller. `letters` is the number of letters of a line of the heading. A
 * reader's font may be wider than the bundled one, so texts have room to spare.
 */
const LAYOUTS = {
  wide: { width: 720, row: { normal: 34, compact: 22 }, letters: 90 },
  narrow: { width: 362, row: { normal: 50, compact: 46 }, letters: 46 },
}

/** The space at both sides of a chart, and between its plot and the texts beside it. */
const MARGIN = 16
/** The width of a letter of a text beside the plot, in a wide font. */
const LETTER = 7.8
/** The widest texts beside the plot, and the narrowest plot between them: a chart with long texts is wider than others. */
const WIDEST = { left: 266, right: 146 }
const LEAST_PLOT = 320

export type Layout = keyof typeof LAYOUTS

/** The height of a line of the heading. */
const LINE = 20
/** The height at which the text of a row stands above its marks in the narrow layout, between their middles. */
const ABOVE = 20
/** Half of the height of a text, with some room. */
const HALF_TEXT = 8

/** Returns a self-contained Vega-Lite spec with its data, in the colours of the light theme. */
export function standAloneSpec(chart: RowChart, heading: Heading): TopLevelSpec {
  const { datasets, ...spec } = specOf(chart, heading) as TopLevelSpec & { datasets: RowChart['data'] }
  return inColors({ ...spec, datasets: { ...datasets, ...chart.undrawn } }, LIGHT)
}

/**
 * Returns the chart as an SVG file. The file has the colours of the light theme and its own background, so that it looks
 * the same on every page. It does not follow the reader's scheme: a picture does not know the scheme of the page around
 * it, and a dark picture would stand on a light page. The file states its size in pixels in `width` and `height`.
 */
export async function standAloneSvg(chart: RowChart, heading: Heading, layout: Layout = 'wide'): Promise<string> {
  const alternative: TextAlternative = { id: 'chart', title: heading.title, description: heading.description }
  const svg = await toSvg(specOf(chart, heading, layout), alternative, true)
  return `${inColorsOfText(svg, LIGHT).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')}\n`
}

function specOf(
  { rows, axis, layers, data, isCompact }: RowChart,
  { title, subtitle, description }: Heading,
  layout: Layout = 'wide',
): TopLevelSpec {
  const { width, row, letters } = LAYOUTS[layout]
  const rowHeight = isCompact ? row.compact : row.normal
  const height = rows.length * rowHeight
  const [titleLines, subtitleLines] = [wrap(title, 0.65 * letters), wrap(subtitle, letters)]
  const top = 14 + LINE * (titleLines.length + subtitleLines.length)
  const isNarrow = layout === 'narrow'
  const beside = (side: keyof typeof WIDEST, texts: readonly string[]) =>
    isNarrow
      ? 0
      : Math.min(WIDEST[side], MARGIN + Math.ceil(LETTER * Math.max(0, ...texts.map(({ length }) => length))))
  const left = beside(
    'left',
    rows.map(({ label }) => label),
  )
  const right = beside(
    'right',
    rows.map(({ text }) => text),
  )
  const plot = Math.max(width - left - right - 2 * MARGIN, LEAST_PLOT)
  const above = isNarrow ? { dy: -ABOVE } : {}
  const texts = rows.map(({ label, text, heading }, index) => ({ label, text, heading, row: index + MIDDLE }))
  const headings = texts.filter(({ heading }) => heading).map(({ label, row }) => ({ label, row }))
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description,
    width: plot,
    height,
    padding: { left: left + MARGIN, right: right + MARGIN, top: top + 18, bottom: 52 },
    autosize: { type: 'none', contains: 'content' },
    background: 'var(--paper)',
    params: [
      { name: 'minimum', value: axis.minimum },
      { name: 'maximum', value: axis.maximum },
    ],
    config: { ...CONFIG, background: undefined, font: 'system-ui, sans-serif', mark: { invalid: null } },
    datasets: {
      ...withoutClasses(data),
      ...(isNarrow && data.line && { line: besideTexts(data.line, rows, rowHeight) }),
      rows: texts.filter(({ heading }) => !heading).map(({ label, text, row }) => ({ label, text, row })),
      ...(headings.length > 0 && { headings }),
    },
    layer: [
      ...(isNarrow ? [strip('rows', plot, -ABOVE), strip('headings', plot, 0)] : []),
      ...layers,
      text('rows', 'label', { value: -left }, above),
      isNarrow
        ? text('rows', 'text', { value: plot }, { ...above, align: 'right' })
        : text('rows', 'text', { value: plot + 10 }),
      ...(headings.length === 0 ? [] : [text('headings', 'label', { value: -left }, { fontWeight: 'bold' })]),
      // Draw the titles as marks: Vega lays titles out only in charts whose size it computes.
      ...titleLines.map((line, at) => heading(line, -left, LINE * at - top, { fontSize: 17, fontWeight: 'bold' })),
      ...subtitleLines.map((line, at) =>
        heading(line, -left, LINE * (at + titleLines.length) - top, { color: 'var(--muted)' }),
      ),
    ],
    encoding: {
      x: {
        type: 'quantitative',
        scale: { domainMin: { expr: 'minimum' }, domainMax: { expr: 'maximum' }, nice: TICKS },
        // A label at the end of a narrow axis would be cut if it were centred below its tick.
        axis: { title: axis.title, tickCount: TICKS, format: ',.12~g', ...(isNarrow && { labelFlush: true }) },
      },
      y: {
        type: 'quantitative',
        scale: { domainMin: 0, domainMax: rows.length, nice: false, zero: false, range: [0, height] },
        axis: null,
      },
    },
  } as unknown as TopLevelSpec
}

/** Splits a line through all rows: each row with marks has a part, from below its text to the text of the next row. */
function besideTexts(line: readonly RowDatum[], rows: readonly RowText[], rowHeight: number): RowDatum[] {
  const free = (ABOVE - HALF_TEXT) / rowHeight
  const parts = rows.flatMap(({ heading }, index) => (heading ? [] : [index + MIDDLE]))
  // Vega marks a datum that it has drawn, so a copy of it would count as the same one.
  return line.flatMap(({ x }) =>
    parts.map((row) => ({
      x,
      row: row - free,
      end: Math.min(row + 1 - (ABOVE + HALF_TEXT) / rowHeight, rows.length),
    })),
  )
}

/** Removes the classes of marks from a spec. The classes have a style only on a page. */
function withoutClasses(data: RowChart['data']): RowChart['data'] {
  const plain = Object.entries(data).map(([name, rows]) => [name, rows.map(({ className, ...datum }) => datum)])
  return Object.fromEntries(plain)
}

/**
 * Breaks a text into lines of at most a number of letters: between its parts if these are short enough, else at spaces.
 * Where a line ends between two parts, it stands for the dot between them.
 */
function wrap(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const part of text.split(' · ')) {
    for (const [at, word] of (part.length <= letters ? [part] : part.split(' ')).entries()) {
      const longer = `${lines.at(-1)}${at === 0 ? ' · ' : ' '}${word}`
      if (lines.length > 0 && longer.length <= letters) lines.splice(-1, 1, longer)
      else lines.push(word)
    }
  }
  return lines
}

/** A strip of paper behind the texts of rows, so that no line of the grid runs through a text. */
function strip(data: 'rows' | 'headings', width: number, yOffset: number): object {
  return {
    data: { name: data },
    mark: { type: 'rule', color: 'var(--paper)', strokeWidth: 2 * HALF_TEXT, yOffset },
    encoding: { x: { value: 0 }, x2: { value: width }, y: { field: 'row' } },
  }
}

function heading(value: string, x: number, y: number, style: object): object {
  return {
    data: { values: [{ heading: value }] },
    mark: { type: 'text', align: 'left', ...style },
    encoding: { x: { value: x }, y: { value: y }, text: { field: 'heading', type: 'nominal' } },
  }
}

function text(data: 'rows' | 'headings', field: 'label' | 'text', x: object, style: object = {}): object {
  return {
    data: { name: data },
    mark: { type: 'text', align: 'left', baseline: 'middle', ...style },
    encoding: { x, y: { field: 'row' }, text: { field, type: 'nominal' } },
  }
}
