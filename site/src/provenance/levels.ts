import type { RunDocument } from '@plimsoll/schema'
import type { ProvenanceLevel, ProvenLevel, SubmittedLevel } from '../store/origin.ts'
import type { Provenance } from './certificate.ts'
import { GITHUB_ISSUER } from './project.ts'

/** The project's own reusable workflow, and the commits of its releases. */
export interface ReleasedWorkflow {
  /** The path of the workflow, `OWNER/REPO/.github/workflows/measure.yml`. */
  path: string
  commits: readonly string[]
  /** The issuer of the tokens of the workflow's jobs. */
  issuer: string
}

/** The project's reusable workflow, and the commits of its releases. There are no releases yet. */
export const RELEASED: ReleasedWorkflow = {
  path: 'OWNER/plimsoll/.github/workflows/measure.yml',
  commits: [],
  issuer: GITHUB_ISSUER,
}

/**
 * Returns the provenance level that a certificate proves for a document. The level says who measured and where. It does not
 * say that the numbers are right. The certificate and its runner are those of the job that submits. Only the document
 * states on which runner it was measured. The best level requires that the certificate and the document both name a
 * GitHub-hosted runner. The released workflow ensures that the document comes from a measuring job, because the workflow
 * submits no document with another hash.
 */
export function levelOf(
  { host }: RunDocument,
  { event, issuer, workflow, workflowCommit, runnerEnvironment }: Provenance,
  released: ReleasedWorkflow = RELEASED,
): ProvenLevel {
  if (event === 'workflow_run') return 'reported for a fork'
  const isReleased =
    issuer === released.issuer && workflow.startsWith(`${released.path}@`) && released.commits.includes(workflowCommit)
  const isHosted = runnerEnvironment === 'github-hosted' && host.runner.kind === 'github-hosted'
  return isReleased && isHosted ? 'measured by Plimsoll' : 'signed by repository'
}

/**
 * Whether a document is of the workflow run that signs it. Only such a job can sign what was submitted without a signature
 * before: a name that was given up can be registered again by anybody, the number of a workflow run cannot be had again.
 */
export function isOfThisRun({ source }: RunDocument, { repository, workflowRun }: Provenance): boolean {
  return source?.repository === repository && source.workflowRun === workflowRun
}

/** Returns the provenance level of a run: the one that its signature proves, otherwise that of a manual submission. */
export function provenanceLevelOf(document: RunDocument, signature: { level: ProvenLevel } | null): ProvenanceLevel {
  return signature?.level ?? submittedLevelOf(document)
}

/** Returns the provenance level of a manually submitted document. */
export function submittedLevelOf({ origin }: RunDocument): SubmittedLevel {
  return origin.kind === 'transcribed' ? 'transcribed' : 'self-reported'
}

/**
 * Returns the member of a document's `source` that contradicts the certificate; null if none does. Members that are null
 * are not compared. A `workflow_run` job submits a run of another workflow run, which its certificate does not know. In
 * this case, only the repository is compared.
 */
export function findDisagreement({ source }: RunDocument, proven: Provenance): string | null {
  if (source === null) return null
  const ofThisRun: [string, unknown, unknown][] = [
    ['commit', source.commit, proven.commit],
    ['ref', source.ref, proven.ref],
    ['workflowRun', source.workflowRun, proven.workflowRun],
    ['pullRequest', source.pullRequest, pullRequestOf(proven)],
  ]
  const pairs: [string, unknown, unknown][] = [
    ['repository', source.repository, proven.repository],
    ...(proven.event === 'workflow_run' ? [] : ofThisRun),
  ]
  return pairs.find(([, stated, certified]) => stated !== null && stated !== certified)?.[0] ?? null
}

function pullRequestOf({ ref }: Provenance): number | null {
  const [, number] = /^refs\/pull\/(\d{1,9})\/(merge|head)$/.exec(ref) ?? []
  return number === undefined ? null : Number(number)
}
