import { counted } from '@plimsoll/schema/browser'
import { Fragment } from 'react'
import type { CitationFormat } from '../src/cite/citation-formats.ts'
import type { OwnMeasurement } from '../src/editions/answer.ts'
import type { ShownAnswer } from '../src/editions/answer-chart.ts'
import { describeCounts, describeNative } from '../src/editions/bind-mounts.ts'
import { chartFile } from '../src/editions/chart-files.ts'
import type { ShownErrata } from '../src/errata/touched-rows.ts'
import type { PlacedChart } from '../src/page-parts/charts/responsive-chart.tsx'
import { BindMountTable } from './bind-mount-table.tsx'
import { Chart } from './chart-frame.tsx'
import { CitationLink } from './citation-box.tsx'
import { EditionSource } from './edition-provenance.tsx'
import { FlagNote } from './read-with-care.tsx'
import type { Root } from './site-frame.tsx'
import { TakeAway } from './take-away.tsx'

/** The answer to the question that readers ask most, as a chart of one source and one machine. */
export function AnswerSection({ answer, errata }: { answer: ShownAnswer; errata: ShownErrata }) {
  const { edition, words } = answer.found
  return (
    <section aria-labelledby="answer" className="answer">
      <h2 id="answer">Which engine was fastest on a Mac’s bind mount?</h2>
      <p className="lede">
        {words.before}
        <strong>{words.fastest}</strong>
        {words.after}
      </p>
      <p>{words.others}</p>
      {words.names !== null && <p className="fine">{words.names}</p>}
      <EditionSource edition={edition} level="" />
      <AnswerFigure answer={answer} errata={errata} root="" />
    </section>
  )
}

interface OwnProperties {
  own: OwnMeasurement
  chart: PlacedChart | null
  level: string
  /** The citation of the edition. */
  bibtex: CitationFormat
  /** The number of rows and of runs of the whole edition. */
  rows: number
  runs: number
}

/** What Plimsoll measured itself. */
export function OwnSection({ own, chart, level, bibtex, rows, runs }: OwnProperties) {
  const { edition, bindMounts, finding } = own
  return (
    <section aria-labelledby="own" className="answer own">
      <h2 id="own">{edition.title}</h2>
      <EditionSource edition={edition} level={level} />
      <p>{finding ?? edition.lede}</p>
      {chart !== null && bindMounts !== null && (
        <Chart chart={chart}>
          <strong>{bindMounts.part.title}, on a bind mount: median time, and × native (lower is better).</strong>{' '}
          {bindMounts.machine}; {describeNative(bindMounts)}; {describeCounts(bindMounts)}. The thin line is min–max.
        </Chart>
      )}
      <p className="fine">
        The whole edition has {counted(rows, 'row')} (a workload in one place, with one engine) from{' '}
        {counted(runs, 'run')}.
      </p>
      <p className="ways">
        <a href={`editions/${edition.name}`}>The whole edition</a>
        <a href={`editions/${edition.name}#cite`}>How to cite</a>
        Download
        <CitationLink format={bibtex} />
        <a href={`editions/${edition.name}.csv`} download>
          CSV
        </a>
        <a href={`editions/${edition.name}.json`} download>
          JSON
        </a>
      </p>
    </section>
  )
}

interface Properties {
  answer: ShownAnswer
  /** The errata of the edition; null if they are not shown. */
  errata: ShownErrata | null
  /** The path from the page to the root of the site. */
  root: '' | '../'
}

/** The chart of the answer with its footnotes, its table, and what a reader can take away of it. */
export function AnswerFigure({ answer: { found, chart, embed, bibtex }, errata, root }: Properties) {
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
          ['PNG', `${root}editions/pictures/${edition.name}.png`],
          ['CSV', `${root}editions/${edition.name}.csv`],
          ['JSON', `${root}editions/${edition.name}.json`],
          ['Vega-Lite', file('vl.json')],
        ]}
        embed={embed}
        root={root}
      >
        <CitationLink format={bibtex} />
        <a href={`${root}editions/${edition.name}#cite`}>How to cite</a>
        {root === '' && <a href={`editions/${edition.name}`}>The whole edition</a>}
      </TakeAway>
    </>
  )
}

interface ErrataNoteProperties {
  errata: ShownErrata
  /** The name of the edition. */
  edition: string
  root: Root
}

/** Says which errata of an edition touch the figures of a chart, before a reader cites them. */
function ErrataNote({ errata: { all, touching }, edition, root }: ErrataNoteProperties) {
  if (all === 0) return null
  return (
    <p className="fine">
      Before you cite these figures, read the errata of their source:{' '}
      <a href={`${root}editions/${edition}#errata`}>
        {all} {all === 1 ? 'erratum' : 'errata'}
      </a>
      {touching.length > 0 && `; ${touching.length} of them touch these figures: `}
      {touching.map(({ code, title, platforms }, at) => (
        <Fragment key={code}>
          {at > 0 && '; '}
          <a href={`${root}errata#${code}`}>{title}</a>
          {platforms.length > 0 && ` (${platforms.join(' · ')})`}
        </Fragment>
      ))}
      .
    </p>
  )
}
