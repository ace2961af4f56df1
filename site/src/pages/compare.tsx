import type { GetStaticProps } from 'next'
import { Layout } from '../../components/layout.tsx'
import { templateOfBuild } from '../page-parts/template.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<{ worker: string }> = () => ({
  props: { worker: `assets/${templateOfBuild().scripts['compare-worker']}` },
})

/** The page that compares two runs. Its script reads the ids of the runs from the address. */
export default function ComparePage({ worker }: { worker: string }) {
  return (
    <Layout
      title="Compare two runs"
      description="Compare any two runs: what each benchmark costs in B, relative to A, and how their machines differ."
      root=""
      scripts={['compare']}
    >
      <header className="page-head">
        <h1>Compare two runs</h1>
        <p className="lede">
          Any two runs of this registry: what each benchmark costs in B, relative to A, and how their machines differ.
        </p>
      </header>
      <noscript>
        <section aria-labelledby="without">
          <h2 id="without">Without scripts</h2>
          <p>
            A script in your browser compares the runs, and scripts are off. Open the pages of both runs in{' '}
            <a href="runs">the list of runs</a>: each has its machine under “Environment” and its figures under
            “Results”.
          </p>
          <p>
            Or download the documents from these pages, and compare them in a terminal:{' '}
            <code>plimsoll compare A.json B.json</code>.
          </p>
        </section>
      </noscript>
      <p id="comparing" role="status" />
      <div id="comparison" className="comparison" data-worker={worker} />
    </Layout>
  )
}
