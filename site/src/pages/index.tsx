import path from 'node:path'
import type { GetStaticProps } from 'next'
import { AnswerSection, OwnSection } from '../../components/answer-section.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { Layout } from '../../components/layout.tsx'
import { RunList } from '../../components/run-list.tsx'
import type { CitationFormat } from '../cite/citation-formats.ts'
import { findAnswer, findOwnMeasurement, type OwnMeasurement } from '../editions/answer.ts'
import { placeBindMounts, type ShownAnswer, showAnswer, withoutSamples } from '../editions/answer-chart.ts'
import type { Edition } from '../editions/edition.ts'
import { makeBibtex, makeCitations } from '../editions/edition-citations.ts'
import { type EditionEntry, listEditions } from '../editions/list-editions.ts'
import { type LoadedEdition, loadEditions } from '../editions/load-editions.ts'
import { shippedNames } from '../editions/read-editions.ts'
import { describeLevels } from '../editions/run-provenance.ts'
import { readErrata } from '../errata/errata.ts'
import { type ShownErrata, shownErrata } from '../errata/touched-rows.ts'
import { buildContext } from '../page-parts/build-context.ts'
import { buildReader } from '../page-parts/build-reader.ts'
import type { PlacedChart } from '../page-parts/charts/responsive-chart.tsx'
import { templateOfBuild } from '../page-parts/template.ts'
import { toRunEntries } from '../search/run-entry.ts'
import type { RunEntry } from '../search/search-index.ts'
import { countRuns, latestRuns, replacedRuns } from '../store/queries.ts'

interface Properties {
  answer: ShownAnswer | null
  /** The errata of the answer's edition. */
  errata: ShownErrata
  own: {
    found: OwnMeasurement
    chart: PlacedChart | null
    level: string
    bibtex: CitationFormat
    rows: number
    runs: number
  } | null
  /** The lede of an edition is null if a section above has its result. */
  editions: (Omit<EditionEntry, 'lede'> & { lede: string | null })[]
  runs: RunEntry[]
  /** The editions whose runs are not in `runs`. */
  leftOut: { name: string; title: string }[]
  runCount: number
  /** Whether an edition shows figures that others published. */
  hasTranscribed: boolean
  /** The picture of a shared link; null if the registry's address is unknown. */
  picture: string | null
}

const RUNS_SHOWN = 12
const METHOD =
  'Plimsoll measures how much slower work gets in a container, in a virtual machine or on a shared folder, by the same method on every engine.'
const TRANSCRIBED = ' Beside these results stand figures that others published, marked as transcribed.'
const PERMANENT = ' Every result has a permanent address.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const { registry, baseUrl, editions: paths } = buildContext()
  const editions = loadEditions(registry, paths)
  const shipped = shippedNames(paths)
  const answer = findAnswer(editions, shipped)
  const measured = findOwnMeasurement(editions, answer)
  const errata = readErrata(path.join(process.cwd(), 'shipped-editions', 'errata'))
  // The runs of an edition that Plimsoll measured are on its page. Here they would hide the runs of this registry.
  const own = editions.filter(({ edition }) => shipped.includes(edition.name) && edition.citation === null)
  const ownRuns = own.flatMap(({ runs }) => runs)
  const shown = [answer, measured].flatMap((found) => found?.edition.name ?? [])
  const listed = listEditions(editions)
  const pictured = answer?.edition.name ?? listed[0]?.name
  const loaded = (edition: Edition) => editions.find((one) => one.edition === edition) as LoadedEdition
  const citationsOf = (edition: Edition) => makeBibtex(makeCitations(loaded(edition), templateOfBuild(), shipped))
  const reader = buildReader()
  return {
    props: {
      hasTranscribed: editions.some(({ edition }) => edition.citation !== null),
      picture: baseUrl && pictured ? `${baseUrl}editions/pictures/${pictured}.png` : null,
      answer: answer && showAnswer(answer, citationsOf(answer.edition), baseUrl),
      errata:
        answer === null ? { all: 0, touching: [] } : shownErrata(errata, loaded(answer.edition), answer.bindMounts),
      own: measured && {
        found: withoutSamples(measured),
        chart: measured.bindMounts && placeBindMounts(measured.bindMounts, 'own'),
        level: describeLevels(loaded(measured.edition).provenance),
        bibtex: citationsOf(measured.edition),
        rows: measured.edition.parts.reduce((sum, { rows }) => sum + rows.length, 0),
        runs: loaded(measured.edition).runs.length,
      },
      editions: listed.map((entry) => (shown.includes(entry.name) ? { ...entry, lede: null } : entry)),
      runs: toRunEntries(
        (await latestRuns(reader, RUNS_SHOWN + ownRuns.length))
          .filter(({ id }) => !ownRuns.includes(id))
          .slice(0, RUNS_SHOWN),
        await replacedRuns(reader),
      ),
      leftOut: own.map(({ edition }) => ({ name: edition.name, title: edition.title })),
      runCount: await countRuns(reader),
    },
  }
}

