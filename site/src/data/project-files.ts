import type { ProjectHistory } from '@plimsoll/schema'
import { badgeAddress, projectBadgeText } from '../badges/page-badges.ts'
import { renderBadge } from '../badges/render-badge.ts'
import { groupIntoSections } from '../history/comparable-histories.ts'
import { answerHistory, shortAnswer } from '../history/history-answer.ts'
import { findSlowdowns } from '../history/slowdowns.ts'
import { latestRunsOfProject, openReader } from '../store/queries.ts'
import { historyOfProject } from '../store/queries-history.ts'
import { projectKeys } from '../store/queries-names.ts'
import { identityOfProject } from '../store/queries-projects.ts'
import type { Registry } from '../store/registry.ts'
import { projectPage } from '../store/slug.ts'

/**
 * Returns the histories of all projects as JSON, by the file's address: that of the project's page with `.json`. The
 * watch action of the project opens an issue from it. And returns the badges of the projects, which say the same in a few
 * words. The name of a repository has no badge, because it can change hands.
 */
export async function projectFiles(registry: Registry): Promise<Map<string, string>> {
  const reader = openReader(registry)
  const files = new Map<string, string>()
  try {
    for (const project of await projectKeys(reader)) {
      const page = projectPage(project)
      if (page === null) continue
      const { points, truncated } = await historyOfProject(reader, project)
      const sections = groupIntoSections(points)
      const { repository } = await identityOfProject(reader, project)
      const history: ProjectHistory = {
        repository,
        answer: answerHistory(sections),
        truncated,
        slowdowns: findSlowdowns(sections),
      }
      files.set(`${page}.json`, `${JSON.stringify(history, null, 2)}\n`)
      const [latest] = await latestRunsOfProject(reader, project, 1)
      if (latest === undefined) continue
      const result = shortAnswer(sections) ?? projectBadgeText(latest)
      files.set(badgeAddress(page), renderBadge({ subject: repository, result, outcome: 'neutral' }))
    }
    return files
  } finally {
    await reader.$disconnect()
  }
}
