/** Who writes a comment: what tells apart a run that is made again, and another job that has taken the same key. */
export interface Writer {
  /** the commit that was measured */
  commit: string
  /** of the workflow run: its number, and which attempt at it */
  run: string
  /** a hash of the workflow */
  workflow: string
}

const HEAD = /^### ([\w ·:,]{1,200})$/
const REPLACED = /^- ([\w ·:,]{1,200})$/
const MAX_REPLACED = 10
const LEAD =
  'Another job wrote to this comment about the same commit, and was replaced; give each its own `comment-key`:'

/** The last line of a comment, which nobody sees. */
export function writerLine({ commit, run, workflow }: Writer): string {
  return `<!-- plimsoll:by ${commit} ${run} ${workflow} -->`
}

/**
 * The verdicts that a comment is about to lose: those of other jobs about the same commit. One of an earlier attempt or
 * run of the same workflow is meant to be replaced.
 * @param before what the comment says; null where there is none
 */
export function replacedVerdicts(before: string | null, { commit, run, workflow }: Writer): string[] {
  const lines = before?.split(/\r?\n/) ?? []
  const [, itsCommit, itsRun, itsWorkflow] = /^<!-- plimsoll:by (\S+) (\S+) (\S+) -->$/.exec(lines.at(-1) ?? '') ?? []
  if (itsCommit !== commit || (itsWorkflow === workflow && itsRun !== run)) return []
  const verdict = HEAD.exec(lines[1] ?? '')?.[1] ?? 'no verdict'
  const start = lines.indexOf(LEAD)
  const earlier =
    start < 0 ? [] : lines.slice(start + 2, start + 2 + MAX_REPLACED).map((line) => REPLACED.exec(line)?.[1])
  const told = earlier.slice(0, earlier.indexOf(undefined) < 0 ? undefined : earlier.indexOf(undefined))
  return [...told.filter((line) => line !== undefined), verdict].slice(-MAX_REPLACED)
}

/** How a comment says so. */
export function replacedText(verdicts: readonly string[]): string {
  return verdicts.length === 0 ? '' : `\n\n${LEAD}\n\n${verdicts.map((verdict) => `- ${verdict}`).join('\n')}`
}
