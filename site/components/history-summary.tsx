import type { ReactNode } from 'react'
import type { SectionView } from '../src/history/history-view.ts'
import type { SummaryRow } from '../src/history/summary-rows.ts'
import { TWO_GROUPS } from '../src/page/two-groups.ts'
import { DataTable } from './data-table.tsx'
import { GeneratedMark } from './generated-mark.tsx'
import type { Root } from './site-frame.tsx'
import { WorkloadName } from './workload-name.tsx'

/** The summary of a section: one row per history, with the number of runs, the latest median and the change points. */
export function HistorySummary({
  section: { title, engine, origin, summary },
  root,
}: {
  section: SectionView
  root: Root
}) {
  return (
    <div className="trend-summary">
      <DataTable
        label={`${title}: every history`}
        columns={[
          ['Workload'],
          ['Scenario'],
          ['Runs', 'number'],
          ['Latest run', 'number strong', 'its median'],
          ['Spread', 'number', 'from run to run'],
          ['Changes found', 'wrap'],
          ...(engine === null ? [['Engine'] as const] : []),
        ]}
        rows={summary.map((row) => ({
          key: `${row.work} ${row.differs} ${row.scenario} ${row.engine}`,
          fields: fieldsOf(row, origin, root),
        }))}
      />
      {summary.some(({ spread }) => spread !== '–') && <p className="fine">{SPREAD}</p>}
      {summary.some(({ groups }) => groups !== null) && <p className="fine">{TWO_GROUPS}</p>}
    </div>
  )
}

/** What the column `Spread` is: `spreadOf` of comparable histories. */
const SPREAD =
  'Spread: the standard deviation of the runs’ medians in percent, estimated from the differences of neighbouring runs (von Neumann 1941), so that a change found does not count.'

/** Returns the fields of a row. A section of one engine has no column for the last one. */
function fieldsOf(row: SummaryRow, origin: string, root: Root): ReactNode[] {
  const { panel, work, differs, scenario, engine, runs, latest, value, groups, spread, changes } = row
  const name = <WorkloadName work={work} />
  return [
    <>
      {panel === null ? name : <a href={`#${panel}`}>{name}</a>}
      {differs !== '' && <small>{differs}</small>} <GeneratedMark origin={origin} />
    </>,
    scenario,
    runs,
    <>
      <a href={`${root}runs/${latest}`}>{value}</a>
      {groups !== null && <small>{groups}</small>}
    </>,
    spread,
    changes,
    <span key={engine} className="name">
      {engine}
    </span>,
  ]
}
