import type { GetStaticProps } from 'next'
import { type HeadlineEntry, HeadlineList } from '../../../components/headlines.tsx'
import { Layout } from '../../../components/layout.tsx'
import { findAnswer } from '../../editions/answer.ts'
import { loadEditions } from '../../editions/load-editions.ts'
import { shippedNames } from '../../editions/read-editions.ts'
import { loadHeadlines } from '../../history/load-history.ts'
import { buildContext } from '../../page-parts/build-context.ts'
import { RATIO_METHOD } from '../../page-parts/native-ratio.ts'
import { engineSlugs } from '../../store/queries-names.ts'
import { isPageName } from '../../store/slug.ts'

interface Properties {
  entries: HeadlineEntry[]
  /** Whether the home page answers which engine was fastest. */
  hasAnswer: boolean
}

const LEDE = `Container engines, with the latest result for each. The results come from different machines and years, so this list is not a ranking. ${RATIO_METHOD}`

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const found = await loadHeadlines('engine', engineSlugs)
  const entries = found.filter(({ name }) => isPageName(name)).map((entry) => ({ ...entry, text: null }))
  const { registry, editions } = buildContext()
  const answer = findAnswer(loadEditions(registry, editions), shippedNames(editions))
  return { props: { entries, hasAnswer: answer !== null } }
}

export default function Engines({ entries, hasAnswer }: Properties) {
  return (
    <Layout title="Engines" description={LEDE} root="">
      <header className="page-head">
        <h1>Engines</h1>
        <p className="lede">{LEDE}</p>
        {hasAnswer && (
          <p className="ways">
            <a href="./#answer">Which engine was fastest on a Mac’s bind mount</a>
          </p>
        )}
      </header>
      <HeadlineList entries={entries} folder="engines" />
    </Layout>
  )
}
