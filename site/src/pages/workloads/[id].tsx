import { ownValue } from '@plimsoll/schema/browser'
import type { GetStaticPaths, GetStaticProps } from 'next'
import { HistoryPage, type PageBadge } from '../../../components/history-page.tsx'
import { TextWithCode } from '../../../components/text.tsx'
import { badgeAddress, badgeText } from '../../badges/page-badges.ts'
import { type LoadedEdition, loadEditions } from '../../editions/load-editions.ts'
import { partsOfWorkload, type WorkloadPart } from '../../editions/workload-parts.ts'
import catalog from '../../history/catalog.json'
import { describeWorkload } from '../../history/describe-workload.ts'
import type { WorkloadText } from '../../history/generate-catalog.ts'
import { type LoadedHistory, loadHistory } from '../../history/load-history.ts'
import { buildContext } from '../../page-parts/build-context.ts'
import { buildReader } from '../../page-parts/build-reader.ts'
import { workloadNames } from '../../store/queries-names.ts'
import { isPageName } from '../../store/slug.ts'

interface Properties {
  id: string
  /** The text of the workload in the catalog; null for a workload outside the catalog. */
  text: WorkloadText | null
  history: LoadedHistory
  badge: PageBadge
  /** The parts of editions that have the workload. */
  parts: WorkloadPart[]
}

/** The editions, which a build loads once for all workloads. */
let loaded: LoadedEdition[] | null = null

function editions(): LoadedEdition[] {
  const { registry, editions: paths } = buildContext()
  loaded ??= loadEditions(registry, paths)
  return loaded
}

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: (await workloadNames(buildReader())).filter(isPageName).map((id) => ({ params: { id } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const id = String(params?.id)
  const text = ownValue<WorkloadText>(catalog.workloads, id) ?? null
  const history = await loadHistory('workload', id)
  const badge = { address: badgeAddress(`workloads/${id}`), text: badgeText(history.headline) }
  return {
    props: { id, text, history, badge, parts: partsOfWorkload(editions(), id) },
  }
}

export default function WorkloadPage({ id, text, history: { latest, view, headline }, badge, parts }: Properties) {
  return (
    <HistoryPage
      root="../"
      kind="Workload"
      name={id}
      lede={
        describeWorkload(id) ?? 'This workload is not in the catalog of Plimsoll: a project or a source defined it.'
      }
      latest={latest}
      headline={headline}
      view={view}
      filter={`?workload=${id}`}
      badge={badge}
    >
      {text !== null && <About text={text} />}
      {parts.length > 0 && <Editions parts={parts} />}
    </HistoryPage>
  )
}

function Editions({ parts }: { parts: WorkloadPart[] }) {
  return (
    <section aria-labelledby="editions">
      <h2 id="editions">In editions</h2>
      <ul>
        {parts.map(({ address, edition, part }) => (
          <li key={address}>
            <a href={`../editions/${address}`}>{part === null ? edition : `${edition}: ${part}`}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function About({ text: { title, origin, timed, differs } }: { text: WorkloadText }) {
  return (
    <section aria-labelledby="about">
      <h2 id="about">Timed work</h2>
      <p>
        <TextWithCode text={timed} />
      </p>
      <details>
        <summary>Origin of {title}, and differences from the original</summary>
        <p>
          <TextWithCode text={`${origin}.`} />
        </p>
        <p>
          <TextWithCode text={differs} />
        </p>
      </details>
    </section>
  )
}
