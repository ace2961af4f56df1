import { describeCounts, judgeRun } from '@plimsoll/schema'
import type { GetStaticProps } from 'next'
import { Chart } from '../components/chart.tsx'
import { Layout } from '../components/layout.tsx'
import { type ListedRun, RunList } from '../components/run-list.tsx'
import { type Drawing, drawHeadlines, headlines } from '../src/editions/figures.ts'
import { loadEditions } from '../src/editions/load.ts'
import { surroundings } from '../src/page/surroundings.ts'
import { publishedTitle } from '../src/page/text.ts'
import { readDocument } from '../src/store/documents.ts'
import { countRuns, latestRuns, openReader } from '../src/store/queries.ts'
import type { Registry } from '../src/store/registry.ts'

interface Properties {
  stylesheet: string
  headline: Drawing
  editions: { name: string; title: string; lede: string; published: string }[]
  runs: ListedRun[]
  runCount: number
}

const RUNS_SHOWN = 20
const SENTENCE =
  'Plimsoll measures how much slower work gets when it runs in a container, through a virtual machine, across a shared folder: the same way on every engine, with every run at a permanent address.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const { registry, template, editions: directory } = surroundings()
  const editions = await loadEditions(registry, directory)
  const reader = openReader(registry)
  try {
    return {
      props: {
        stylesheet: template.stylesheet,
        headline: await drawHeadlines(headlines(editions)),
        editions: editions.map(({ edition }) => ({
          name: edition.name,
          title: edition.title,
          lede: edition.lede,
          published: publishedTitle(edition),
        })),
        runs: (await latestRuns(reader, RUNS_SHOWN)).map((run) => ({
          ...run,
          ...toldByDocument(registry, run.id),
        })),
        runCount: await countRuns(reader),
      },
    }
  } finally {
    await reader.$disconnect()
  }
}

/** What a list says of a run that only its document tells. */
function toldByDocument(registry: Registry, id: string): Pick<ListedRun, 'sourceVersion' | 'counts'> {
  const document = readDocument(registry, id)
  const { origin } = document
  const check = judgeRun(document)
  return {
    // Transcriptions of two versions of one source differ in nothing else that a list shows.
    sourceVersion: origin.kind === 'transcribed' ? (origin.citation.version?.slice(0, 7) ?? null) : null,
    counts: check === null ? null : describeCounts(check),
  }
}

export default function Home({ stylesheet, headline, editions, runs, runCount }: Properties) {
  return (
    <Layout title="Plimsoll: what containers cost" description={SENTENCE} root="" stylesheet={stylesheet}>
      <header className="page-head">
        <h1>What containers cost</h1>
        <p className="lede">{SENTENCE}</p>
      </header>
      <section aria-labelledby="headline">
        <h2 id="headline">What a bind mount costs</h2>
        <Chart drawing={headline}>
          <strong>npm install with its files on a bind mount, as a multiple of the machine itself.</strong> Bars hang
          from the load line at 1, the time the same machine takes without a container.{' '}
          <span className="in-bind">macOS</span> and <span className="in-native">Linux</span>; from the editions below.
        </Chart>
      </section>
      <section aria-labelledby="editions">
        <h2 id="editions">Editions</h2>
        <p>Frozen comparisons, with their sources, their method, and what is wrong with them.</p>
        <ul className="editions">
          {editions.map(({ name, title, lede, published }) => (
            <li key={name}>
              <h3>
                <a href={`editions/${name}`}>{title}</a>
              </h3>
              <p>{lede}</p>
              <p className="fine">
                <code>{name}</code> · {published}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="runs">
        <h2 id="runs">{runs.length < runCount ? `The latest ${runs.length} of ${runCount} runs` : 'Runs'}</h2>
        <RunList runs={runs} root="" />
      </section>
    </Layout>
  )
}
