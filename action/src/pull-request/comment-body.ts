import { commentMarker } from './comment-marker.ts'
import { replacedText, type Writer, writerLine } from './comment-writer.ts'
import { partOf } from './job-part.ts'
import { countsText, headlineMarkdown, headlineOfAll, resultOf } from './job-result.ts'
import type { Links, RunOfJob } from './run-of-job.ts'
import { COMMENT_LIMIT, fitted } from './size-limits.ts'

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
  const results = runs.map(resultOf)
  const sorted = results.toSorted((a, b) => a.urgency - b.urgency)
  const parts = sorted.map((result) => partOf(result, links, 'short'))
  const headline = headlineMarkdown(headlineOfAll(results), '###', 'Plimsoll')
  const head = `${commentMarker(key)}\n${headline}${replacedText(writing?.replaced ?? [])}`
  const foot = writing ? `\n\n${writerLine(writing.by, countsText(results))}` : ''
  return fitted(head, parts, COMMENT_LIMIT - foot.length) + foot
}
