import { type CsvValue, chooseCenter, idOfHash } from '@plimsoll/schema'
import { findAnswer } from '../editions/answer.ts'
import { answerHeading } from '../editions/answer-chart.ts'
import { bindMountChart } from '../editions/bind-mounts.ts'
import { type ChartFormat, chartFile } from '../editions/chart-files.ts'
import { partHeading } from '../editions/chart-heading.ts'
import { drawEditionPreview } from '../editions/edition-preview.ts'
import { type LoadedEdition, loadEditions } from '../editions/load-editions.ts'
import { makeRowChart } from '../editions/part-chart.ts'
import { shippedNames } from '../editions/read-editions.ts'
import type { RowChart } from '../page-parts/charts/row-chart.ts'
import { type Heading, standAloneSpec, standAloneSvg } from '../page-parts/charts/stand-alone.ts'
import type { Registry } from '../store/registry.ts'
import { csvLine } from './csv.ts'

/**
 * Returns the files of every edition, by path: its rows as CSV, the preview image of a shared link, each chart as SVG
 * and as Vega-Lite spec with its data, and the chart of the answer on the home page.
 * @param paths where the editions are; see `editionPaths`
 */
export async function editionFiles(registry: Registry, paths: string[]): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const add = (name: string, content: string | Uint8Array) => files.set(`editions/${name}`, Buffer.from(content))
  const editions = loadEditions(registry, paths)
  const answer = findAnswer(editions, shippedNames(paths))
  for (const loaded of editions) {
    const { edition, parts } = loaded
    add(`${edition.name}.csv`, editionCsv(loaded))
    add(`pictures/${edition.name}.png`, await drawEditionPreview(loaded, answer))
    for (const part of parts) {
      const chart = makeRowChart(part)
      if (chart === null) continue
      await addChart(
        chart,
        (drawn) => partHeading(edition, part, drawn),
        (format, text) => add(chartFile(edition.name, part.code, format), text),
      )
    }
  }
  if (answer !== null) {
    const { edition, bindMounts } = answer
    const [chart, heading] = [bindMountChart(bindMounts), answerHeading(answer)]
    const name = (format: ChartFormat) => chartFile(edition.name, bindMounts.part.code, format)
    await addChart(
      chart,
      () => heading,
      (format, text) => add(name(format), text),
    )
  }
  return files
}

async function addChart(
  chart: RowChart,
  headingOf: (drawn: RowChart) => Heading,
  add: (format: ChartFormat, text: string) => void,
) {
  add('vl.json', `${JSON.stringify(standAloneSpec(chart, headingOf(chart)))}\n`)
  const drawn = withoutManySamples(chart)
  add('svg', await standAloneSvg(drawn, headingOf(drawn)))
  add('narrow.svg', await standAloneSvg(drawn, headingOf(drawn), 'narrow'))
}

/** The maximum number of samples that an embedded picture draws. A sample takes 150 bytes; a picture loads with a page. */
const MAX_SAMPLES = 300

/** Returns a chart without its samples if it has many. Its values and min–max stay, and its spec has every sample. */
function withoutManySamples(chart: RowChart): RowChart {
  const { values = [] } = chart.data
  return values.length > MAX_SAMPLES ? { ...chart, data: { ...chart.data, values: [] } } : chart
}

const COLUMNS = [
  'part',
  'os',
  'platform',
  'engine',
  'machine',
  'test',
  'statistic',
  'value',
  'unit',
  'minimum',
  'maximum',
] as const
const MORE_COLUMNS = ['n', 'mean', 'ratio', 'ratio_low', 'ratio_high', 'reference', 'flag', 'run'] as const

/** The rows of an edition as CSV, with the figures of its tables. Numbers are not rounded. */
function editionCsv({ edition, parts }: LoadedEdition): string {
  const lines = parts.flatMap((part, at) =>
    part.rows.map((row, index): CsvValue[] => {
      const { figures } = row
      const center = chooseCenter(figures)
      const [low, high] = figures.measuredRatio?.interval ?? []
      const run = edition.parts[at]?.rows[index]?.benchmark?.run
      return [
        ...[part.code, row.os, row.platform, row.engine, row.machine, row.test, center?.statistic, center?.value],
        ...[part.unit.short, figures.minimum, figures.maximum, figures.n, figures.mean, figures.ratio, low, high],
        ...[figures.ratio === null ? null : part.reference, row.flag, run && idOfHash(run)],
      ]
    }),
  )
  return [[...COLUMNS, ...MORE_COLUMNS], ...lines].map(csvLine).join('')
}
