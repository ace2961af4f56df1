import type { readRun } from '@plimsoll/schema'

/** The result of one measuring job, for example one of a matrix. All its texts are untrusted. */
export type RunOfJob = {
  /** The name of the job, or the label of the job's runner. */
  name: string
  /** The address of the full table of this run, on the server of `Links`. Null if the table was not written. */
  summary: string | null
} & (
  | {
      status: 'measured'
      run: ReturnType<typeof readRun>
      /** The address of the run in the registry of `Links`. Null if the run was not published. */
      permalink: string | null
    }
  /** The job's file is not one that a measuring job made. The sentence names the file. */
  | { status: 'changed'; sentence: string }
  /** An engine cannot run on the job's runner. The sentence says why. */
  | { status: 'unsupported'; sentence: string }
  /** Base and head do not differ in what is measured, so the job measured nothing. The sentence says what is equal. */
  | { status: 'unchanged'; sentence: string }
  /** Head has none of the workloads that base has, so the job measured nothing. The sentence names them. */
  | { status: 'removed'; sentence: string }
  /** The report step could not read the jobs' documents. The sentence says why. */
  | { status: 'unreported'; sentence: string }
  /** The job ended without a document, or uploaded an invalid one. Only the job itself knows the reason. */
  | { status: 'missing'; isInvalid: boolean; reason: string | null }
)

/** The reasons of a job that measured nothing by intention. Each is the name of a file of the job, and an output. */
export const REASONS = ['unsupported', 'unchanged', 'removed'] as const
export type ReasonStatus = (typeof REASONS)[number]

export type MeasuredJob = Extract<RunOfJob, { status: 'measured' }>

/** The servers that a comment may link to. */
export interface Links {
  /** The registry in which runs are published, for example `https://plimsoll.example`. Null if there is none. */
  registry: string | null
  /** The address of the project's page in the registry, which has its history. Null without one. */
  project: string | null
  /** The GitHub server: `https://github.com`, or the server of an enterprise. */
  server: string
}
