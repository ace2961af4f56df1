import type { Template } from '../page-parts/template.ts'
import { openReader, RUN_VERSION } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { namePage, projectPage } from '../store/slug.ts'
import { type BuildPlan, planFiles, type RecordedFolder } from './made-files.ts'
import { digestOfPages } from './made-from.ts'

/**
 * The folder of the projects' pages. The name of a project's page is `id/1001.html`. The page of a repository name is
 * `owner/name.html`.
 */
export const PROJECTS: RecordedFolder = { folder: 'projects', record: '.plimsoll-projects' }

/**
 * Plans the pages of projects and of repository names. A project's page depends on the runs of that project alone. The
 * page of a name depends on the runs of that name, and on the projects that had it. With many projects these pages take
 * most of a build's time. So a page is made again only if one of these runs or their statements, the style or the
 * program changed.
 */
export async function planProjects(registry: Registry, site: string, template: Template): Promise<BuildPlan> {
  const whole = digestOfPages(template)
  const reader = openReader(registry)
  try {
    const groups = await runsByProject(reader)
    const [byProject, byName] = [
      Map.groupBy(groups, ({ project }) => project),
      Map.groupBy(groups, ({ projectName }) => projectName),
    ]
    const inputs = new Map<string, string>()
    const add = (page: string | null, runs: string[]) => {
      if (page !== null)
        inputs.set(`${page.slice(PROJECTS.folder.length + 1)}.html`, sha256([whole, ...runs].join(' ')))
    }
    const versionsOf = (of: RunGroup[] = []) =>
      of.map(({ project, projectName, runs }) => `${project} ${projectName} ${runs}`)
    for (const [project, own] of byProject) if (project !== null) add(projectPage(project), versionsOf(own))
    for (const [name, own] of byName) {
      const named = own.flatMap(({ project }) => (project === null ? [] : versionsOf(byProject.get(project))))
      add(namePage(name), [...versionsOf(own), ...named])
    }
    return planFiles(site, PROJECTS, inputs)
  } finally {
    await reader.$disconnect()
  }
}

/** The runs of one project under one name, or the runs that name a repository without proof. */
interface RunGroup {
  project: string | null
  projectName: string
  /** A text that identifies the runs and the statements about them. */
  runs: string
}

async function runsByProject(reader: ReturnType<typeof openReader>): Promise<RunGroup[]> {
  return reader.$queryRaw`SELECT "project", "projectName", group_concat("version", ' ') AS "runs" FROM (
      SELECT "project", "projectName",
        ${RUN_VERSION} AS "version"
      FROM "Run" WHERE "projectName" IS NOT NULL ORDER BY "projectName", "project", "id"
    ) GROUP BY "projectName", "project" ORDER BY "projectName", "project"`
}
