import { partOf } from './job-part.ts'
import { resultOf, verdictOfAll } from './job-result.ts'
import { COMMENT_LIMIT, fitted } from './limits.ts'
import { commentMarker } from './marker.ts'
import type { Links, RunOfJob } from './run-of-job.ts'

/**
 * The comment on a pull request that tells of all its measuring jobs: our marker, the verdict, then for each run its
 * table, method, machine and links, what needs eyes first. At most 60,000 bytes.
 */
export function commentBody({ runs, key, links }: { runs: RunOfJob[]; key: string; links: Links }): string {
  const results = runs.map(resultOf)
  const parts = results.map((result) => partOf(result, links, 'short')).sort((a, b) => a.urgency - b.urgency)
  return fitted(`${commentMarker(key)}\n### ${verdictOfAll(results)}`, parts, COMMENT_LIMIT)
}
