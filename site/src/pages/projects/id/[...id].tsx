import type { GetStaticPaths, GetStaticProps } from 'next'
import { DataTable } from '../../../../components/data-table.tsx'
import { HistoryPage, type PageBadge } from '../../../../components/history-page.tsx'
import { RunList } from '../../../../components/run-list.tsx'
import type { Root } from '../../../../components/site-frame.tsx'
import { Fact } from '../../../../components/text.tsx'
import { badgeAddress, projectBadgeText } from '../../../badges/page-badges.ts'
import { type LoadedHistory, loadHistory } from '../../../history/load-history.ts'
import { duePages } from '../../../page-parts/build-context.ts'
import { buildReader } from '../../../page-parts/build-reader.ts'
import { toRunEntry } from '../../../search/run-entry.ts'
import type { RunEntry } from '../../../search/search-index.ts'
import { latestRunsOfProject } from '../../../store/queries.ts'
import {
  identityOfProject,
  namesOfProject,
  type ProjectIdentity,
  type ProjectName,
} from '../../../store/queries-projects.ts'
import { namePage } from '../../../store/slug.ts'

interface Properties {
  identity: ProjectIdentity
  /** The names that the project had, the latest first. */
  names: ProjectName[]
  runs: RunEntry[]
  badge: PageBadge
  history: LoadedHistory
}

const RUNS_SHOWN = 10

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: duePages('projects').flatMap(([folder, ...id]) => (folder === 'id' ? [{ params: { id } }] : [])),
  fallback: false,
})

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const id = [params?.id ?? []].flat().join('/')
  const project = `id:${id}`
  const reader = buildReader()
  const lines = await latestRunsOfProject(reader, project, RUNS_SHOWN)
  const [latest] = lines
  if (latest === undefined) throw new Error(`The project ${project} has no run.`)
  const history = await loadHistory('project', project)
  return {
    props: {
      identity: await identityOfProject(reader, project),
      names: await namesOfProject(reader, project),
      runs: lines.map(toRunEntry),
      badge: { address: badgeAddress(`projects/id/${id}`), text: history.view.short ?? projectBadgeText(latest) },
      history,
    },
  }
}

export default function ProjectPage({ identity, names, runs, badge, history }: Properties) {
  const { project, issuer, repositoryId, ownerId, repository } = identity
  const root: Root = project.includes('/') ? '../../../' : '../../'
  return (
    <HistoryPage
      root={root}
      kind="Project"
      name={repository}
      lede={history.view.answer}
      view={history.view}
      filter={`?q=${project}`}
      badge={badge}
      below={
        <>
          <section aria-labelledby="repository">
            <h2 id="repository">Repository</h2>
            <p>
              The signature of each run on this page proves this repository id. A name can be given up and registered
              again by another person. An id cannot.
            </p>
            <dl className="facts">
              <Fact title="Repository id">{repositoryId}</Fact>
              <Fact title="Owner id">{ownerId}</Fact>
              <Fact title="Issuer" broad>
                {issuer}
              </Fact>
            </dl>
            <Names names={names} root={root} />
          </section>
          <section aria-labelledby="latest">
            <h2 id="latest">Latest runs and checks</h2>
            <RunList runs={runs} root={root} />
          </section>
        </>
      }
    />
  )
}

/** Every name that the project had, with the runs under this name. */
function Names({ names, root }: { names: ProjectName[]; root: Root }) {
  return (
    <DataTable
      label="Names of the repository"
      columns={[['Name'], ['Owner id'], ['Runs', 'number'], ['First run', 'number'], ['Last run', 'number']]}
      rows={names.map(({ repository, ownerId, runs, first, last }) => {
        const page = namePage(repository)
        const name =
          page === null ? (
            repository
          ) : (
            <a key={page} href={`${root}${page}`}>
              {repository}
            </a>
          )
        return { key: `${repository} ${ownerId}`, fields: [name, ownerId, runs, first.slice(0, 10), last.slice(0, 10)] }
      })}
    />
  )
}
