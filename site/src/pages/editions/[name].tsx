import path from 'node:path'
import type { GetStaticPaths, GetStaticProps } from 'next'
import { AnswerFigure } from '../../../components/answer-section.tsx'
import { EditionChanges } from '../../../components/edition-changes.tsx'
import { EditionCite } from '../../../components/edition-cite.tsx'
import { EditionHead } from '../../../components/edition-head.tsx'
import { EditionOverview } from '../../../components/edition-overview.tsx'
import { EditionPartSection, type ShownPart } from '../../../components/edition-part.tsx'
import { RunStateWarning } from '../../../components/edition-provenance.tsx'
import { Layout } from '../../../components/layout.tsx'
import { TextWithCode } from '../../../components/text.tsx'
import type { CitationFormat } from '../../cite/citation-formats.ts'
import { findAnswer } from '../../editions/answer.ts'
import { type ShownAnswer, showAnswer } from '../../editions/answer-chart.ts'
import type { Edition } from '../../editions/edition.ts'
import { type EditionCitations, makeBibtex, makeCitations } from '../../editions/edition-citations.ts'
import { type EditionLede, editionLede } from '../../editions/edition-lede.ts'
import { loadEditions } from '../../editions/load-editions.ts'
import { type MatchedRow, matchedRows } from '../../editions/matched-rows.ts'
import { shippedNames } from '../../editions/read-editions.ts'
import { describeLevels, type RunProvenance } from '../../editions/run-provenance.ts'
import { showParts } from '../../editions/show-parts.ts'
import { withSummary } from '../../editions/with-summary.ts'
import { listEditionErrata, readErrata } from '../../errata/errata.ts'
import { errataOfRows, type ShownErrata, shownErrata } from '../../errata/touched-rows.ts'
import { buildContext, duePages } from '../../page-parts/build-context.ts'
import { templateOfBuild } from '../../page-parts/template.ts'

interface Properties {
  edition: Edition
  lede: EditionLede
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
  /** The provenance levels of the runs, in words. */
  level: string
  /** Whether the site shows the previous edition. */
  hasPrevious: boolean
  matched: MatchedRow[]
  errata: { code: string; title: string }[]
  /** The errata that touch single rows, by the anchor of the row. */
  rowErrata: Record<string, string[]>
  /** The errata of the chart of the answer; null without it. */
  answerErrata: ShownErrata | null
  citations: EditionCitations
  /** The citations in one file. */
  bibtex: CitationFormat
  picture: string | null
}

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = () => ({
  paths: duePages('editions').map(([name = '']) => ({ params: { name } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const { registry, baseUrl, editions: paths } = buildContext()
  const name = String(params?.name)
  const editions = loadEditions(registry, paths)
  const found = editions.find(({ edition }) => edition.name === name || edition.aliases.includes(name))
  if (found === undefined) return { notFound: true }
  const { edition, runs, missing, provenance } = found
  const shipped = shippedNames(paths)
  const answer = findAnswer(editions, shipped)
  const errata = readErrata(path.join(process.cwd(), 'shipped-editions', 'errata'))
  const previous = editions.find((other) => other.edition.name === edition.previous)
  const lede = editionLede(found)
  const citations = makeCitations(found, templateOfBuild(), shipped)
  const bibtex = makeBibtex(citations)
  return {
    props: {
      edition,
      lede,
      alias: edition.name === name ? null : name,
      answer: answer?.edition.name === edition.name ? showAnswer(answer, bibtex, baseUrl) : null,
      parts: await showParts(found, baseUrl),
      runs,
      missing,
      provenance,
      level: describeLevels(provenance),
      hasPrevious: previous !== undefined,
      matched: previous === undefined ? [] : matchedRows(found, previous),
      errata: listEditionErrata(errata, edition.name),
      rowErrata: errataOfRows(errata, found),
      answerErrata: answer?.edition.name === edition.name ? shownErrata(errata, found, answer.bindMounts) : null,
      picture: baseUrl && `${baseUrl}editions/pictures/${edition.name}.png`,
      citations,
      bibtex,
    },
  }
}

/** The parts of an edition with more parts than this are folded, below an overview. */
const MAX_UNFOLDED = 8

export default function EditionPage({
  edition,
  lede,
  alias,
  answer,
  parts,
  runs,
  missing,
  provenance,
  level,
  hasPrevious,
  matched,
  errata,
  rowErrata,
  answerErrata,
  citations,
  bibtex,
  picture,
}: Properties) {
  const { name, title, method, changes, flags, previous } = edition
  const isFolded = parts.length > MAX_UNFOLDED
  return (
    <Layout
      title={title}
      description={withSummary(edition, lede.text)}
      root="../"
      scripts={['copy']}
      canonical={alias ? name : undefined}
      picture={picture}
    >
      <EditionHead
        edition={edition}
        lede={lede}
        alias={alias}
        parts={parts.map(({ part }) => part)}
        provenance={provenance}
        level={level}
        errata={errata.length}
        bibtex={bibtex}
      />
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
          <AnswerFigure answer={answer} errata={answerErrata} root="../" />
        </section>
      )}
      {isFolded && <EditionOverview parts={parts.map(({ part }) => part)} />}
      {parts.map((shown, at) => (
        <EditionPartSection
          key={shown.part.code}
          {...shown}
          flags={flags}
          errata={rowErrata}
          fold={isFolded ? (at === 0 ? 'open' : 'closed') : null}
        />
      ))}
      {flags.map(({ code, title, text, erratum }) => (
        <section className="warning" key={code} id={`flag-${code}`} aria-labelledby={`title-${code}`}>
          <h2 id={`title-${code}`}>Flagged: {title}</h2>
          <p>
            <TextWithCode text={text} /> {erratum && <a href={`../errata#${erratum}`}>Erratum</a>}
          </p>
        </section>
      ))}
      {previous !== null && (
        <EditionChanges previous={previous} isShown={hasPrevious} changes={changes} matched={matched} />
      )}
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
          <p key={text}>
            <TextWithCode text={text} />
          </p>
        ))}
      </section>
      <EditionCite edition={edition} citations={citations} runs={runs} />
    </Layout>
  )
}
