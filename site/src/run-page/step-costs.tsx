import { describeRatioReason, formatDifference, formatRatio } from '@plimsoll/schema'
import { ColumnHeads, ScrollRegion } from '../../components/data-table.tsx'
import { named } from '../../components/text.tsx'
import { ChartFigure } from './figure.tsx'
import { LeftOut, MAX_BENCHMARKS } from './left-out.tsx'
import type { StepRow, StepsView } from './steps.ts'

const COLUMNS = [
  ['Workload', 'stick'],
  ['Step', 'step'],
  ['Adds', 'number'],
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
        <ScrollRegion name="Steps">
          <table className="figures stacked">
            <ColumnHeads columns={COLUMNS} />
            <tbody>
              {shown.map((row, at) => (
                <Row key={at} {...row} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
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

function Row({ work, name, status, difference, adds, interval, ratio, rounds }: StepRow) {
  const isShown = difference !== null
  return (
    <tr>
      <th scope="row" className="stick">
        {named(work)}
      </th>
      <td className="step">{name}</td>
      <td
        className={isShown ? 'number strong' : 'number'}
        data-label="Adds"
        title={isShown ? undefined : (describeRatioReason({ status, rounds }) ?? undefined)}
      >
        {adds}
      </td>
      <td className="number" data-label="Interval">
        {interval === null ? '–' : `${formatDifference(interval[0])} to ${formatDifference(interval[1])}`}
      </td>
      <td className="number" data-label="Ratio">
        {ratio === null ? '–' : formatRatio(ratio)}
      </td>
    </tr>
  )
}

function explain(rows: readonly StepRow[]): string {
  return rows.some(({ status }) => status === 'source')
    ? 'Each step adds the median after the step minus the median before the step.'
    : 'The time that a step adds is estimated from the rounds that have both sides of the step (Hodges–Lehmann), with its exact 95% interval, so it need not equal the difference of the medians. A step whose ratio is not shown has no time either; the results say why.'
}
