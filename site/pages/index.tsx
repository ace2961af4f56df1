import type { GetStaticProps } from 'next'
import { Chart } from '../components/chart.tsx'
import { HeadlineTable } from '../components/headline-table.tsx'
import { Layout } from '../components/layout.tsx'
import { RunList } from '../components/run-list.tsx'
import { type Drawing, drawHeadlines, type Headline, headlines } from '../src/editions/figures.ts'
import { loadEditions } from '../src/editions/load.ts'
import { surroundings } from '../src/page/surroundings.ts'
import { formatRatio, publishedTitle } from '../src/page/text.ts'
import { toFoundRun } from '../src/search/found-run.ts'
import type { FoundRun } from '../src/search/search-index.ts'
import { countRuns, latestRuns, openReader } from '../src/store/queries.ts'

interface Properties {
  stylesheet: string
  drawing: Drawing
  lines: Headline[]
  editions: { name: string; title: string; lede: string; published: string; measured: boolean }[]
  runs: FoundRun[]
  runCount: number
}

const RUNS_SHOWN = 12
const SENTENCE =
  'Plimsoll measures how much slower work gets when it runs in a container, through a virtual machine, across a shared folder: the same way on every engine, with every run at a permanent address.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const { registry, template, editions: directories } = surroundings()
  const editions = loadEditions(registry, directories)
  const lines = headlines(editions)
  const reader = openReader(registry)
  try {
    return {
      props: {
        stylesheet: template.stylesheet,
        drawing: await drawHeadlines(lines),
        lines,
        editions: editions.map(({ edition }) => ({
          name: edition.name,
          title: edition.title,
          lede: edition.lede,
          published: publishedTitle(edition),
          measured: edition.citation === null,
        })),
        runs: (await latestRuns(reader, RUNS_SHOWN)).map(toFoundRun),
        runCount: await countRuns(reader),
      },
    }
  } finally {
    await reader.$disconnect()
  }
}

export default function Home({ stylesheet, drawing, lines, editions, runs, runCount }: Properties) {
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
        <h2 id="headline">{headlineOf(lines)}</h2>
        <Chart drawing={drawing}>
          <strong>npm install with its files on a bind mount, as a multiple of the machine itself.</strong> Bars hang
          from the load line at 1, the time the same machine takes without a container.{' '}
          <span className="in-bind">macOS</span> and <span className="in-native">Linux</span>; from the editions below.
        </Chart>
        <HeadlineTable lines={lines} />
      </section>
      <section aria-labelledby="editions">
        <h2 id="editions">Editions</h2>
        <p>Frozen comparisons, with their sources, their method, and what is wrong with them.</p>
        <ul className="editions">
          {editions.map(({ name, title, lede, published, measured }) => (
            <li key={name}>
              <h3>
                <a href={`editions/${name}`}>{title}</a>
              </h3>
              <p>{lede}</p>
              <p className="fine">
                {measured ? 'measured' : 'transcribed'} · {published.replace(/^measured /, '')} ·{' '}
                <a href={`editions/${name}#cite`}>cite</a>
              </p>
            </li>
          ))}
        </ul>
        <p className="fine">
          What was found wrong in published figures is in <a href="errata">the errata</a>, with the data.
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
          In a clone of the project, one command finds the container engines that are there, measures each, and makes a
          registry like this one on your machine. Nothing leaves it.
        </p>
        <pre>npm start</pre>
      </section>
    </Layout>
  )
}

/** What the chart says, in a sentence. @param lines worst first */
function headlineOf(lines: Headline[]): string {
  const [worst, best] = [lines[0], lines.at(-1)]
  if (worst === undefined || best === undefined) return 'What a bind mount costs'
  return `A bind mount makes npm install take ${formatRatio(best.ratio)} to ${formatRatio(worst.ratio)} as long`
}
