import type { GetStaticPaths, GetStaticProps } from 'next'
import { RunListPage } from '../../../../components/run-list-page.tsx'
import { duePages } from '../../../page-parts/build-context.ts'
import { loadRunListPage, type RunListPageData } from '../../../search/load-run-list.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = () => ({
  paths: duePages('runs').map(([, page = '']) => ({ params: { page } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<{ shown: RunListPageData }> = async ({ params }) => ({
  props: { shown: await loadRunListPage(Number(params?.page)) },
})

export default function OlderRuns({ shown }: { shown: RunListPageData }) {
  return <RunListPage {...shown} />
}
