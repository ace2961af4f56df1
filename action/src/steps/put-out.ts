import { basename, dirname } from 'node:path'
import { MOST, plainLine } from '../pull-request/strangers-text.ts'

/** What the measuring jobs said themselves, by outputs: no other job of the workflow run can write those. */
export interface PutOut {
  /** of their documents; undefined where they were not asked */
  hashes: ReadonlySet<string> | undefined
  /** how many jobs there were */
  jobs: number | undefined
}

/** How many jobs of measure.yml have an output for a hash: outputs are listed by name, whatever the matrix is. */
export const MOST_HASHES = 20

/**
 * Whether a document is what a measuring job made: it handed it on as an artifact, which any job of the same workflow run
 * may replace. `unproven` is what may be of a job that has no output; its number ends the artifact's name.
 */
export function standingOf(
  file: string,
  hash: string,
  { hashes, jobs = 1 }: PutOut,
): 'proven' | 'unproven' | 'changed' {
  if (hashes === undefined || hashes.has(hash)) return 'proven'
  const [, number] = /\.(\d{1,3})$/.exec(basename(dirname(file))) ?? []
  return number !== undefined && Number(number) >= MOST_HASHES && Number(number) < jobs ? 'unproven' : 'changed'
}

/** What is said of a file that no measuring job vouches for. */
export function changedSentence(file: string): string {
  const name = plainLine(`${basename(dirname(file))}/${basename(file)}`, MOST.name)
  return `${name} was changed after it was measured, or was not measured by these jobs, and is neither shown nor handed in: look for another job of this workflow run that uploads it.`
}

/** What is said of a document that a measuring job made, where none of what was handed on can be it. */
export const LOST_SENTENCE =
  'The run document of a measuring job is not among what was handed on: look for another job of this workflow run that uploads or deletes artifacts.'
