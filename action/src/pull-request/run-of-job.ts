import type { readRun } from '@plimsoll/schema'

/** What became of one measuring job: of a matrix, one of several. All texts in it are a stranger's. */
export type RunOfJob = {
  /** The job, or the label of its runner. */
  name: string
  /** Where the full table of this run stands, on the server of `Links`; null where it was written nowhere. */
  summary: string | null
} & (
  | {
      status: 'measured'
      run: ReturnType<typeof readRun>
      /** The address of the run in the registry of `Links`; null where it was not published. */
      permalink: string | null
    }
  /** What is there is not what a measuring job made; the sentence says which file. */
  | { status: 'changed'; sentence: string }
  /** An engine cannot run there; the sentence says why. */
  | { status: 'unsupported'; sentence: string }
  /** The job ended without a document, or handed on what is none. */
  | { status: 'missing'; handedOn: boolean }
)

export type MeasuredJob = Extract<RunOfJob, { status: 'measured' }>

/** Whose addresses may be linked to: nothing else in a comment is a link. */
export interface Links {
  /** The registry that runs are published in, for example `https://plimsoll.example`; null where there is none. */
  registry: string | null
  /** GitHub itself: `https://github.com`, or the server of an enterprise. */
  server: string
}
