import type { GetStaticProps } from 'next'
import { Layout } from '../../components/layout.tsx'
import { citeRegistry } from '../cite/citation-formats.ts'
import { buildReader } from '../page-parts/build-reader.ts'
import { templateOfBuild } from '../page-parts/template.ts'
import { latestRuns, totals } from '../store/queries.ts'

interface Properties {
  runs: number
  benchmarks: number
  citation: { plain: string; bibtex: string }
}

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const reader = buildReader()
  const [latest] = await latestRuns(reader, 1)
  return {
    props: {
      ...(await totals(reader)),
      citation: citeRegistry(templateOfBuild(), latest?.startedAt ?? null),
    },
  }
}

export default function DataPage({ runs, benchmarks, citation }: Properties) {
  return (
    <Layout
      title="Data"
      description="Every run of this registry as data: SQLite, CSV, JSON documents and an Atom feed, with licence and citation."
      root=""
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
            One SQLite file with three tables: runs, engines, and benchmarks with their medians, min–max and ratios. A
            ratio that may not be shown is empty, and <code>ratioStatus</code> says why. Durations are in nanoseconds
            and sizes in bytes. The samples are only in the run documents.
          </File>
          <File href="data/runs.csv" name="runs.csv">
            One line per run, with its suite, machine, provenance level (what proves who submitted the run), and numbers
            of benchmarks and samples. The column <code>project</code> identifies the repository that signed the run.
            The name in <code>repository</code> can change hands, and without a project nothing proves it. The column{' '}
            <code>storedHash</code> has the SHA-256 of the file in the registry, which may be laid out in another way
            than the published document.
          </File>
          <File href="data/engines.csv" name="engines.csv">
            One line per container engine of a run, with its version, and with the VM type and mount type that were in
            effect during the run.
          </File>
          <File href="data/benchmarks.csv" name="benchmarks.csv">
            One line per metric of a benchmark, with its figures. The three CSV files contain the same tables as the
            SQLite file. In a CSV file, each field that a spreadsheet would evaluate as a formula begins with an
            apostrophe.
          </File>
          <File href="data/documents.txt" name="documents.txt">
            The address of every run document, one per line.
          </File>
        </dl>
        <p>Download all documents, with every sample:</p>
        <pre>
          <code>{fetchAll(templateOfBuild().baseUrl)}</code>
        </pre>
        <p>
          The documents are published as canonical JSON (RFC 8785): the SHA-256 of a file, as <code>sha256sum</code>{' '}
          prints it, is the document’s hash, and the id is derived from it. <code>plimsoll validate FILE</code> prints
          both. <a href="schema/run/v1.json">The schema of a run</a> defines the format. Each edition is a file:{' '}
          <code>editions/NAME.json</code>.
        </p>
      </section>
      <section aria-labelledby="feeds">
        <h2 id="feeds">Feed</h2>
        <p>
          Atom: <a href="feeds/runs.xml">latest runs</a>.
        </p>
      </section>
      <section aria-labelledby="licence">
        <h2 id="licence">Licence</h2>
        <p>
          Each document names its licence. The default is{' '}
          <a href="https://creativecommons.org/publicdomain/zero/1.0/">CC0 1.0</a>: no rights reserved. Transcribed runs
          contain results copied from other publications. Each transcribed run names its source.
        </p>
      </section>
      <section aria-labelledby="cite">
        <h2 id="cite">Cite the registry</h2>
        <p>
          To cite a figure, cite the run or the edition that contains it. The page of every run and of every edition has
          a citation with the hash of its data. To cite the whole registry:
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
