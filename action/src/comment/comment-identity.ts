/**
 * The writer of a comment. With it, a repeated run can be distinguished from another job that uses the same comment
 * key.
 */
export interface Writer {
  /** the measured commit */
  commit: string
  /** the workflow run: its number, and its attempt */
  run: string
  /** a hash of the workflow */
  workflow: string
}

const BY = /^<!-- plimsoll:by (\S+) (\S+) (\S+) ([\w ·:,.()+−%]{1,200}) -->$/
const REPLACED = /^- ([\w ·:,.()+−%]{1,200})$/
const MAX_REPLACED = 10
const LEAD =
  'This comment replaces the verdict of another job or step about the same commit. Give each its own `comment-key`:'

/** The invisible last line of a comment. It identifies the comment's writer, and has the counts of its verdicts. */
export function writerLine({ commit, run, workflow }: Writer, counts: string): string {
  return `<!-- plimsoll:by ${commit} ${run} ${workflow} ${counts} -->`
}

/**
 * The verdicts that a new comment would replace although other jobs wrote those verdicts about the same commit. A
 * verdict of an earlier attempt or run of the same workflow is meant to be replaced, and is not returned.
 * @param before the text of the existing comment; null if there is none
 */
export function replacedVerdicts(before: string | null, { commit, run, workflow }: Writer): string[] {
  const lines = before?.split(/\r?\n/) ?? []
  const [, itsCommit, itsRun, itsWorkflow, verdict] = BY.exec(lines.at(-1) ?? '') ?? []
  if (verdict === undefined || itsCommit !== commit || (itsWorkflow === workflow && itsRun !== run)) return []
  const start = lines.indexOf(LEAD)
  const earlier =
    start < 0 ? [] : lines.slice(start + 2, start + 2 + MAX_REPLACED).map((line) => REPLACED.exec(line)?.[1])
  const verdicts = earlier.slice(0, earlier.indexOf(undefined) < 0 ? undefined : earlier.indexOf(undefined))
  return [...verdicts.filter((line) => line !== undefined), verdict].slice(-MAX_REPLACED)
}

/** The replaced verdicts, as text for the new comment. */
export function replacedText(verdicts: readonly string[]): string {
  return verdicts.length === 0 ? '' : `\n\n${LEAD}\n\n${verdicts.map((verdict) => `- ${verdict}`).join('\n')}`
}
