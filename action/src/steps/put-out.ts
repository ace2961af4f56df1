import { basename, dirname } from 'node:path'
import { MOST, plainLine } from '../pull-request/strangers-text.ts'

/** The outputs of the measuring jobs: no other job of the workflow run can write those. */
export interface PutOut {
  /** of the uploaded files; undefined where they are not verified */
  hashes: ReadonlySet<string> | undefined
  /** number of jobs */
  jobs: number | undefined
}

/**
 * The number of jobs of measure.yml with an output for a hash: a workflow must list its outputs by name, whatever its
 * matrix.
 */
export const MOST_HASHES = 20

/** The message about a file whose hash is in no output of a measuring job. */
export function changedSentence(file: string, { jobs = 1 }: PutOut): string {
  const name = plainLine(`${basename(dirname(file))}/${basename(file)}`, MOST.name)
  const advice =
    jobs > MOST_HASHES
      ? `of ${jobs} jobs the first ${MOST_HASHES} alone can show what they measured, so call measure.yml several times, each with fewer jobs and a comment-key of its own`
      : 'look for another job of this workflow run that uploads it'
  return `${name} was changed after it was measured, or was not measured by these jobs, and is neither shown nor handed in: ${advice}.`
}

/** The message about a missing file of a measuring job. */
export const LOST_SENTENCE =
  "A measuring job's document is missing from the artifacts: look for another job of this workflow run that uploads or deletes artifacts."
