import type { GetStaticProps } from 'next'
import { type RunPage, RunPages } from '../../components/run-pages.tsx'
import { loadRunPage } from '../../src/search/run-page.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<{ shown: RunPage }> = async () => ({
  props: { shown: await loadRunPage(1) },
})

export default function Runs({ shown }: { shown: RunPage }) {
  return <RunPages {...shown} />
}
