import type { GetStaticProps } from 'next'
import { Layout } from '../components/layout.tsx'
import { buildContext } from '../src/page/build-context.ts'
import type { Template } from '../src/page/template.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Template> = () => ({ props: buildContext().template })

/** Compares two runs: its script reads them from the address. Without scripts the page links to both runs. */
export default function ComparePage({ stylesheet, scripts, baseUrl }: Template) {
  return (
    <Layout
      title="Compare two runs · Plimsoll"
      description="Any two runs side by side: what differs between their machines, engines and images first, then how their times differ. Not a verdict."
      root=""
      stylesheet={stylesheet}
      scripts={[scripts.compare].filter((name) => name !== undefined)}
      address={baseUrl && `${baseUrl}compare`}
    >
      <header className="page-head">
        <h1>Compare two runs</h1>
        <p className="lede">
          What differs between their machines, engines and images first; then how their times differ. It is not a
          verdict: verdicts exist only between the variants of one check.
        </p>
      </header>
      <noscript>
        <section aria-labelledby="without">
          <h2 id="without">Without scripts</h2>
          <p>
            Two runs are laid side by side in your browser, by a script that runs nowhere else and asks nobody else.
            With scripts off, open the pages of both runs: after <code>a=</code> and <code>b=</code> the address of this
            page has their ids, and the page of a run is <code>runs/ID</code>; <a href="runs">the list of runs</a> leads
            there too. Each has every figure. On a terminal <code>plimsoll compare A B</code> does the same with their
            documents.
          </p>
        </section>
      </noscript>
      <div id="comparison" data-worker={`assets/${scripts['compare-worker']}`} />
    </Layout>
  )
}
