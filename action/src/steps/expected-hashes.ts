import { basename, dirname } from 'node:path'
import { MOST, plainLine } from '../pull-request/escape-untrusted.ts'

/** What the measuring jobs said themselves, by outputs: no other job of the workflow run can write those. */
export interface ExpectedHashes {
  /** of what they handed on; undefined where they were not asked */
  hashes: ReadonlySet<string> | undefined
  /** number of jobs */
  jobs: number | undefined
}

/** How many jobs of measure.yml have an output for a hash: outputs are listed by name, whatever the matrix is. */
export const MAX_HASHES = 20

/** What is said of a file that no measuring job vouches for. */
export function changedSentence(file: string, { jobs = 1 }: ExpectedHashes): string {
  const name = plainLine(`${basename(dirname(file))}/${basename(file)}`, MOST.name)
  const advice =
    jobs > MAX_HASHES
      ? `of ${jobs} jobs the first ${MAX_HASHES} alone can show what they measured, so call measure.yml several times, each with fewer jobs and a comment-key of its own`
      : 'look for another job of this workflow run that uploads it'
  return `${name} was changed after it was measured, or was not measured by these jobs, and is neither shown nor handed in: ${advice}.`
}

/** The message about a missing file of a measuring job. */
export const LOST_SENTENCE =
  "A measuring job's document is missing from the artifacts: look for another job of this workflow run that uploads or deletes artifacts."
