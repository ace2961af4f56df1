import type { GetStaticPaths, GetStaticProps } from 'next'
import { ListPage } from '../../../components/run-list-page.tsx'
import { type LoadedListPage, laterListPages, loadListPage } from '../../../src/search/run-list-page.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: (await laterListPages()).map((page) => ({ params: { page: String(page) } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<{ shown: LoadedListPage }> = async ({ params }) => ({
  props: { shown: await loadListPage(Number(params?.page)) },
})

export default function LaterRuns({ shown }: { shown: LoadedListPage }) {
  return <ListPage {...shown} />
}
