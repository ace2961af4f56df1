import type { GetStaticProps } from 'next'
import { ListPage } from '../../components/run-list-page.tsx'
import { type LoadedListPage, loadListPage } from '../../src/search/run-list-page.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<{ shown: LoadedListPage }> = async () => ({
  props: { shown: await loadListPage(1) },
})

export default function Runs({ shown }: { shown: LoadedListPage }) {
  return <ListPage {...shown} />
}
