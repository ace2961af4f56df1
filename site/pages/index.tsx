import type { GetStaticProps } from 'next'
import { Chart } from '../components/chart.tsx'
import { HeadlineTable } from '../components/headline-list.tsx'
import { Layout } from '../components/layout.tsx'
import { RunList } from '../components/run-list.tsx'
import type { PlacedChart } from '../src/charts/responsive-chart.tsx'
import { type EditionHeadline, headlineChart, headlineSentence, headlines, worksOf } from '../src/editions/headlines.ts'
import { loadEditions } from '../src/editions/load-editions.ts'
import { readEditions } from '../src/editions/read-editions.ts'
import { describeLevels } from '../src/editions/run-provenance.ts'
import { buildContext } from '../src/page/build-context.ts'
import { buildReader } from '../src/page/build-reader.ts'
import { publishedTitle } from '../src/page/titles.ts'
import { toRunEntry } from '../src/search/run-entry.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { countRuns, latestRuns } from '../src/store/queries.ts'

interface Properties {
  stylesheet: string
  chart: PlacedChart
  lines: EditionHeadline[]
  editions: { name: string; title: string; lede: string; published: string; provenanceLevel: string }[]
  runs: RunEntry[]
  runCount: number
}

const RUNS_SHOWN = 12
const SENTENCE =
  'Plimsoll measures how much slower work gets in a container, in a virtual machine or on a shared folder. The method is the same on every engine, and every run has a permanent address.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const { registry, template, editions: directories } = buildContext()
  const editions = loadEditions(registry, directories)
  const shipped = readEditions(...directories.slice(0, 1)).map(({ name }) => name)
  const lines = headlines(editions, shipped)
  // The runs of an edition that Plimsoll measured are on its page. Here they would hide the runs of this registry.
  const own = editions.flatMap(({ edition, runs }) =>
    shipped.includes(edition.name) && edition.citation === null ? runs : [],
  )
  const reader = buildReader()
  return {
    props: {
      stylesheet: template.stylesheet,
      chart: headlineChart(lines),
      lines,
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

export default function Home({ stylesheet, chart, lines, editions, runs, runCount }: Properties) {
  return (
    <Layout title="Plimsoll: what containers cost" description={SENTENCE} root="" stylesheet={stylesheet}>
      <header className="page-head">
        <h1>What containers cost</h1>
        <p className="lede">{SENTENCE}</p>
        <p className="ways">
          <a href={`editions/${editions[0]?.name}`}>The latest edition</a>
          <a href="runs">Find a run</a>
          <a href="compare">Compare two runs</a>
          <a href="engines">Engines over time</a>
          <a href="method">How it is measured</a>
        </p>
      </header>
      <section aria-labelledby="headline">
        <h2 id="headline">{headlineSentence(lines)}</h2>
        <Chart chart={chart}>
          <strong>Time of {worksOf(lines)} with its files on a bind mount, × native (lower is better).</strong> Each bar
          starts at 1, which is the native time: the time on the same machine without a container. Transcribed ratios
          are quotients of the source’s medians; measured ones are estimated by rounds. Colours of the bars:{' '}
          <span className="in-bind">macOS</span> and <span className="in-native">Linux</span>. All figures are from the
          editions below.
        </Chart>
        <HeadlineTable lines={lines} />
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
        <pre>npm start</pre>
      </section>
    </Layout>
  )
}
