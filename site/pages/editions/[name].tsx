import type { GetStaticPaths, GetStaticProps } from 'next'
import { AnswerChart } from '../../components/answer-chart.tsx'
import { CitationBox } from '../../components/citation-box.tsx'
import { EditionChanges } from '../../components/edition-changes.tsx'
import { EditionPartSection, type ShownPart } from '../../components/edition-part.tsx'
import { EditionProvenance, RunStateWarning } from '../../components/edition-provenance.tsx'
import { Layout } from '../../components/layout.tsx'
import { TrustedHtml } from '../../components/trusted-html.tsx'
import { drawLines } from '../../src/charts/line-chart.ts'
import { placeChart } from '../../src/charts/position-marks.ts'
import { type CitationData, citeEdition, citeSource } from '../../src/cite/citation-formats.ts'
import { editionDataset } from '../../src/cite/dataset.ts'
import { findAnswer } from '../../src/editions/answer.ts'
import { type ShownAnswer, showAnswer } from '../../src/editions/answer-chart.ts'
import { type ChartFormat, chartFile } from '../../src/editions/chart-files.ts'
import { describeNumbers, footnotesOf } from '../../src/editions/chart-heading.ts'
import type { Edition, Flag } from '../../src/editions/edition.ts'
import { embedCode } from '../../src/editions/embed.ts'
import type { ResolvedPart } from '../../src/editions/figures.ts'
import { type LoadedEdition, loadEditions } from '../../src/editions/load-editions.ts'
import { type MatchedRow, matchedRows } from '../../src/editions/matched-rows.ts'
import { describePart, legendOf, lineChartOf, rowChartOf, shownFlags } from '../../src/editions/part-chart.ts'
import { readEditions, shippedNames } from '../../src/editions/read-editions.ts'
import type { RunProvenance } from '../../src/editions/run-provenance.ts'
import { errataOf } from '../../src/errata/errata.ts'
import { trusted } from '../../src/html.ts'
import { buildContext } from '../../src/page/build-context.ts'
import { publishedTitle } from '../../src/page/titles.ts'

interface Properties {
  stylesheet: string
  /** The names of script files under `/assets`. */
  scripts: string[]
  edition: Edition
  /** The alias by which the page was reached; null for the edition's own name. */
  alias: string | null
  /** The chart of the answer on the home page, if it is from this edition. */
  answer: ShownAnswer | null
  parts: ShownPart[]
  /** The ids of the edition's runs, in the order of its rows. */
  runs: string[]
  /** The ids of the edition's runs that are no longer in the registry. */
  missing: string[]
  /** The provenance and the state of the runs that are still in the registry. */
  provenance: RunProvenance[]
  matched: MatchedRow[]
  errata: { code: string; title: string }[]
  cite: CitationData
  /** The citation of the source; null for an edition of measured runs. */
  citeOriginal: CitationData | null
  /** The description of the edition for dataset search engines, as JSON-LD. */
  dataset: string
  /** The absolute address of the edition; null if the registry's address is unknown. */
  address: string | null
  picture: string | null
}

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = () => {
  const names = readEditions(...buildContext().editions).flatMap(({ name, aliases }) => [name, ...aliases])
  return { paths: names.map((name) => ({ params: { name } })), fallback: false }
}

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const { registry, template, baseUrl, editions: directories } = buildContext()
  const name = String(params?.name)
  const editions = loadEditions(registry, directories)
  const found = editions.find(({ edition }) => edition.name === name || edition.aliases.includes(name))
  if (found === undefined) return { notFound: true }
  const { edition, runs, missing, provenance } = found
  const answer = findAnswer(editions, shippedNames(directories))
  const previous = editions.find((other) => other.edition.name === edition.previous)
  const citationData = citeEdition(edition, baseUrl, submittersOf(provenance))
  const addresses = baseUrl === null ? [] : runs.map((id) => `${baseUrl}runs/${id}`)
  return {
    props: {
      stylesheet: template.stylesheet,
      scripts: [template.scripts.explore, template.scripts.copy].filter((script) => script !== undefined),
      edition,
      alias: edition.name === name ? null : name,
      answer: answer?.edition.name === edition.name ? showAnswer(answer, baseUrl) : null,
      parts: await showParts(found, baseUrl),
      runs,
      missing,
      provenance,
      matched: previous === undefined ? [] : matchedRows(found, previous),
      errata: errataOf(edition.name),
      address: baseUrl && `${baseUrl}editions/${edition.name}`,
      picture: baseUrl && `${baseUrl}editions/pictures/${edition.name}.png`,
      cite: citationData,
      citeOriginal: citeSource(edition),
      dataset: editionDataset(edition, citationData, addresses),
    },
  }
}

