import { partOf } from './job-part.ts'
import { headlineMarkdown, headlineOfAll, resultOf } from './job-result.ts'
import type { Links, RunOfJob } from './run-of-job.ts'
import { fitted, SUMMARY_LIMIT } from './size-limits.ts'

/**
 * The job summary: the verdict, then every table in full, with bars of text. It has at most 1,000,000 bytes, because
 * GitHub allows 1 MiB per step.
 */
export function summaryMarkdown({ runs, links }: { runs: RunOfJob[]; links: Links }): string {
  const results = runs.map(resultOf)
  const sorted = results.toSorted((a, b) => a.urgency - b.urgency)
  const parts = sorted.map((result) => partOf(result, links, 'full'))
  return fitted(headlineMarkdown(headlineOfAll(results), '###', 'Plimsoll'), parts, SUMMARY_LIMIT)
}
