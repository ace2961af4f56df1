import { replacedText, type Writer, writerLine } from './comment-identity.ts'
import { commentMarker } from './comment-marker.ts'
import { makeJobPart } from './job-part.ts'
import { countsText, headlineMarkdown, headlineOfAll, makeJobResult } from './job-result.ts'
import type { Links, RunOfJob } from './run-of-job.ts'
import { COMMENT_LIMIT, fitted, SUMMARY_LIMIT } from './size-limits.ts'

/**
 * The comment on a pull request about all its measuring jobs, of at most 60,000 bytes. It contains Plimsoll's marker
 * and the headline. Then, for each run, it contains the run's table and links, and its method and machine folded, with
 * the most urgent run first.
 * @param comment.writing the writer of this comment, and the verdicts that this comment replaces; absent if they are
 *   not needed
 */
export function commentBody(comment: {
  runs: RunOfJob[]
  key: string
  links: Links
  writing?: { by: Writer; replaced: readonly string[] } | undefined
}): string {
  const { runs, key, links, writing } = comment
  const { headline, parts, counts } = describeJobs(runs, links, 'short')
  const head = `${commentMarker(key)}\n${headline}${replacedText(writing?.replaced ?? [])}`
  const foot = writing ? `\n\n${writerLine(writing.by, counts)}` : ''
  return fitted(head, parts, COMMENT_LIMIT - foot.length) + foot
}

/**
 * The job summary: the verdict, then every table in full, with bars of text. It has at most 1,000,000 bytes, because
 * GitHub allows 1 MiB per step.
 */
export function summaryMarkdown({ runs, links }: { runs: RunOfJob[]; links: Links }): string {
  const { headline, parts } = describeJobs(runs, links, 'full')
  return fitted(headline, parts, SUMMARY_LIMIT)
}

/** The title of a check: the headline of all jobs, as plain text. */
export function checkTitle(runs: RunOfJob[]): string {
  return headlineOfAll(runs.map(makeJobResult)).title
}

/** The summary of a check: what a comment contains. */
export function checkSummary(runs: RunOfJob[], links: Links): string {
  const { headline, parts } = describeJobs(runs, links, 'short')
  return fitted(headline, parts, COMMENT_LIMIT)
}

/** The headline of all jobs, the part about each of them, the most urgent first, and the counts of their verdicts. */
function describeJobs(runs: RunOfJob[], links: Links, detail: 'short' | 'full') {
  const results = runs.map(makeJobResult)
  const sorted = results.toSorted((a, b) => a.urgency - b.urgency)
  return {
    headline: headlineMarkdown(headlineOfAll(results), '###', 'Plimsoll'),
    parts: sorted.map((result) => makeJobPart(result, links, detail)),
    counts: countsText(results),
  }
}