const STEP = `- name: Measure and comment
  uses: OWNER/plimsoll/action@0000000000000000000000000000000000000000 # the last release`

export default function Home(properties: Properties) {
  const { answer, errata, own, editions, runs, leftOut, runCount, hasTranscribed, picture } = properties
  const sentence = `${METHOD}${hasTranscribed ? TRANSCRIBED : ''}${PERMANENT}`
  return (
    <Layout title="What containers cost" description={sentence} root="" scripts={['copy']} picture={picture}>
      <header className="page-head">
        <h1>What containers cost</h1>
        <p className="lede">{sentence}</p>
        <p className="ways">
          <a href="#workflow">Measure your pull requests</a>
          <a href="runs">Find a run</a>
          <a href="compare">Compare two runs</a>
          <a href="method">How it is measured</a>
        </p>
      </header>
      {answer !== null && <AnswerSection answer={answer} errata={errata} />}
      {own !== null && <OwnSection {...own} own={own.found} />}
      <section aria-labelledby="workflow">
        <h2 id="workflow">Does a pull request make your own work slower?</h2>
        <p>
          Add this step to a workflow. It measures the pull request and its target branch in one job, and reports the
          difference in one comment. <a href="docs/pull-requests">The whole workflow</a>, and{' '}
          <a href="docs/own-workload">how to describe the commands to measure</a>. There is no release yet, so{' '}
          <code>OWNER/plimsoll…@0000…</code> is a placeholder.
        </p>
        <Copyable text={STEP} label="the step of the workflow" />
      </section>
      <section aria-labelledby="editions">
        <h2 id="editions">Editions</h2>
        <p>
          An edition is a frozen comparison, like a table in an article: its file never changes. Its page states its
          sources, its method and its errata, and may say more than the file did.
        </p>
        {editions.length === 0 && <p>This site has no edition yet.</p>}
        <ul className="editions">
          {editions.map(({ name, title, lede, published, origin }) => (
            <li key={name}>
              <h3>
                <a href={`editions/${name}`}>{title}</a>
              </h3>
              <p>{lede ?? 'Its main result is shown above.'}</p>
              <p className="fine">
                {origin} · {published} · <a href={`editions/${name}#cite`}>cite</a>
              </p>
            </li>
          ))}
        </ul>
        {hasTranscribed && (
          <p className="fine">
            <a href="errata">The errata</a> list errors found in published figures, with the data.
          </p>
        )}
      </section>
      <section aria-labelledby="runs">
        <h2 id="runs">{leftOut.length === 0 ? 'Latest runs' : 'Latest other runs'}</h2>
        {leftOut.map(({ name, title }) => (
          <p className="fine" key={name}>
            Without the runs of the edition <a href={`editions/${name}#cite`}>{title}</a>.
          </p>
        ))}
        <RunList runs={runs} root="" />
        <p>
          <a href="runs">{runCount > runs.length ? `All ${runCount.toLocaleString('en')} runs` : 'Search the runs'}</a>
        </p>
      </section>
      <section aria-labelledby="yours">
        <h2 id="yours">Measure your own machine</h2>
        <p>
          In a clone of the project, one command finds the installed container engines, measures each, and builds a
          registry like this one on your machine. It publishes nothing.
        </p>
        <Copyable text="npm start" label="the command" />
      </section>
    </Layout>
  )
}
