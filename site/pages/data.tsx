import type { GetStaticProps } from 'next'
import { Layout } from '../components/layout.tsx'
import { citeRegistry } from '../src/cite/registry.ts'
import { buildContext } from '../src/page/build-context.ts'
import { latestRuns, openReader, totals } from '../src/store/queries.ts'

interface Properties {
  stylesheet: string
  runs: number
  benchmarks: number
  citation: { plain: string; bibtex: string }
  baseUrl: string | null
}

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const { registry, template } = buildContext()
  const reader = openReader(registry)
  try {
    const [latest] = await latestRuns(reader, 1)
    return {
      props: {
        stylesheet: template.stylesheet,
        ...(await totals(reader)),
        citation: citeRegistry(template.baseUrl, latest?.startedAt ?? null),
        baseUrl: template.baseUrl,
      },
    }
  } finally {
    await reader.$disconnect()
  }
}

export default function DataPage({ stylesheet, runs, benchmarks, citation, baseUrl }: Properties) {
  return (
    <Layout
      title="Data · Plimsoll"
      description="Every run of this registry as data: SQLite, CSV, JSON documents and Atom feeds, with licence and citation."
      root=""
      stylesheet={stylesheet}
      address={baseUrl && `${baseUrl}data`}
    >
      <header className="page-head">
        <h1>Data</h1>
        <p className="lede">
          Everything this registry holds, to take away: {runs.toLocaleString('en')} runs with{' '}
          {benchmarks.toLocaleString('en')} benchmarks, and every sample.
        </p>
      </header>
      <section aria-labelledby="files">
        <h2 id="files">Files</h2>
        <dl className="files">
          <File href="data/plimsoll.sqlite" name="plimsoll.sqlite">
            Runs, their engines and their benchmarks with medians, ranges and ratios, in three tables of one SQLite
            file. Durations are in nanoseconds, sizes in bytes. Single samples are in the documents.
          </File>
          <File href="data/runs.csv" name="runs.csv">
            One line a run: suite, machine, provenanceLevel, how many benchmarks and samples it has, and as{' '}
            <code>storedHash</code> the SHA-256 of its document’s bytes.
          </File>
          <File href="data/engines.csv" name="engines.csv">
            One line an engine of a run, with its version, VM type and mount type as they were in effect.
          </File>
          <File href="data/benchmarks.csv" name="benchmarks.csv">
            One line a metric of a benchmark, with its figures. The tables of the SQLite file, as text: a field that a
            spreadsheet would run begins with an apostrophe.
          </File>
          <File href="data/documents.txt" name="documents.txt">
            The address of every run document, one a line.
          </File>
        </dl>
        <p>All documents at once, each with every sample, the bytes as they were handed in:</p>
        <pre>
          <code>{fetchAll(baseUrl)}</code>
        </pre>
        <p>
          A document’s id is made from the SHA-256 of its canonical JSON: <code>plimsoll validate FILE</code> says it.
          What a document may hold says <a href="schema/run/v1.json">the schema of a run</a>. Editions are files too:{' '}
          <code>editions/NAME.json</code>.
        </p>
      </section>
      <section aria-labelledby="feeds">
        <h2 id="feeds">Feeds</h2>
        <p>
          Atom: <a href="feeds/runs.xml">the runs that started last</a>, <a href="feeds/editions.xml">editions</a>.
        </p>
      </section>
      <section aria-labelledby="licence">
        <h2 id="licence">Licence</h2>
        <p>
          A run is under the licence its document names; unless somebody chose another, that is{' '}
          <a href="https://creativecommons.org/publicdomain/zero/1.0/">CC0 1.0</a>: no rights reserved. Transcribed runs
          hold facts that others published; each names its source.
        </p>
      </section>
      <section aria-labelledby="cite">
        <h2 id="cite">Cite the registry</h2>
        <p>
          For a figure cite its run or edition: each has its citation, with the hash of what you saw, on its own page.
          For the collection:
        </p>
        <p className="cite">{citation.plain}</p>
        <pre>
          <code>{citation.bibtex}</code>
        </pre>
      </section>
    </Layout>
  )
}

function File({ href, name, children }: { href: string; name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>
        <a href={href} download>
          {name}
        </a>
      </dt>
      <dd>{children}</dd>
    </>
  )
}

function fetchAll(baseUrl: string | null): string {
  const base = baseUrl ?? 'https://REGISTRY/'
  return `curl -s ${base}data/documents.txt | wget --base=${base} --input-file=-`
}
