import type { TopLevelSpec } from 'vega-lite'
import { TICKS } from './position-marks.ts'
import { MIDDLE, type RowChart } from './row-chart.ts'
import { type TextAlternative, toSvg } from './svg.ts'
import { CONFIG, inColors, LIGHT, themeStyle } from './theme.ts'

/** The heading of a stand-alone chart, and its description for screen readers. */
export interface Heading {
  title: string
  subtitle: string
  description: string
}

/** The width of the plot in pixels. */
const PLOT = 560
const LEFT = 250
/** The height of a row in pixels. */
const ROW = { normal: 34, compact: 22 }

/** Returns a self-contained Vega-Lite spec with its data, in the colours of the light theme. */
export function standAloneSpec(chart: RowChart, heading: Heading): TopLevelSpec {
  const { datasets, ...spec } = specOf(chart, heading) as { datasets?: object }
  return inColors({ ...spec, datasets: { ...datasets, ...chart.undrawn } } as unknown as TopLevelSpec, LIGHT)
}

/**
 * Returns the chart as an SVG file that follows the reader's light or dark theme. The file states its size in pixels in
 * `width` and `height`.
 */
export async function standAloneSvg(chart: RowChart, heading: Heading): Promise<string> {
  const alternative: TextAlternative = { id: 'chart', title: heading.title, description: heading.description }
  const svg = await toSvg(specOf(chart, heading), alternative)
  return `${svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ').replace('</desc>', `</desc><style>${themeStyle()}</style>`)}\n`
}

function specOf(
  { rows, axis, layers, data, isCompact }: RowChart,
  { title, subtitle, description }: Heading,
): TopLevelSpec {
  const height = rows.length * (isCompact ? ROW.compact : ROW.normal)
  const texts = rows.map(({ label, text, heading }, index) => ({ label, text, heading, row: index + MIDDLE }))
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description,
    width: PLOT,
    height,
    padding: { left: LEFT + 16, right: 110, top: 72, bottom: 52 },
    autosize: { type: 'none', contains: 'content' },
    background: 'var(--paper)',
    params: [
      { name: 'minimum', value: axis.minimum },
      { name: 'maximum', value: axis.maximum },
    ],
    config: { ...CONFIG, font: 'system-ui, sans-serif', mark: { invalid: null } },
    datasets: {
      ...withoutClasses(data),
      rows: texts.filter(({ heading }) => !heading).map(({ label, text, row }) => ({ label, text, row })),
      headings: texts.filter(({ heading }) => heading).map(({ label, row }) => ({ label, row })),
    },
    layer: [
      ...layers,
      text('rows', 'label', { value: -LEFT }),
      text('rows', 'text', { value: PLOT + 10 }),
      text('headings', 'label', { value: -LEFT }, { fontWeight: 'bold' }),
      // Draw the titles as marks: Vega lays titles out only in charts whose size it computes.
      heading(title, -46, { fontSize: 17, fontWeight: 'bold' }),
      heading(subtitle, -24, { color: 'var(--muted)' }),
    ],
    encoding: {
      x: {
        type: 'quantitative',
        scale: { domainMin: { expr: 'minimum' }, domainMax: { expr: 'maximum' }, nice: TICKS },
        axis: { title: axis.title, tickCount: TICKS, format: ',.12~g' },
      },
      y: {
        type: 'quantitative',
        scale: { domainMin: 0, domainMax: rows.length, nice: false, zero: false, range: [0, height] },
        axis: null,
      },
    },
  } as unknown as TopLevelSpec
}

/** Removes the classes of marks from a spec. The classes have a style only on a page. */
function withoutClasses(data: RowChart['data']): RowChart['data'] {
  const plain = Object.entries(data).map(([name, rows]) => [name, rows.map(({ className, ...datum }) => datum)])
  return Object.fromEntries(plain)
}

function heading(value: string, y: number, style: object): object {
  return {
    data: { values: [{ heading: value }] },
    mark: { type: 'text', align: 'left', ...style },
    encoding: { x: { value: -LEFT }, y: { value: y }, text: { field: 'heading', type: 'nominal' } },
  }
}

function text(data: 'rows' | 'headings', field: 'label' | 'text', x: object, style: object = {}): object {
  return {
    data: { name: data },
    mark: { type: 'text', align: 'left', baseline: 'middle', ...style },
    encoding: { x, y: { field: 'row' }, text: { field, type: 'nominal' } },
  }
}
