import type { SectionView, SummaryRow } from '../src/history/history-view.ts'
import { ColumnHeads } from './column-heads.tsx'
import type { Root } from './site-frame.tsx'
import { WorkloadName } from './workload-name.tsx'

/** The summary of a section: one row per history, with the number of runs, the latest median and the change points. */
export function HistorySummary({ section: { title, summary }, root }: { section: SectionView; root: Root }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll trend-summary" aria-label={`${title}: every history`} tabIndex={0}>
      <table className="figures">
        <ColumnHeads
          columns={[
            ['Workload', 'stick'],
            ['Scenario'],
            ['Runs', 'number'],
            ['Latest', 'number', 'median'],
            ['Spread', 'number', 'from run to run'],
            ['Change points'],
            ['Engine'],
          ]}
        />
        <tbody>
          {summary.map((row) => (
            <Row key={`${row.work} ${row.scenario} ${row.engine} ${row.latest}`} row={row} root={root} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ row, root }: { row: SummaryRow; root: Root }) {
  const { panel, work, scenario, engine, runs, latest, value, spread, changes } = row
  return (
    <tr>
      <th scope="row" className="stick">
        {panel === null ? (
          <WorkloadName work={work} />
        ) : (
          <a href={`#${panel}`}>
            <WorkloadName work={work} />
          </a>
        )}
      </th>
      <td>{scenario}</td>
      <td className="number">{runs}</td>
      <td className="number strong">
        <a href={`${root}runs/${latest}`}>{value}</a>
      </td>
      <td className="number">{spread}</td>
      <td className="wrap">{changes.length === 0 ? 'none' : changes.join(', ')}</td>
      <td>
        <span className="name">{engine}</span>
      </td>
    </tr>
  )
}
