import type { GetStaticPaths, GetStaticProps } from 'next'
import { Chart, Legend } from '../../components/chart.tsx'
import { EditionTable } from '../../components/edition-table.tsx'
import { Layout } from '../../components/layout.tsx'
import type { Edition } from '../../src/editions/edition.ts'
import { type Drawing, drawEdition } from '../../src/editions/figures.ts'
import { loadEditions } from '../../src/editions/load.ts'
import type { ResolvedRow } from '../../src/editions/resolve.ts'
import { readEditions } from '../../src/editions/shipped.ts'
import { surroundings } from '../../src/page/surroundings.ts'
import { publishedTitle } from '../../src/page/text.ts'
import { citationLine } from '../../src/run-page/citation.ts'

interface Properties {
  stylesheet: string
  edition: Edition
  /** The name it was reached by, where that is not its own. */
  alias: string | null
  rows: ResolvedRow[]
  /** The ids of its runs, in the order of its rows. */
  runs: string[]
  drawing: Drawing
}

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = () => {
  const names = readEditions(surroundings().editions).flatMap(({ name, aliases }) => [name, ...aliases])
  return { paths: names.map((name) => ({ params: { name } })), fallback: false }
}

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const { registry, template, editions: directory } = surroundings()
  const name = String(params?.name)
  const editions = await loadEditions(registry, directory)
  const found = editions.find(({ edition }) => edition.name === name || edition.aliases.includes(name))
  if (found === undefined) return { notFound: true }
  const { edition, rows, runs } = found
  return {
    props: {
      stylesheet: template.stylesheet,
      edition,
      alias: edition.name === name ? null : name,
      rows,
      runs,
      drawing: await drawEdition(edition, rows),
    },
  }
}

export default function EditionPage({ stylesheet, edition, alias, rows, runs, drawing }: Properties) {
  const { name, title, lede, citation, method, changes, flags, previous, digest } = edition
  const tests = [...new Map(rows.map(({ scenario, test }) => [scenario, { scenario, title: test }])).values()]
  return (
    <Layout
      title={`${title} · Plimsoll`}
      description={lede}
      root="../"
      stylesheet={stylesheet}
      canonical={alias ? name : undefined}
    >
      <header className="page-head">
        <p className="eyebrow">
          Edition <code>{name}</code>
        </p>
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        <ul className="badges" aria-label="Standing">
          <li className="badge">transcribed</li>
          <li className="badge">{publishedTitle(edition)}</li>
          {flags.map(({ code, title }) => (
            <li className="badge warn" key={code}>
              {rows.filter(({ flag }) => flag === code).length} rows {title}
            </li>
          ))}
        </ul>
        {alias !== null && (
          <p className="alias">
            <code>{alias}</code> is another name of the edition <a href={name}>{name}</a>; link to that one.
          </p>
        )}
      </header>
      <section aria-labelledby="results">
        <h2 id="results">Results</h2>
        <Chart drawing={drawing}>
          <strong>Average time of npm install, by platform and test.</strong> Shorter is faster
          {rows.some(({ figures }) => figures.minimum !== figures.maximum)
            ? '; the thin line is the range.'
            : '; one run each.'}
          <Legend entries={tests} />
        </Chart>
        <EditionTable title={title} rows={rows} flags={flags} />
        <p className="fine">
          Ratio: average divided by the average of the same platform’s native test. All figures are computed from the
          single runs.
        </p>
      </section>
      {flags.map(({ code, title, text }) => (
        <section className="warning" key={code} id={`flag-${code}`} aria-labelledby={`title-${code}`}>
          <h2 id={`title-${code}`}>Flagged: {title}</h2>
          <p>{text}</p>
        </section>
      ))}
      {changes.length > 0 && (
        <section aria-labelledby="changes">
          <h2 id="changes">
            Since <a href={previous ?? ''}>{previous}</a>
          </h2>
          <Paragraphs texts={changes} />
        </section>
      )}
      <section aria-labelledby="method">
        <h2 id="method">Method, and what is weak about it</h2>
        <Paragraphs texts={method} />
      </section>
      <section aria-labelledby="cite">
        <h2 id="cite">Cite and download</h2>
        <p className="cite">
          {citationLine(citation)} {citation.url} Plimsoll edition {name}, {digest}.
        </p>
        <p>
          Source: <a href={citation.url}>{citation.title}</a>. This edition as data:{' '}
          <a href={`${name}.json`} download>
            {name}.json
          </a>
          . Its runs, with every single time:{' '}
          {runs.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a href={`../runs/${id}`}>
                <code>{id.slice(0, 10)}</code>
              </a>
            </span>
          ))}
          .
        </p>
      </section>
    </Layout>
  )
}

function Paragraphs({ texts }: { texts: string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>)
}
