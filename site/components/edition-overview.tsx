import type { PartFigures } from '../src/editions/figures.ts'
import { makeOverview, type OverviewRow } from '../src/editions/overview.ts'
import { DataTable } from './data-table.tsx'

/** The overview of an edition of many parts: a row for each, which links to it. Parts without a ratio have their own table. */
export function EditionOverview({ parts }: { parts: readonly PartFigures[] }) {
  const rows = makeOverview(parts)
  const compared = rows.filter(({ ratios }) => ratios !== null)
  const others = rows.filter(({ ratios }) => ratios === null)
  return (
    <section aria-labelledby="overview">
      <h2 id="overview">Overview</h2>
      <p>
        Each row is a workload in one suite. Medians and ratios are from the smallest to the largest, of all engines and
        places of the files. The link opens its chart and its figures.
      </p>
      {compared.length > 0 && <OverviewTable name="Overview of the workloads" rows={compared} />}
      {others.length > 0 && (
        <>
          {compared.length > 0 && <p>These have nothing to be compared with, such as the same work on the host:</p>}
          <OverviewTable name="Overview of the workloads without a ratio" rows={others} />
        </>
      )}
    </section>
  )
}

function OverviewTable({ name, rows }: { name: string; rows: readonly OverviewRow[] }) {
  const hasRatios = rows.some(({ ratios }) => ratios !== null)
  return (
    <DataTable
      label={name}
      className="figures overview"
      columns={[['Workload'], ['Medians', 'number'], ...(hasRatios ? [['Ratios', 'number'] as const] : [])]}
      rows={rows.map(({ code, title, values, groups, ratios }) => ({
        key: code,
        fields: [
          <Title key={code} code={code} title={title} />,
          <>
            {values}
            {groups !== null && <small>{groups}</small>}
          </>,
          ratios,
        ],
      }))}
    />
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
