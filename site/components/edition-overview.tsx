import type { PartFigures } from '../src/editions/figures.ts'
import { makeOverview } from '../src/editions/overview.ts'
import { ColumnHeads, ScrollRegion } from './data-table.tsx'

/** The overview of an edition of many parts: a row for each, which links to it. */
export function EditionOverview({ parts }: { parts: readonly PartFigures[] }) {
  return (
    <section aria-labelledby="overview">
      <h2 id="overview">Overview</h2>
      <p>
        Each row is a workload in one suite. Medians and ratios are from the smallest to the largest, of all engines and
        places of the files. The link opens its chart and its figures.
      </p>
      <ScrollRegion name="Overview of the workloads">
        <table className="figures overview">
          <ColumnHeads columns={[['Workload'], ['Medians', 'number'], ['Ratios', 'number']]} />
          <tbody>
            {makeOverview(parts).map(({ code, title, values, groups, ratios }) => (
              <tr key={code}>
                <th scope="row">
                  <Title code={code} title={title} />
                </th>
                <td className="number">
                  {values}
                  {groups !== null && <small>{groups}</small>}
                </td>
                <td className="number">{ratios ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

/** The title of a part as a link to it. The suite, which many parts share, stands below the workload. */
function Title({ code, title }: { code: string; title: string }) {
  const [work, ...suite] = title.split(' · ')
  return (
    <>
      <a href={`#${code}`}>{work}</a> {suite.length > 0 && <small>{suite.join(' · ')}</small>}
    </>
  )
}
