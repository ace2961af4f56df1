import type { GetStaticProps } from 'next'
import { DataTable } from '../../../components/data-table.tsx'
import { Layout } from '../../../components/layout.tsx'
import { projectBadgeText } from '../../badges/page-badges.ts'
import { buildReader } from '../../page-parts/build-reader.ts'
import { latestRunsOfProject } from '../../store/queries.ts'
import { type ListedProject, listProjects } from '../../store/queries-projects.ts'
import { projectPage } from '../../store/slug.ts'

interface Properties {
  projects: (ListedProject & { page: string | null; result: string })[]
}

const MAX_SHOWN = 200
const LEDE =
  'Repositories whose workflows submit signed runs, the one with the latest run first. The page of each shows since when its results are other ones.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const reader = buildReader()
  const projects: Properties['projects'] = []
  for (const listed of await listProjects(reader, MAX_SHOWN)) {
    const [latest] = await latestRunsOfProject(reader, listed.project, 1)
    const result = latest === undefined ? '' : projectBadgeText(latest)
    projects.push({ ...listed, page: projectPage(listed.project), result })
  }
  return { props: { projects } }
}

export default function Projects({ projects }: Properties) {
  return (
    <Layout title="Projects" description={LEDE} root="">
      <header className="page-head">
        <h1>Projects</h1>
        <p className="lede">{LEDE}</p>
      </header>
      {projects.length === 0 ? (
        <p>
          No project has submitted a signed run yet. <a href="docs/follow-main">Follow your main branch</a> says how.
        </p>
      ) : (
        <DataTable
          label="Projects"
          columns={[['Project'], ['Latest result', 'wrap'], ['Runs', 'number'], ['Last run', 'number']]}
          rows={projects.map(({ project, repository, page, result, runs, last }) => ({
            key: project,
            fields: [
              page === null ? (
                repository
              ) : (
                <a key={page} href={page}>
                  {repository}
                </a>
              ),
              result,
              runs,
              last.slice(0, 10),
            ],
          }))}
        />
      )}
      {projects.length === MAX_SHOWN && (
        <p>
          Only the {MAX_SHOWN} projects with the latest runs are shown. <a href="runs">The list has every run</a>.
        </p>
      )}
    </Layout>
  )
}
