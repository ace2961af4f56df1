import type { Template } from '../page/template.ts'
import { openReader } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { isProject } from '../store/slug.ts'
import { type BuildPlan, planFiles, type RecordedFolder } from './made-files.ts'
import { programDigest } from './made-from.ts'

/** The folders with the sources of the projects' pages. */
const PROGRAM = ['pages', 'components', 'src', '../schema/src']

/** The folder of the projects' pages. The name of each page is `owner/name.html`. */
const PROJECTS: RecordedFolder = { folder: 'projects', record: '.plimsoll-projects' }

/**
 * Plans the pages of projects. A project's page depends on the runs of that project alone, and with many projects these
 * pages take most of a build's time. So a page is made again only if one of its runs or their statements, the style or
 * the program changed.
 */
export async function planProjects(registry: Registry, site: string, template: Template): Promise<BuildPlan> {
  const whole = sha256(JSON.stringify([template, programDigest(PROGRAM)]))
  const reader = openReader(registry)
  try {
    const inputs = new Map<string, string>()
    for (const { project, runs } of await runsByProject(reader)) {
      if (isProject(project)) inputs.set(`${project}.html`, sha256(`${whole} ${runs}`))
    }
    return planFiles(site, PROJECTS, inputs)
  } finally {
    await reader.$disconnect()
  }
}

/** Returns, for each project, a text that identifies its runs and the statements about them. */
async function runsByProject(reader: ReturnType<typeof openReader>): Promise<{ project: string; runs: string }[]> {
  return reader.$queryRaw`SELECT "project", group_concat("version", ' ') AS "runs" FROM (
      SELECT "project", "id" || ' ' || "storedHash" || ' ' || "provenanceLevel" || ' ' || coalesce("state", '') AS "version"
      FROM "Run" WHERE "project" IS NOT NULL ORDER BY "project", "id"
    ) GROUP BY "project"`
}
