import type { PlacedChart } from '../src/charts/responsive-chart.tsx'
import type { CitationFormat } from '../src/cite/citation-formats.ts'
import type { OwnMeasurement } from '../src/editions/answer.ts'
import type { ShownAnswer } from '../src/editions/answer-chart.ts'
import { describeCounts, describeNative } from '../src/editions/bind-mounts.ts'
import type { ShownErrata } from '../src/errata/touched-rows.ts'
import { plural } from '../src/page/titles.ts'
import { AnswerFigure } from './answer-figure.tsx'
import { Chart } from './chart.tsx'
import { CitationLink } from './citation-box.tsx'
import { EditionSource } from './edition-provenance.tsx'

/** The answer to the question that readers ask most, as a chart of one source and one machine. */
export function AnswerSection({
  answer,
  errata,
  isRelative,
}: {
  answer: ShownAnswer
  errata: ShownErrata
  isRelative: boolean
}) {
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
      <AnswerFigure answer={answer} errata={errata} isRelative={isRelative} root="" />
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
        The whole edition has {plural(rows, 'row')} (a workload in one place, with one engine) from{' '}
        {plural(runs, 'run')}.
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
