import type { GetStaticPaths, GetStaticProps } from 'next'
import { type RunPage, RunPages } from '../../../components/run-pages.tsx'
import { laterRunPages, loadRunPage } from '../../../src/search/run-page.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: (await laterRunPages()).map((page) => ({ params: { page: String(page) } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<{ shown: RunPage }> = async ({ params }) => ({
  props: { shown: await loadRunPage(Number(params?.page)) },
})

export default function LaterRuns({ shown }: { shown: RunPage }) {
  return <RunPages {...shown} />
}