/** Returns the submitters of the runs, each once. */
function submittersOf(provenance: RunProvenance[]): string[] {
  return [...new Set(provenance.flatMap(({ submitter }) => submitter ?? []))]
}

async function showParts({ edition, parts }: LoadedEdition, baseUrl: string | null): Promise<ShownPart[]> {
  return Promise.all(
    parts.map(async (part) => {
      const [rows, lines] = [rowChartOf(part), lineChartOf(part)]
      const alternative = {
        id: `edition-${edition.name}-${part.code}`,
        title: `${part.title} (${part.unit.title})`,
        description: describePart(part),
      }
      return {
        part: { ...part, rows: part.rows.map(withoutValues) },
        legend: legendOf(part),
        chart: rows ? placeChart(rows, alternative) : lines && (await drawLines(lines, alternative)),
        taken: rows && takenOf(edition, part, baseUrl),
      }
    }),
  )
}

/** What a reader can take away of the chart of a part. */
function takenOf(edition: Edition, part: ResolvedPart, baseUrl: string | null): ShownPart['taken'] {
  const file = (format: ChartFormat) => chartFile(edition.name, part.code, format)
  return {
    spec: file('vl.json'),
    files: [
      ['SVG', file('svg')],
      ['SVG for phones', file('narrow.svg')],
      ['Vega-Lite', file('vl.json')],
    ],
    embed: embedCode({
      edition,
      part: part.code,
      description: describeTaken(edition, part),
      baseUrl,
    }),
  }
}

/** The text alternative of a chart that a reader takes away. */
function describeTaken({ title, flags }: Edition, part: ResolvedPart): string {
  const notes = footnotesOf(shownFlags(part, flags)).map((note) => ` ${note}.`)
  return `${part.title}: ${describeNumbers(part)} (${part.unit.title}). ${title}.${notes.join('')}`
}

/** Removes the samples of a row. The page does not need them: it shows figures, and charts that were drawn before. */
function withoutValues<R extends ShownPart['part']['rows'][number]>(row: R): R {
  return { ...row, figures: { ...row.figures, values: [], warmups: [] } }
}

