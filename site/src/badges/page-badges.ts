import { STATISTIC_TITLES } from '@plimsoll/schema'
import { type HistoryHeadline, historyHeadline } from '../history/headline.ts'
import { GENERATED } from '../store/origin.ts'
import { openReader, type RunLine } from '../store/queries.ts'
import { historyOfEngine, historyOfWorkload } from '../store/queries-history.ts'
import { engineSlugs, workloadNames } from '../store/queries-names.ts'
import type { Registry } from '../store/registry.ts'
import { isPageName } from '../store/slug.ts'
import { renderBadge } from './render-badge.ts'

/**
 * Returns the badges of all engines and workloads that have pages, by the badge's address. Projects have theirs with
 * their histories.
 */
export async function historyBadges(registry: Registry): Promise<Map<string, Buffer>> {
  const reader = openReader(registry)
  const badges = new Map<string, Buffer>()
  // A badge does not name the kind of its figure, so no document is read.
  const readRun = () => null
  const add = (page: string, text: string) => {
    const subject = page.slice(page.indexOf('/') + 1)
    badges.set(badgeAddress(page), Buffer.from(renderBadge({ subject, result: text, outcome: 'neutral' })))
  }
  try {
    for (const name of (await engineSlugs(reader)).filter(isPageName)) {
      const { points } = await historyOfEngine(reader, name)
      add(`engines/${name}`, badgeText(historyHeadline(points, readRun)))
    }
    for (const name of (await workloadNames(reader)).filter(isPageName)) {
      const { points } = await historyOfWorkload(reader, name)
      add(`workloads/${name}`, badgeText(historyHeadline(points, readRun)))
    }
    return badges
  } finally {
    await reader.$disconnect()
  }
}

/** Returns the address of a page's badge, relative to the root. @param page the page's address, relative to the root */
export function badgeAddress(page: string): string {
  return `${page}.badge.svg`
}

/** Returns the text of the badge of an engine or a workload. */
export function badgeText(headline: HistoryHeadline | null): string {
  if (headline === null) return 'not measured yet'
  const { figure, measure, isHigherBetter, what, state } = headline
  const remarks = [measure === STATISTIC_TITLES.mean && measure, isHigherBetter && 'higher is better', state]
  return [`${figure} ${what}`, ...remarks].filter(Boolean).join(', ')
}

/** Returns the text of the badge of a project without a history: the result of its latest run. */
export function projectBadgeText({ counts, startedAt, generated }: ProjectRun): string {
  const day = startedAt.slice(0, 10)
  if (generated) return [counts ?? `run of ${day}`, GENERATED].join(', ')
  return counts ?? `measured on ${day}`
}

/** What the badge of a project needs of the project's latest run. */
type ProjectRun = Pick<RunLine, 'counts' | 'startedAt' | 'generated'>
