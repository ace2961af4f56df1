import { ownValue } from '@plimsoll/schema/browser'
import type { GetStaticProps } from 'next'
import { type HeadlineEntry, HeadlineList } from '../../components/headline-list.tsx'
import { Layout } from '../../components/layout.tsx'
import catalog from '../../src/history/catalog.json'
import type { WorkloadText } from '../../src/history/generate-catalog.ts'
import { loadHeadlines } from '../../src/history/load-history.ts'
import { buildContext } from '../../src/page/build-context.ts'
import { workloadNames } from '../../src/store/queries-names.ts'
import { isPageName } from '../../src/store/slug.ts'

interface Properties {
  stylesheet: string
  entries: HeadlineEntry[]
}

const LEDE =
  'Workloads, each with the question that it answers and its latest result. The result is the median divided by the native median, that is, the median without a container. If there is no native median, the page shows another figure and names it.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const found = await loadHeadlines('workload', workloadNames)
  const entries = found
    .filter(({ name }) => isPageName(name))
    .map((entry) => ({ ...entry, text: ownValue<WorkloadText>(catalog.workloads, entry.name)?.question ?? null }))
  return { props: { stylesheet: buildContext().template.stylesheet, entries } }
}

export default function Workloads({ stylesheet, entries }: Properties) {
  return (
    <Layout title="Workloads · Plimsoll" description={LEDE} root="" stylesheet={stylesheet}>
      <header className="page-head">
        <h1>Workloads</h1>
        <p className="lede">{LEDE}</p>
      </header>
      <HeadlineList entries={entries} folder="workloads" />
    </Layout>
  )
}
