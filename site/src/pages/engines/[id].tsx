import type { GetStaticPaths, GetStaticProps } from 'next'
import { HistoryPage, type PageBadge } from '../../../components/history-page.tsx'
import { badgeAddress, badgeText } from '../../badges/page-badges.ts'
import { type LoadedHistory, loadHistory } from '../../history/load-history.ts'
import { buildReader } from '../../page-parts/build-reader.ts'
import { engineTitle } from '../../store/engine-names.ts'
import { engineSlugs } from '../../store/queries-names.ts'
import { isPageName } from '../../store/slug.ts'

interface Properties {
  id: string
  history: LoadedHistory
  badge: PageBadge
}

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: (await engineSlugs(buildReader())).filter(isPageName).map((id) => ({ params: { id } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const id = String(params?.id)
  const history = await loadHistory('engine', id)
  const badge = { address: badgeAddress(`engines/${id}`), text: badgeText(history.headline) }
  return { props: { id, history, badge } }
}

export default function EnginePage({ id, history, badge }: Properties) {
  const { latest, view, headline, products, runCount, isGenerated } = history
  const name = engineTitle(id)
  const others = products.filter((product) => product !== name)
  const also = others.length === 0 ? '' : ` Sources also call this engine ${others.join(', ')}.`
  return (
    <HistoryPage
      root="../"
      kind="Engine"
      name={name}
      lede={`${isGenerated ? 'Generated results, which a program made up,' : 'Results'} of this engine over time, from its latest ${runCount === 1 ? 'run' : `${runCount} runs`} of unmodified suites. Each class of machine has a separate history.${also}`}
      latest={latest}
      headline={headline}
      view={view}
      filter={`?engine=${id}`}
      badge={badge}
    />
  )
}
