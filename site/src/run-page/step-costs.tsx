import { describeRatioReason, formatDifference, formatRatio } from '@plimsoll/schema'
import { type DataRow, DataTable } from '../../components/data-table.tsx'
import { named } from '../../components/text.tsx'
import { ChartFigure } from './figure.tsx'
import { LeftOut, MAX_BENCHMARKS } from './left-out.tsx'
import type { StepRow, StepsView } from './steps.ts'

const COLUMNS = [
  ['Workload'],
  ['Step', 'beside'],
  ['Adds', 'number strong'],
  ['Interval', 'number'],
  ['Ratio', 'number'],
] as const

/** The table and the chart of the steps. */
export function StepCosts({ id, rows, figure, emulated }: StepsView & { id: string }) {
  const shown = rows.slice(0, MAX_BENCHMARKS)
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">Cost of each step</h2>
      {figure && <ChartFigure {...figure} />}
      <details>
        <summary>The steps as a table</summary>
        <DataTable label="Steps" columns={COLUMNS} rows={shown.map(rowOf)} />
        <LeftOut id={id} shown={shown.length} all={rows.length} noun="steps" />
      </details>
      <p className="fine">
        {explain(rows)}
        {emulated.map(
          (engine) => ` Steps from the host to ${engine} are left out, because the CPU of ${engine} is emulated.`,
        )}
      </p>
    </section>
  )
}

function rowOf({ work, name, status, difference, adds, interval, ratio, rounds }: StepRow, at: number): DataRow {
  return {
    key: String(at),
    fields: [
      named(work),
      name,
      difference !== null ? (
        adds
      ) : (
        <span key="adds" className="status" title={describeRatioReason({ status, rounds }) ?? undefined}>
          {adds}
        </span>
      ),
      interval === null ? '–' : `${formatDifference(interval[0])} to ${formatDifference(interval[1])}`,
      ratio === null ? '–' : formatRatio(ratio),
    ],
  }
}

function explain(rows: readonly StepRow[]): string {
  return rows.some(({ status }) => status === 'source')
    ? 'Each step adds the median after the step minus the median before the step.'
    : 'The time that a step adds is estimated from the rounds that have both sides of the step (Hodges–Lehmann), with its exact 95% interval, so it need not equal the difference of the medians. A step whose ratio is not shown has no time either; the results say why.'
}
