import type { RunDocument } from '@plimsoll/schema'
import type { JWTPayload } from 'jose'
import type { ProvenLevel } from '../store/provenance-levels.ts'
import { Refusal } from './refusal.ts'

/** What a token of GitHub Actions says of where it was made; the names are those of its claims. */
export interface Provenance {
  /** who signed the token; its ids are of that one alone */
  issuer: string
  repository: string
  repositoryId: string
  ownerId: string
  commit: string
  ref: string
  workflow: string
  workflowRun: number
  attempt: number
  event: string
  runnerEnvironment: string
}

/** The project's own reusable workflow, and the commits it was released at. */
export interface ReleasedWorkflow {
  /** `OWNER/REPO/.github/workflows/measure.yml` */
  path: string
  commits: readonly string[]
  /** who signs for it */
  issuer: string
}

/** Tells a repository from every other, whatever it is called and whoever signs for it. */
export function senderOf({ issuer, repositoryId }: Provenance): string {
  return `${issuer} ${repositoryId}`
}

/** Tokens that say nothing of this, or that are of repositories nobody can look at, are refused. @throws Refusal */
export function provenanceOf(claims: JWTPayload, { allowPrivate }: { allowPrivate: boolean }): Provenance {
  const text = (name: string): string => {
    const value = claims[name]
    if (typeof value === 'string' && value !== '' && value.length <= 500) return value
    throw new Refusal(401, 'missing-claim', `The token's claim ${name} is missing or wrong.`)
  }
  const whole = (name: string): number => {
    const value = Number(text(name))
    if (Number.isSafeInteger(value) && value > 0) return value
    throw new Refusal(401, 'missing-claim', `The token's claim ${name} is missing or wrong.`)
  }
  if (text('repository_visibility') !== 'public' && !allowPrivate) {
    throw new Refusal(
      403,
      'private-repository',
      'The repository is not public, and its name would be: say allow-private: true if that is meant.',
    )
  }
  return {
    issuer: text('iss'),
    repository: text('repository'),
    repositoryId: String(whole('repository_id')),
    ownerId: String(whole('repository_owner_id')),
    commit: text('sha'),
    ref: text('ref'),
    workflow: text('job_workflow_ref'),
    workflowRun: whole('run_id'),
    attempt: whole('run_attempt'),
    event: text('event_name'),
    runnerEnvironment: text('runner_environment'),
  }
}

/**
 * Where a document says something else of its source than the token, it is refused and the field named. What a document
 * leaves open is open. A run that followed another speaks of that one, which its token does not know.
 */
export function checkAgreement({ source }: RunDocument, proven: Provenance): void {
  const field = disagreement(source, proven)
  if (field === undefined) return
  const message = `is not what the token of the workflow says`
  throw new Refusal(403, 'provenance-mismatch', `The document's /source/${field} ${message}.`, {
    errors: [{ pointer: `/source/${field}`, message }],
  })
}

function disagreement(source: RunDocument['source'], proven: Provenance): string | undefined {
  if (source === null) return undefined
  const follows = proven.event === 'workflow_run'
  const pairs: [string, unknown, unknown][] = [
    ['repository', source.repository, proven.repository],
    ...(follows
      ? []
      : ([
          ['commit', source.commit, proven.commit],
          ['ref', source.ref, proven.ref],
          ['workflowRun', source.workflowRun, proven.workflowRun],
          ['pullRequest', source.pullRequest, pullRequestOf(proven)],
        ] as [string, unknown, unknown][])),
  ]
  return pairs.find(([, said, shown]) => said !== null && said !== shown)?.[0]
}

function pullRequestOf({ ref }: Provenance): number | null {
  const [, number] = /^refs\/pull\/(\d{1,9})\/(merge|head)$/.exec(ref) ?? []
  return number === undefined ? null : Number(number)
}

/**
 * The provenance level that a token proves of a document. It says who and where, not that the numbers are right. The token is that of
 * the job that hands in, and its runner is that job's; where the document was measured only the document says, and the
 * best provenance level needs both. That the document is what a measuring job put out is what the released workflow sees to: it hands in
 * nothing of another hash.
 */
export function levelOfProof({ host }: RunDocument, proven: Provenance, released: ReleasedWorkflow): ProvenLevel {
  if (proven.event === 'workflow_run') return 'reported for a fork'
  const ours =
    proven.issuer === released.issuer &&
    released.commits.some((commit) => proven.workflow === `${released.path}@${commit}`)
  const hosted = proven.runnerEnvironment === 'github-hosted' && host.runner.kind === 'github-hosted'
  return ours && hosted ? 'measured by Plimsoll' : 'signed by repository'
}
