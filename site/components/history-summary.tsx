import type { ReactNode } from 'react'
import type { SectionView, SummaryRow } from '../src/history/history-view.ts'
import { DataTable } from './data-table.tsx'
import type { Root } from './site-frame.tsx'
import { WorkloadName } from './workload-name.tsx'

/** The summary of a section: one row per history, with the number of runs, the latest median and the change points. */
export function HistorySummary({ section: { title, summary }, root }: { section: SectionView; root: Root }) {
  return (
    <div className="trend-summary">
      <DataTable
        label={`${title}: every history`}
        columns={[
          ['Workload'],
          ['Scenario'],
          ['Runs', 'number'],
          ['Latest', 'number strong', 'median'],
          ['Spread', 'number', 'from run to run'],
          ['Change points', 'wrap'],
          ['Engine'],
        ]}
        rows={summary.map((row) => ({
          key: `${row.work} ${row.scenario} ${row.engine} ${row.latest}`,
          cells: cellsOf(row, root),
        }))}
      />
    </div>
  )
}

function cellsOf(row: SummaryRow, root: Root): ReactNode[] {
  const { panel, work, scenario, engine, runs, latest, value, spread, changes } = row
  return [
    panel === null ? (
      <WorkloadName key={work} work={work} />
    ) : (
      <a key={work} href={`#${panel}`}>
        <WorkloadName work={work} />
      </a>
    ),
    scenario,
    runs,
    <a key={latest} href={`${root}runs/${latest}`}>
      {value}
    </a>,
    spread,
    changes.length === 0 ? 'none' : changes.join(', '),
    <span key={engine} className="name">
      {engine}
    </span>,
  ]
}
