import type { GetStaticPaths, GetStaticProps } from 'next'
import { RunListPage } from '../../../components/run-list-page.tsx'
import { laterRunListPages, loadRunListPage, type RunListPageData } from '../../../src/search/load-run-list.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: (await laterRunListPages()).map((page) => ({ params: { page: String(page) } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<{ shown: RunListPageData }> = async ({ params }) => ({
  props: { shown: await loadRunListPage(Number(params?.page)) },
})

export default function LaterRuns({ shown }: { shown: RunListPageData }) {
  return <RunListPage {...shown} />
}
