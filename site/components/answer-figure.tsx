import type { ShownAnswer } from '../src/editions/answer-chart.ts'
import { describeCounts, describeNative } from '../src/editions/bind-mounts.ts'
import { chartFile } from '../src/editions/chart-files.ts'
import type { ShownErrata } from '../src/errata/touched-rows.ts'
import { BindMountTable } from './bind-mount-table.tsx'
import { Chart } from './chart.tsx'
import { CitationLink } from './citation-box.tsx'
import { ErrataNote } from './errata-note.tsx'
import { FlagNote } from './flag-note.tsx'
import { TakeAway } from './take-away.tsx'

interface Properties {
  answer: ShownAnswer
  /** The errata of the edition; null if they are not shown. */
  errata: ShownErrata | null
  /** Whether the registry's address is unknown. */
  isRelative: boolean
  /** The path from the page to the root of the site. */
  root: '' | '../'
}

/** The chart of the answer with its footnotes, its table, and what a reader can take away of it. */
export function AnswerFigure({ answer: { found, chart, embed, bibtex }, errata, isRelative, root }: Properties) {
  const { edition, bindMounts } = found
  const { part, machine, flags } = bindMounts
  const file = (format: Parameters<typeof chartFile>[2]) =>
    `${root}editions/${chartFile(edition.name, part.code, format)}`
  return (
    <>
      <Chart chart={chart}>
        <strong>npm install on a bind mount: median time, and × native (lower is better).</strong> {machine};{' '}
        {describeNative(bindMounts)}; {describeCounts(bindMounts)}. The thin line is min–max.
      </Chart>
      {flags.map((flag) => (
        <FlagNote key={flag.code} flag={flag} root={root} />
      ))}
      <details>
        <summary>Show as a table</summary>
        <BindMountTable bindMounts={bindMounts} label="npm install on a bind mount" />
      </details>
      {errata !== null && <ErrataNote errata={errata} edition={edition.name} root={root} />}
      <TakeAway
        files={[
          ['SVG', file('svg')],
          ['PNG', file('png')],
          ['CSV', `${root}editions/${edition.name}.csv`],
          ['JSON', `${root}editions/${edition.name}.json`],
          ['Vega-Lite', file('vl.json')],
        ]}
        embed={embed}
        isRelative={isRelative}
        root={root}
      >
        <CitationLink format={bibtex} />
        <a href={`${root}editions/${edition.name}#cite`}>How to cite</a>
        {root === '' && <a href={`editions/${edition.name}`}>The whole edition</a>}
      </TakeAway>
    </>
  )
}
