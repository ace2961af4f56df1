import type { GetStaticPaths, GetStaticProps } from 'next'
import { HistoryPage, type PageBadge } from '../../../components/history-page.tsx'
import { RunList } from '../../../components/run-list.tsx'
import { badgeAddress, projectBadgeText } from '../../../src/history/badges.ts'
import { type LoadedHistory, loadHistory } from '../../../src/history/load-history.ts'
import { buildContext, dueProjects } from '../../../src/page/build-context.ts'
import { buildReader } from '../../../src/page/build-reader.ts'
import { toRunEntry } from '../../../src/search/run-entry.ts'
import type { RunEntry } from '../../../src/search/search-index.ts'
import { latestRunsOfProject } from '../../../src/store/queries.ts'

interface Properties {
  stylesheet: string
  baseUrl: string | null
  /** The name of the project, in lower case. */
  project: string
  /** The name of the project as the latest document spells it. */
  name: string
  runs: RunEntry[]
  badge: PageBadge
  history: LoadedHistory
}

const RUNS_SHOWN = 10

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: dueProjects().map((name) => {
    const [owner = '', repo = ''] = name.replace(/\.html$/, '').split('/')
    return { params: { owner, repo } }
  }),
  fallback: false,
})

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const { template, baseUrl } = buildContext()
  const project = `${params?.owner}/${params?.repo}`
  const lines = await latestRunsOfProject(buildReader(), project, RUNS_SHOWN)
  return {
    props: {
      stylesheet: template.stylesheet,
      baseUrl,
      project,
      name: lines[0]?.repository ?? project,
      runs: lines.map(toRunEntry),
      badge: { address: badgeAddress(`projects/${project}`), text: projectBadgeText(lines[0] ?? null) },
      history: await loadHistory('project', project),
    },
  }
}

export default function ProjectPage({ stylesheet, baseUrl, project, name, runs, badge, history }: Properties) {
  return (
    <HistoryPage
      stylesheet={stylesheet}
      baseUrl={baseUrl}
      root="../../"
      kind="Project"
      name={name}
      lede="The latest runs and checks of this project, and its results over time. The results over time come from plain runs and from the base of each check."
      view={history.view}
      filter={`?q=${project}`}
      address={`projects/${project}`}
      badge={badge}
    >
      <section aria-labelledby="latest">
        <h2 id="latest">Latest runs and checks</h2>
        <RunList runs={runs} root="../../" />
      </section>
    </HistoryPage>
  )
}
