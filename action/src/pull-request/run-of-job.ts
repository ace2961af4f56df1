import type { readRun } from '@plimsoll/schema'

/** The result of one measuring job, for example one of a matrix. All its texts are untrusted. */
export type RunOfJob = {
  /** The job, or the label of its runner. */
  name: string
  /** Address of the full table of this run, on the server of `Links`; null where it was not written. */
  summary: string | null
} & (
  | {
      status: 'measured'
      run: ReturnType<typeof readRun>
      /** Address of the run in the registry of `Links`; null where it was not published. */
      permalink: string | null
    }
  /** The file is not the one that a measuring job made; the sentence names it. */
  | { status: 'changed'; sentence: string }
  /** An engine cannot run there; the sentence says why. */
  | { status: 'unsupported'; sentence: string }
  /** The job ended without a document, or uploaded an invalid one. */
  | { status: 'missing'; isInvalid: boolean }
)

export type MeasuredJob = Extract<RunOfJob, { status: 'measured' }>

/** The servers that a comment may link to. */
export interface Links {
  /** The registry where runs are published, for example `https://plimsoll.example`; null where there is none. */
  registry: string | null
  /** GitHub itself: `https://github.com`, or the server of an enterprise. */
  server: string
}
