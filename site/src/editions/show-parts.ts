import type { ShownPart } from '../../components/edition-part.tsx'
import { drawLines } from '../page-parts/charts/line-chart.ts'
import { placeChart } from '../page-parts/charts/position-marks.ts'
import { type ChartFormat, chartFile } from './chart-files.ts'
import { describeFlags, describeNumbers } from './chart-heading.ts'
import type { Edition } from './edition.ts'
import { embedCode } from './embed.ts'
import type { PartFigures } from './figures.ts'
import type { LoadedEdition } from './load-editions.ts'
import { describeRows, makeLegend, makeLineChart, makeRowChart, makeTextAlternative, shownFlags } from './part-chart.ts'
import { workloadsOfPart } from './workload-parts.ts'

/**
 * Returns the parts of an edition as its page shows them, with their charts.
 * @param baseUrl the registry's address, ending in "/"; null if it is unknown
 */
export async function showParts(loaded: LoadedEdition, baseUrl: string | null): Promise<ShownPart[]> {
  const { edition, parts } = loaded
  return Promise.all(
    parts.map(async (part, index) => {
      const [rows, lines] = [makeRowChart(part), makeLineChart(part)]
      const alternative = makeTextAlternative(part, `edition-${edition.name}-${part.code}`)
      return {
        part: { ...part, rows: part.rows.map(withoutValues) },
        workloads: workloadsOfPart(loaded, index),
        legend: makeLegend(part),
        chart: rows ? placeChart(rows, alternative) : lines && (await drawLines(lines, alternative)),
        taken: rows && takenOf(edition, part, baseUrl),
      }
    }),
  )
}

/** What a reader can take away of the chart of a part. */
function takenOf(edition: Edition, part: PartFigures, baseUrl: string | null): ShownPart['taken'] {
  const file = (format: ChartFormat) => chartFile(edition.name, part.code, format)
  return {
    files: [
      ['SVG', file('svg')],
      ['SVG for phones', file('narrow.svg')],
      ['Vega-Lite', file('vl.json')],
    ],
    embed: embedCode({ edition, part: part.code, description: describeTaken(edition, part), baseUrl }),
  }
}

/** The text alternative of a chart that a reader takes away. The figures are part of it, unless there are many. */
function describeTaken({ title, flags }: Edition, part: PartFigures): string {
  const figures = part.rows.length > MAX_ROWS ? '' : ` ${describeRows(part)}.`
  const notes = describeFlags(shownFlags(part, flags)).map((note) => ` ${note}.`)
  return `${part.title}: ${describeNumbers(part)} (${part.unit.title}).${figures} ${title}.${notes.join('')}`
}

/** With more rows than this, a text alternative would be too long to listen to. */
const MAX_ROWS = 12

/** Removes the samples of a row. The page does not need them: it shows figures, and charts that were drawn before. */
function withoutValues<R extends ShownPart['part']['rows'][number]>(row: R): R {
  return { ...row, figures: { ...row.figures, values: [], warmups: [] } }
}
