import type { GetStaticProps } from 'next'
import { type HeadlineEntry, HeadlineList } from '../../../components/headlines.tsx'
import { Layout } from '../../../components/layout.tsx'
import { describeWorkload } from '../../history/describe-workload.ts'
import { loadHeadlines } from '../../history/load-history.ts'
import { RATIO_METHOD } from '../../page-parts/native-ratio.ts'
import { workloadNames } from '../../store/queries-names.ts'
import { isPageName } from '../../store/slug.ts'

interface Properties {
  entries: HeadlineEntry[]
}

const LEDE = `Workloads, each with its latest result: the ratio to native, that is, to the same work without a container. ${RATIO_METHOD} If a run has no such ratio, or too few rounds to show it, the result is another figure, and is named.`

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const found = await loadHeadlines('workload', workloadNames)
  const entries = found
    .filter(({ name }) => isPageName(name))
    .map((entry) => ({ ...entry, text: describeWorkload(entry.name) }))
  return { props: { entries } }
}

export default function Workloads({ entries }: Properties) {
  return (
    <Layout title="Workloads" description={LEDE} root="">
      <header className="page-head">
        <h1>Workloads</h1>
        <p className="lede">{LEDE}</p>
      </header>
      <HeadlineList entries={entries} folder="workloads" />
    </Layout>
  )
}
