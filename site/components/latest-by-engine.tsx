import type { LatestRow, LatestView } from '../src/history/latest-view.ts'
import { Chart } from './chart.tsx'
import { ColumnHeads } from './column-heads.tsx'
import { ErratumLink } from './erratum-article.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import type { Root } from './site-frame.tsx'

/** The answer of the page of an engine or a workload: the latest comparable results, by engine and machine. */
export function LatestByEngine({ latest, root }: { latest: LatestView; root: Root }) {
  const { title, sentence, origin, chart, rows } = latest
  return (
    <section className="latest" aria-labelledby="latest">
      <h2 id="latest">Latest results: {title}</h2>
      <p>{sentence}</p>
      <Chart chart={chart}>
        <strong>Each dot is the latest result on one machine, × native (lower is better).</strong> A ratio compares with
        the same machine without a container, so machines of different speed stand beside each other.{' '}
        {origin === 'transcribed' &&
          'All results are copied from publications; no run of this registry measured this work yet. '}
        {rows.some(({ erratum }) => erratum !== null) && 'A hollow dot has an erratum. '}
        Superseded, withdrawn and unreliable runs, and figures that their source replaced, are left out. This is not a
        ranking: the machines differ.
      </Chart>
      <details>
        <summary>Every result, with machine and versions</summary>
        <ScrollRegion name="Latest results by engine and machine">
          <table className="figures stacked singles">
            <ColumnHeads
              columns={[
                ['Engine', 'stick'],
                ['Machine', 'whole'],
                ['× native', 'number'],
                ['Median', 'number', 'or mean'],
                ['Run', 'number'],
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <Row key={`${row.run} ${row.engine}`} row={row} root={root} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </section>
  )
}

function Row({ row, root }: { row: LatestRow; root: Root }) {
  const { engine, page, machine, versions, ratio, value, run, day, provenanceLevel, erratum } = row
  return (
    <tr>
      <th scope="row" className="stick">
        <span className="name">{page === null ? engine : <a href={`${root}engines/${page}`}>{engine}</a>}</span>
        <small>{versions}</small>
      </th>
      <td className="whole">
        <span className="name">{machine}</span>
        <small>{provenanceLevel}</small>
      </td>
      <td className="number strong">
        {ratio} <ErratumLink erratum={erratum} root={root} />
      </td>
      <td className="number">{value}</td>
      <td className="number">
        <a href={`${root}runs/${run}`}>{day}</a>
      </td>
    </tr>
  )
}
