import type { GetStaticPaths, GetStaticProps } from 'next'
import { DataTable } from '../../../../components/data-table.tsx'
import { Method } from '../../../../components/history-page.tsx'
import { History } from '../../../../components/history-sections.tsx'
import { Layout } from '../../../../components/layout.tsx'
import { RunList } from '../../../../components/run-list.tsx'
import type { HistoryView } from '../../../history/history-view.ts'
import { loadHistory } from '../../../history/load-history.ts'
import { duePages } from '../../../page-parts/build-context.ts'
import { buildReader } from '../../../page-parts/build-reader.ts'
import { toRunEntry } from '../../../search/run-entry.ts'
import type { RunEntry } from '../../../search/search-index.ts'
import { latestUnprovenRuns } from '../../../store/queries.ts'
import { type NamedProject, projectsOfName } from '../../../store/queries-projects.ts'
import { projectPage } from '../../../store/slug.ts'

interface Properties {
  /** The name of the repository, in lower case. */
  name: string
  projects: NamedProject[]
  /** The answer of the project's page, if one repository had the name; else null. */
  answer: string | null
  /** The latest runs that name the repository without proof, and their history. */
  unproven: { runs: RunEntry[]; view: HistoryView }
}

const RUNS_SHOWN = 10
const ROOT = '../../'
const LEDE =
  'The repositories that had this name, and the runs that name it. A name can change hands, so each repository has a page of its own, by its id.'

export const config = { unstable_runtimeJS: false }

export const getStaticPaths: GetStaticPaths = async () => ({
  paths: duePages('projects').flatMap(([owner = '', repo = '']) =>
    owner === 'id' ? [] : [{ params: { owner, repo } }],
  ),
  fallback: false,
})

export const getStaticProps: GetStaticProps<Properties> = async ({ params }) => {
  const name = `${params?.owner}/${params?.repo}`
  const reader = buildReader()
  const projects = await projectsOfName(reader, name)
  const [only, another] = projects
  return {
    props: {
      name,
      projects,
      answer:
        only === undefined || another !== undefined ? null : (await loadHistory('project', only.project)).view.answer,
      unproven: {
        runs: (await latestUnprovenRuns(reader, name, RUNS_SHOWN)).map(toRunEntry),
        view: (await loadHistory('name', name)).view,
      },
    },
  }
}

export default function NamePage({ name, projects, answer, unproven }: Properties) {
  const list = `${ROOT}runs?q=${name}`
  return (
    <Layout title={name} description={LEDE} root={ROOT}>
      <header className="page-head">
        <p className="eyebrow">Repository name</p>
        <h1>{name}</h1>
        <p className="lede">{LEDE}</p>
        <p className="ways">
          <a href={list}>All runs</a>
          <a href={`${ROOT}feeds/runs.xml`}>Feed of new runs</a>
        </p>
      </header>
      <section aria-labelledby="repositories">
        <h2 id="repositories">Repositories</h2>
        {projects.length > 1 && (
          <p className="warning">
            {projects.length} repositories had this name, one after the other. They need not belong to the same people.
          </p>
        )}
        {projects.length === 0 ? <p>No repository of this name has signed a run.</p> : <Projects projects={projects} />}
        {answer !== null && <p>{answer}</p>}
      </section>
      {unproven.runs.length > 0 && (
        <>
          <section aria-labelledby="unproven">
            <h2 id="unproven">Submitted without proof</h2>
            <p>
              These runs name this repository, but no signature proves that it submitted them. They are not part of any
              project, and the results over time below come from these runs alone.
            </p>
            <p>{unproven.view.answer}</p>
            <RunList runs={unproven.runs} root={ROOT} />
          </section>
          <History view={unproven.view} root={ROOT} list={list} />
          <Method root={ROOT} />
        </>
      )}
    </Layout>
  )
}

/** The repositories that had the name, with their runs under this name. */
function Projects({ projects }: { projects: NamedProject[] }) {
  return (
    <DataTable
      label="Repositories with this name"
      columns={[
        ['Repository id'],
        ['Owner id'],
        ['Runs', 'number', 'with this name'],
        ['First run', 'number'],
        ['Last run', 'number'],
        ['Latest name'],
        ['Issuer'],
      ]}
      rows={projects.map(({ project, issuer, repositoryId, ownerId, runs, first, last, repository }) => {
        const page = projectPage(project)
        const id =
          page === null ? (
            repositoryId
          ) : (
            <a key={page} href={`${ROOT}${page}`}>
              {repositoryId}
            </a>
          )
        return {
          key: project,
          fields: [id, ownerId, runs, first.slice(0, 10), last.slice(0, 10), repository, issuer],
        }
      })}
    />
  )
}
