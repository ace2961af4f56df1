import { basename, dirname } from 'node:path'
import { identify } from '@plimsoll/schema'
import { MAX_LENGTH, plainLine } from '../comment/escape-untrusted.ts'
import type { ReasonStatus } from '../comment/run-of-job.ts'

/** The hashes that the measuring jobs output. No other job of the workflow run can write the outputs of those jobs. */
export interface ExpectedHashes {
  /** hashes of the measuring jobs' documents; undefined without outputs */
  hashes: ReadonlySet<string> | undefined
  /** the number of measuring jobs */
  jobs: number | undefined
}

/**
 * The number of jobs whose hash measure.yml outputs. The number is fixed, because a workflow lists its outputs by name.
 */
export const MAX_HASHES = 20

/** The hash of the reason for which a job measured nothing. Its kind is in the name of its file, so it is part of the hash. */
export function hashOfReason({
  status,
  name,
  sentence,
}: {
  status: ReasonStatus
  name: string
  sentence: string
}): string {
  return identify({ status, name, sentence }).hash
}

/** The message about a file whose hash no measuring job has output. */
export function changedSentence(file: string, { jobs = 1 }: ExpectedHashes): string {
  const name = plainLine(`${basename(dirname(file))}/${basename(file)}`, MAX_LENGTH.name)
  const advice =
    jobs > MAX_HASHES
      ? `Only the first ${MAX_HASHES} of ${jobs} jobs have a hash to verify. Call measure.yml several times, with fewer jobs and another comment-key in each call`
      : 'Look for another job of this workflow run that uploads it'
  return `${name} was changed after it was measured, or was not measured by these jobs. It is neither shown nor published. ${advice}.`
}

/** The message about a missing file of a measuring job. */
export const LOST_SENTENCE =
  "A measuring job's document is missing from the artifacts. Look for another job of this workflow run that uploads or deletes artifacts."
