import { formatAmount, sampleValues } from '@plimsoll/schema'
import { counted } from '@plimsoll/schema/browser'
import { median } from '@plimsoll/schema/statistics'
import { axisUnit } from '../page-parts/charts/axis-unit.ts'
import { type Dot, type DotChart, dotChart } from '../page-parts/charts/dot-chart.ts'
import { firstRows, type RowChart, scenarioColor } from '../page-parts/charts/row-chart.ts'
import type { Figure } from './figure.tsx'
import type { Panel, PanelRow } from './panel.ts'

/** The maximum number of dots of a readable chart. The document has every sample. */
const MAX_DOTS = 3000

/**
 * Returns the chart of a panel (one workload), with every sample of the primary metric as a dot. Returns the reason if
 * there is none.
 */
export function samplesChart(panel: Panel): Figure | string {
  const drawable = panel.rows
    .map((row): SampleRow => {
      return { ...row, dots: dotsOf(row), color: scenarioColor(row.benchmark.scenario) }
    })
    .filter(({ primary, dots }) => primary.median !== null || dots.length > 0)
  const { shown: rows, remark } = firstRows(drawable, 'benchmarks')
  const dotCount = rows.reduce((sum, { dots }) => sum + dots.length, 0)
  if (dotCount === 0) return 'No chart without samples'
  if (dotCount > MAX_DOTS) return 'Too many samples for a chart'
  const chart = dotChart(chartOf(rows))
  return {
    id: panel.id,
    title: panel.title,
    caption: remark,
    description: describe(rows, dotCount),
    explained: explain(chart),
    chart,
  }
}

/** A row of a panel with its dots and its colour. */
interface SampleRow extends PanelRow {
  dots: Dot[]
  color: string
}

function chartOf(rows: SampleRow[]): DotChart {
  const unit = rows[0]?.primary.unit ?? 'ns'
  const values = rows.flatMap(({ dots }) => dots.map(({ value }) => value))
  const { divisor, title } = axisUnit(
    unit,
    values.reduce((a, b) => Math.max(a, b), 0),
  )
  const reference = rows.find(({ benchmark }) => benchmark.scenario === 'native')?.primary.median ?? null
  return {
    axisTitle: title,
    reference: reference === null ? null : reference / divisor,
    rows: rows.map((row) => ({
      label: [row.benchmark.scenario, row.benchmark.engine, row.variant].filter((part) => part !== null).join(' · '),
      scenario: row.benchmark.scenario,
      color: row.color,
      median: row.primary.median === null ? null : row.primary.median / divisor,
      medianText: row.primary.median === null ? '' : formatAmount(row.primary.median, unit),
      dots: row.dots.map((dot) => ({ ...dot, value: dot.value / divisor })),
    })),
  }
}

/** Explains every element of a chart. */
function explain({ data: { samples = [], line = [] } }: RowChart): string[] {
  return [
    'Each dot is one sample; the samples of the first round are at the top. The vertical stroke is the median. The table has the figures.',
    ...(samples.some(({ warmup }) => warmup) ? ['Hollow dots are warm-ups, which the statistics exclude.'] : []),
    ...(line.length > 0 ? ['The dotted line is the first median without a container (native).'] : []),
  ]
}

/**
 * Describes a chart by its extremes. All of its figures are in the table, which a screen reader can read field by field.
 */
function describe(rows: readonly SampleRow[], samples: number): string {
  const known = rows.filter(({ primary }) => primary.median !== null)
  const sorted = known.toSorted((a, b) => Number(a.primary.median) - Number(b.primary.median))
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  return [
    `${counted(samples, 'sample')} of ${counted(rows.length, 'benchmark')}`,
    ...(lowest === undefined ? [] : [`Lowest median: ${describeMedian(lowest)}`]),
    ...(highest === undefined || highest === lowest ? [] : [`Highest: ${describeMedian(highest)}`]),
  ].join('. ')
}

function describeMedian({ benchmark, engine, ambiguous, variant, primary }: SampleRow): string {
  const place = `${benchmark.scenario} on ${ambiguous ? `${engine} (${benchmark.engine})` : engine}`
  return `${formatAmount(primary.median ?? 0, primary.unit)}, ${variant === null ? place : `${place}, ${variant}`}`
}

/**
 * Returns the value of the primary metric of each sample that has one. If a sample has a list of values, takes their
 * median.
 */
function dotsOf({ benchmark, primary }: PanelRow): Dot[] {
  const metric = benchmark.metrics.find(({ name }) => name === primary.metric)
  if (metric === undefined) return []
  return benchmark.samples.flatMap((sample) => {
    const values = sampleValues(sample, metric)
    return values.length === 0 ? [] : [{ value: median(values), round: sample.round, warmup: sample.warmup }]
  })
}