export default function EditionPage({
  stylesheet,
  scripts,
  edition,
  alias,
  answer,
  parts,
  runs,
  missing,
  provenance,
  matched,
  errata,
  cite,
  citeOriginal,
  dataset,
  address,
  picture,
}: Properties) {
  const { name, title, lede, citation, method, changes, flags, previous } = edition
  return (
    <Layout
      title={`${title} · Plimsoll`}
      description={lede}
      root="../"
      stylesheet={stylesheet}
      scripts={scripts}
      canonical={alias ? name : undefined}
      address={address}
      picture={picture}
    >
      <header className="page-head">
        <p className="eyebrow">
          Edition <code>{name}</code>
        </p>
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        <ul className="badges" aria-label="Provenance">
          <EditionProvenance
            transcribed={citation !== null}
            provenance={provenance}
            parts={parts.map(({ part }) => part)}
          />
          <li className="badge">{publishedTitle(edition)}</li>
          {summarizeFlags(parts, flags).map((text) => (
            <li className="badge warn" key={text}>
              {text}
            </li>
          ))}
          {errata.length > 0 && (
            <li className="badge warn">
              <a href="#errata">
                {errata.length} {errata.length === 1 ? 'erratum' : 'errata'}
              </a>
            </li>
          )}
        </ul>
        <p className="ways">
          <a href="#cite">Cite and download</a>
          <a href="#method">Method</a>
          {previous !== null && <a href="#changes">Since {previous}</a>}
        </p>
        {alias !== null && (
          <p className="alias">
            <code>{alias}</code> is another name of the edition <a href={name}>{name}</a>. In links, use {name}.
          </p>
        )}
      </header>
      <TrustedHtml as="script" type="application/ld+json" html={trusted(dataset)} />
      <RunStateWarning provenance={provenance} />
      {missing.length > 0 && (
        <section className="warning" aria-labelledby="missing">
          <h2 id="missing">Some runs are missing</h2>
          <p>
            The following runs were deleted from this registry or are damaged, so their rows have no figures:{' '}
            {missing.join(', ')}.
          </p>
        </section>
      )}
      {answer !== null && (
        <section aria-labelledby={answer.found.bindMounts.part.code} className="answer">
          <h2 id={answer.found.bindMounts.part.code}>The engines on a bind mount</h2>
          <AnswerChart answer={answer} isRelative={address === null} root="../" />
        </section>
      )}
      {parts.map((shown) => (
        <EditionPartSection key={shown.part.code} {...shown} flags={flags} isRelative={address === null} />
      ))}
      {flags.map(({ code, title, text, erratum }) => (
        <section className="warning" key={code} id={`flag-${code}`} aria-labelledby={`title-${code}`}>
          <h2 id={`title-${code}`}>Flagged: {title}</h2>
          <p>
            {text} {erratum && <a href={`../errata#${erratum}`}>Erratum</a>}
          </p>
        </section>
      ))}
      {previous !== null && <EditionChanges previous={previous} changes={changes} matched={matched} />}
      {errata.length > 0 && (
        <section aria-labelledby="errata">
          <h2 id="errata">Errata</h2>
          <ul>
            {errata.map(({ code, title }) => (
              <li key={code}>
                <a href={`../errata#${code}`}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="method">
        <h2 id="method">Method and limitations</h2>
        {method.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section aria-labelledby="cite">
        <h2 id="cite">Cite and download</h2>
        {citeOriginal !== null && (
          <>
            <p>
              Cite the source for what its author measured and printed. Cite this edition for what Plimsoll adds: the
              medians, ratios, flags and errata shown here. The citation of the edition names the source.
            </p>
            <h3>The source</h3>
            {citation !== null && (
              <p>{citation.url === null ? citation.title : <a href={citation.url}>{citation.title}</a>}</p>
            )}
            <CitationBox data={citeOriginal} />
            <h3>This edition</h3>
          </>
        )}
        <CitationBox data={cite} />
        <p>
          This edition as data:{' '}
          <a href={`${name}.json`} download>
            {name}.json
          </a>{' '}
          (frozen, with the hashes of its runs),{' '}
          <a href={`${name}.csv`} download>
            {name}.csv
          </a>{' '}
          (every row), <a href={`pictures/${name}.png`}>{name}.png</a> (a picture for links).{' '}
          {runs.length === 0 ? noRunsReason(edition) : 'Its runs, with every sample: '}
          {runs.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a href={`../runs/${id}`}>
                <code>{id.slice(0, 10)}</code>
              </a>
            </span>
          ))}
          {runs.length > 0 && '.'}
        </p>
      </section>
    </Layout>
  )
}

/** Says why an edition has no run documents. */
function noRunsReason({ citation, parts }: Edition): string {
  const hasValues = parts.some(({ rows }) => rows.some(({ stated }) => stated?.values !== undefined))
  if (hasValues && citation?.url === null)
    return 'It has no run documents: a run document cites the address of its source, and the address of this source is unknown. The samples are in the JSON file.'
  return 'It has no run documents: a run document holds samples or a summary of them, and this source gives neither, only the statements above.'
}

/**
 * Returns the number of rows with each flag (a remark on a row). If there are more than `MAX_FLAGS` flags, returns only
 * the number of flagged rows.
 */
function summarizeFlags(parts: ShownPart[], flags: Flag[]): string[] {
  const flagged = parts.flatMap(({ part }) => part.rows.flatMap(({ flag }) => flag ?? []))
  const count = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)
  if (flags.length > MAX_FLAGS) return [`flagged: ${count(flagged.length)}`]
  return flags.map(({ code, title }) => `${title}: ${count(flagged.filter((flag) => flag === code).length)}`)
}

const MAX_FLAGS = 3
