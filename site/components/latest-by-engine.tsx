import type { ReactNode } from 'react'
import { FLAG_SIGN } from '../src/editions/bind-mounts.ts'
import type { LatestRow, LatestView } from '../src/history/latest-view.ts'
import { Chart, Legend } from './chart-frame.tsx'
import { DataTable } from './data-table.tsx'
import { ErratumLink } from './erratum-article.tsx'
import { FlagNote } from './read-with-care.tsx'
import type { Root } from './site-frame.tsx'
import { GeneratedMark, UnbrokenNames } from './text.tsx'

/** The answer of the page of an engine or a workload: the latest comparable results, by engine and machine. */
export function LatestByEngine({ latest, root }: { latest: LatestView; root: Root }) {
  const { title, sentence, origin, explanation, ratioTitle, chart, legend, names, rows, flags, unused } = latest
  return (
    <section className="latest" aria-labelledby="latest">
      <h2 id="latest">
        Latest results: <UnbrokenNames text={title} /> <GeneratedMark origin={origin} />
      </h2>
      <p>
        {sentence}
        {unused !== null && (
          <>
            {' '}
            Newest run not used: <a href={`${root}runs/${unused.run}`}>{unused.day}</a>, because {unused.why}.
          </>
        )}
      </p>
      <Chart chart={chart}>
        <strong>Each dot is the latest result on one machine, {ratioTitle}.</strong> A ratio compares with the same
        machine without a container, so machines of different speed stand beside each other.{' '}
        {explanation !== '' && `${explanation} `}
        {origin === 'transcribed' &&
          'All results are copied from publications; no run of this registry measured this work yet. '}
        {origin === 'generated' &&
          'A program made up these results, for example to try out a registry: there is no reliable run with at least three samples to show instead. '}
        {flags.length > 0 && `A result with a hollow dot and ${FLAG_SIGN} is not comparable, so it stands last. `}
        Superseded, withdrawn and unreliable runs, and figures that their source replaced, are left out. This is not a
        ranking: the machines differ.{names.length > 0 && ` Short names: ${names.join('; ')}.`}
        {legend.length > 0 && <Legend entries={legend} />}
      </Chart>
      {flags.map((flag) => (
        <FlagNote key={flag.code} flag={flag} root={root} />
      ))}
      <details>
        <summary>Every result, with machine and versions</summary>
        <DataTable
          label="Latest results by engine and machine"
          columns={[
            ['Engine'],
            ['Machine', 'wrap'],
            [ratioTitle, 'number strong'],
            ['Median', 'number', 'or mean'],
            ['Run', 'number'],
          ]}
          rows={rows.map((row) => ({ key: `${row.run} ${row.engine}`, fields: fieldsOf(row, root) }))}
        />
      </details>
    </section>
  )
}

function fieldsOf(row: LatestRow, root: Root): ReactNode[] {
  const { engine, page, machine, versions, ratio, value, run, day, provenanceLevel, origin, erratum } = row
  return [
    <>
      <span className="name">{page === null ? engine : <a href={`${root}engines/${page}`}>{engine}</a>}</span>
      <small>{versions}</small>
    </>,
    <>
      {machine}
      <small>
        {provenanceLevel}
        <GeneratedMark origin={origin} />
      </small>
    </>,
    <>
      {ratio} <ErratumLink erratum={erratum} root={root} />
    </>,
    value,
    <a key={run} href={`${root}runs/${run}`}>
      {day}
    </a>,
  ]
}
