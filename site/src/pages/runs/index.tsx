import type { GetStaticProps } from 'next'
import { RunListPage } from '../../../components/run-list-page.tsx'
import { loadRunListPage, type RunListPageData } from '../../search/load-run-list.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<{ shown: RunListPageData }> = async () => ({
  props: { shown: await loadRunListPage(null) },
})

export default function Runs({ shown }: { shown: RunListPageData }) {
  return <RunListPage {...shown} />
}
