import type { GetStaticProps } from 'next'
import { Layout } from '../components/layout.tsx'
import { citeRegistry } from '../src/cite/registry-citation.ts'
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
          Download all data of this registry: {runs.toLocaleString('en')} runs with {benchmarks.toLocaleString('en')}{' '}
          benchmarks, and every sample.
        </p>
      </header>
      <section aria-labelledby="files">
        <h2 id="files">Files</h2>
        <dl className="files">
          <File href="data/plimsoll.sqlite" name="plimsoll.sqlite">
            Runs, engines and benchmarks with medians, min–max and ratios, in three tables of one SQLite file. Durations
            are in nanoseconds, sizes in bytes. Samples are in the documents.
          </File>
          <File href="data/runs.csv" name="runs.csv">
            One line per run: suite, machine, provenance level, number of benchmarks and samples, and in{' '}
            <code>storedHash</code> the SHA-256 of the document’s bytes.
          </File>
          <File href="data/engines.csv" name="engines.csv">
            One line per engine of a run, with its version and its effective VM type and mount type.
          </File>
          <File href="data/benchmarks.csv" name="benchmarks.csv">
            One line per metric of a benchmark, with its figures. The CSV files contain the same tables as the SQLite
            file. A field that a spreadsheet would evaluate as a formula begins with an apostrophe.
          </File>
          <File href="data/documents.txt" name="documents.txt">
            The address of every run document, one per line.
          </File>
        </dl>
        <p>Download all documents, with every sample, exactly as they were submitted:</p>
        <pre>
          <code>{fetchAll(baseUrl)}</code>
        </pre>
        <p>
          A document’s id is derived from the SHA-256 of its canonical JSON; <code>plimsoll validate FILE</code> prints
          this id. <a href="schema/run/v1.json">The schema of a run</a> defines the format. Editions are files too:{' '}
          <code>editions/NAME.json</code>.
        </p>
      </section>
      <section aria-labelledby="feeds">
        <h2 id="feeds">Feeds</h2>
        <p>
          Atom: <a href="feeds/runs.xml">latest runs</a>, <a href="feeds/editions.xml">editions</a>.
        </p>
      </section>
      <section aria-labelledby="licence">
        <h2 id="licence">Licence</h2>
        <p>
          Each document names its licence. The default is{' '}
          <a href="https://creativecommons.org/publicdomain/zero/1.0/">CC0 1.0</a>: no rights reserved. Transcribed runs
          contain published results of others; each names its source.
        </p>
      </section>
      <section aria-labelledby="cite">
        <h2 id="cite">Cite the registry</h2>
        <p>
          To cite a figure, cite its run or edition: the page of each has a citation with the hash of its data. To cite
          the whole registry:
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
