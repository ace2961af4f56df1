import type { GetStaticProps } from 'next'
import { AnswerSection, OwnSection } from '../components/answer-section.tsx'
import { Copyable } from '../components/copyable.tsx'
import { Layout } from '../components/layout.tsx'
import { RunList } from '../components/run-list.tsx'
import { placeChart } from '../src/charts/position-marks.ts'
import type { PlacedChart } from '../src/charts/responsive-chart.tsx'
import { answerHeading } from '../src/data/edition-files.ts'
import { type Answer, findAnswer, findOwnMeasurement, type OwnMeasurement } from '../src/editions/answer.ts'
import { type BindMounts, bindMountChart, describeBindMounts } from '../src/editions/bind-mounts.ts'
import type { Edition } from '../src/editions/edition.ts'
import { embedCode } from '../src/editions/embed.ts'
import { loadEditions } from '../src/editions/load-editions.ts'
import { readEditions } from '../src/editions/read-editions.ts'
import { describeLevels, type RunProvenance } from '../src/editions/run-provenance.ts'
import { buildContext } from '../src/page/build-context.ts'
import { buildReader } from '../src/page/build-reader.ts'
import { publishedTitle } from '../src/page/titles.ts'
import { toRunEntry } from '../src/search/run-entry.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { countRuns, latestRuns } from '../src/store/queries.ts'

interface Properties {
  stylesheet: string
  scripts: string[]
  answer: { found: Answer; chart: PlacedChart; embed: string } | null
  own: { found: OwnMeasurement; chart: PlacedChart | null; level: string } | null
  /** Whether the registry's address is unknown. */
  isRelative: boolean
  editions: { name: string; title: string; lede: string; published: string; provenanceLevel: string }[]
  runs: RunEntry[]
  runCount: number
}

const RUNS_SHOWN = 12
const SENTENCE =
  'Plimsoll measures how much slower work gets in a container, in a virtual machine or on a shared folder. The method is the same on every engine, and every run has a permanent address.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const { registry, template, baseUrl, editions: directories } = buildContext()
  const editions = loadEditions(registry, directories)
  const shipped = readEditions(...directories.slice(0, 1)).map(({ name }) => name)
  const answer = findAnswer(editions, shipped)
  const measured = findOwnMeasurement(editions, answer)
  // The runs of an edition that Plimsoll measured are on its page. Here they would hide the runs of this registry.
  const own = editions.flatMap(({ edition, runs }) =>
    shipped.includes(edition.name) && edition.citation === null ? runs : [],
  )
  const reader = buildReader()
  return {
    props: {
      stylesheet: template.stylesheet,
      scripts: [template.scripts.copy].filter((script) => script !== undefined),
      isRelative: baseUrl === null,
      answer: answer && {
        found: trimmed(answer),
        chart: drawBindMounts(answer.bindMounts, 'answer'),
        embed: embedOf(answer, baseUrl),
      },
      own: measured && {
        found: trimmed(measured),
        chart: measured.bindMounts && drawBindMounts(measured.bindMounts, 'own'),
        level: levelOf(editions.find(({ edition }) => edition === measured.edition)?.provenance ?? []),
      },
      editions: editions.map(({ edition, provenance }) => ({
        name: edition.name,
        title: edition.title,
        lede: edition.lede,
        published: publishedTitle(edition),
        provenanceLevel:
          edition.citation === null
            ? describeLevels(provenance.map(({ provenanceLevel }) => provenanceLevel))
            : 'transcribed',
      })),
      runs: (await latestRuns(reader, RUNS_SHOWN + own.length))
        .filter(({ id }) => !own.includes(id))
        .slice(0, RUNS_SHOWN)
        .map(toRunEntry),
      runCount: await countRuns(reader),
    },
  }
}

function drawBindMounts(bindMounts: BindMounts, id: string): PlacedChart {
  return placeChart(bindMountChart(bindMounts), {
    id: `${id}-chart`,
    title: `${bindMounts.part.title}, on a bind mount`,
    description: describeBindMounts(bindMounts),
  })
}

function embedOf(answer: Answer, baseUrl: string | null): string {
  const { edition, bindMounts } = answer
  const { title, subtitle } = answerHeading(answer)
  return embedCode({
    edition: edition.name,
    part: bindMounts.part.code,
    anchor: bindMounts.part.code.replace(/-bind$/, ''),
    description: `${title}. ${describeBindMounts(bindMounts)}`,
    caption: `${title} (${subtitle}). Plimsoll edition ${edition.name}.`,
    baseUrl,
  })
}

/** The provenance level of runs in words. */
function levelOf(provenance: RunProvenance[]): string {
  return describeLevels(provenance.map(({ provenanceLevel }) => provenanceLevel)) || 'measured'
}

/** Removes the samples and all other rows, which the page does not show. */
function trimmed<Found extends { edition: Edition; bindMounts: BindMounts | null }>(found: Found): Found {
  const { edition, bindMounts } = found
  const rows = bindMounts?.part.rows.map((row) => ({ ...row, figures: { ...row.figures, values: [], warmups: [] } }))
  return {
    ...found,
    edition: { ...edition, parts: [], matches: [] },
    bindMounts: bindMounts && { ...bindMounts, part: { ...bindMounts.part, rows: rows ?? [] } },
  }
}

const STEP = `- name: Measure and comment
  uses: OWNER/plimsoll/action@0000000000000000000000000000000000000000 # the last release
  with:
    fail-on: slower`

export default function Home({ stylesheet, scripts, answer, own, isRelative, editions, runs, runCount }: Properties) {
  return (
    <Layout
      title="Plimsoll: what containers cost"
      description={SENTENCE}
      root=""
      stylesheet={stylesheet}
      scripts={scripts}
    >
      <header className="page-head">
        <h1>What containers cost</h1>
        <p className="lede">{SENTENCE}</p>
        <p className="ways">
          <a href="#workflow">Measure your pull requests</a>
          <a href="runs">Find a run</a>
          <a href="compare">Compare two runs</a>
          <a href="method">How it is measured</a>
        </p>
      </header>
      {answer !== null && (
        <AnswerSection answer={answer.found} chart={answer.chart} embed={answer.embed} isRelative={isRelative} />
      )}
      {own !== null && <OwnSection own={own.found} chart={own.chart} level={own.level} />}
      <section aria-labelledby="workflow">
        <h2 id="workflow">Does a pull request make your own work slower?</h2>
        <p>
          Add this step to a workflow. It measures the pull request and its target branch in one job, and reports the
          difference in one comment. <a href="docs/pull-requests">The whole workflow</a>, and{' '}
          <a href="docs/own-workload">how to describe the commands to measure</a>.
        </p>
        <Copyable text={STEP} label="the step of the workflow" />
      </section>
      <section aria-labelledby="editions">
        <h2 id="editions">Editions</h2>
        <p>An edition is a frozen comparison: it never changes. It states its sources, its method and its errata.</p>
        <ul className="editions">
          {editions.map(({ name, title, lede, published, provenanceLevel }) => (
            <li key={name}>
              <h3>
                <a href={`editions/${name}`}>{title}</a>
              </h3>
              <p>{lede}</p>
              <p className="fine">
                {provenanceLevel === '' ? 'measured' : provenanceLevel} · {published} ·{' '}
                <a href={`editions/${name}#cite`}>cite</a>
              </p>
            </li>
          ))}
        </ul>
        <p className="fine">
          <a href="errata">The errata</a> list errors found in published figures, with the data.
        </p>
      </section>
      <section aria-labelledby="runs">
        <h2 id="runs">Latest runs</h2>
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
