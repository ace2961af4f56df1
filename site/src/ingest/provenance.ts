import type { RunDocument } from '@plimsoll/schema'
import type { JWTPayload } from 'jose'
import { MEASURE_WORKFLOW } from '../store/check-proof.ts'
import type { ProvenLevel } from '../store/origin.ts'
import { GITHUB_ISSUER, isId } from '../store/signer.ts'
import type { Sender } from './quotas.ts'
import { Refusal } from './refusal.ts'

/** The claims of a GitHub Actions token about the job that got the token. Each name is that of a claim. */
export interface Provenance {
  /** The issuer, who signed the token. The ids of repositories and owners are unique within one issuer only. */
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

/** The project's own reusable workflow, and the commits of its releases. */
export interface ReleasedWorkflow {
  /** The path of the workflow, `OWNER/REPO/.github/workflows/measure.yml`. */
  path: string
  commits: readonly string[]
  /** The issuer of the tokens of the workflow's jobs. */
  issuer: string
}

/**
 * Returns keys that identify a repository and its owner by the issuer and their ids. The keys do not depend on names,
 * which can change hands.
 */
export function identifySender({ issuer, repositoryId, ownerId }: Provenance): Sender {
  return { repository: `${issuer} ${repositoryId}`, owner: `${issuer} ${ownerId}` }
}

/** The name of a repository, as GitHub allows it: a name of dots alone would be another folder. */
const REPOSITORY = /^(?!\.{1,2}\/)[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/

/**
 * Returns the provenance that the claims of a token state. Rejects tokens without the necessary claims, and tokens of
 * private repositories.
 * @throws Refusal
 */
export function parseProvenance(claims: JWTPayload, { allowPrivate }: { allowPrivate: boolean }): Provenance {
  const text = (name: string): string => {
    const value = claims[name]
    if (typeof value === 'string' && value !== '' && value.length <= 500) return value
    throw new Refusal(401, 'missing-claim', `The token's claim "${name}" is missing or invalid.`)
  }
  const id = (name: string): string => {
    const value = text(name)
    if (isId(value)) return value
    throw new Refusal(401, 'missing-claim', `The token's claim "${name}" is missing or invalid.`)
  }
  if (text('repository_visibility') !== 'public' && !allowPrivate) {
    throw new Refusal(
      403,
      'private-repository',
      'The repository is private, and its name would become public. Set allow-private: true to allow this.',
    )
  }
  const repository = text('repository')
  if (!REPOSITORY.test(repository)) {
    const sentence = `The token's claim "repository" must be OWNER/NAME, with only letters, digits, "-", "_" and ".".`
    throw new Refusal(401, 'missing-claim', sentence)
  }
  return {
    issuer: text('iss'),
    repository,
    repositoryId: id('repository_id'),
    ownerId: id('repository_owner_id'),
    commit: text('sha'),
    ref: text('ref'),
    workflow: text('job_workflow_ref'),
    workflowRun: Number(id('run_id')),
    attempt: Number(id('run_attempt')),
    event: text('event_name'),
    runnerEnvironment: text('runner_environment'),
  }
}

/**
 * Rejects a document whose `source` contradicts the token, and names the field. Fields of `source` that are null are
 * not compared. A `workflow_run` job submits a run of another workflow run, which its token does not know. In this
 * case, only the repository is compared.
 * @throws Refusal `provenance-mismatch`
 */
export function assertAgreement({ source }: RunDocument, proven: Provenance): void {
  const field = findDisagreement(source, proven)
  if (field === undefined) return
  const message = `does not match the workflow's token`
  throw new Refusal(
    403,
    'provenance-mismatch',
    `The document's /source/${field} ${message}. Submit the document from the repository and the workflow run that it names.`,
    {
      errors: [{ pointer: `/source/${field}`, message }],
    },
  )
}

function findDisagreement(source: RunDocument['source'], proven: Provenance): string | undefined {
  if (source === null) return undefined
  const followsRun = proven.event === 'workflow_run'
  const pairs: [string, unknown, unknown][] = [
    ['repository', source.repository, proven.repository],
    ...(followsRun
      ? []
      : ([
          ['commit', source.commit, proven.commit],
          ['ref', source.ref, proven.ref],
          ['workflowRun', source.workflowRun, proven.workflowRun],
          ['pullRequest', source.pullRequest, pullRequestOf(proven)],
        ] as [string, unknown, unknown][])),
  ]
  return pairs.find(([, stated, claimed]) => stated !== null && stated !== claimed)?.[0]
}

function pullRequestOf({ ref }: Provenance): number | null {
  const [, number] = /^refs\/pull\/(\d{1,9})\/(merge|head)$/.exec(ref) ?? []
  return number === undefined ? null : Number(number)
}

/**
 * Returns the provenance level that a token proves for a document. The level says who measured and where. It does not
 * say that the numbers are right. The token and its claim about the runner belong to the job that submits. Only the
 * document states on which runner it was measured. The best level requires that the token and the document both name a
 * GitHub-hosted runner. The released workflow ensures that the document comes from a measuring job, because the
 * workflow submits no document with another hash.
 */
export function levelOfProof({ host }: RunDocument, proven: Provenance, released: ReleasedWorkflow): ProvenLevel {
  if (proven.event === 'workflow_run') return 'reported for a fork'
  const isReleased =
    proven.issuer === released.issuer &&
    released.commits.some((commit) => proven.workflow === `${released.path}@${commit}`)
  const isHosted = proven.runnerEnvironment === 'github-hosted' && host.runner.kind === 'github-hosted'
  return isReleased && isHosted ? 'measured by Plimsoll' : 'signed by repository'
}

/** The project's reusable workflow, and the commits of its releases. There are no releases yet. */
export const RELEASED: ReleasedWorkflow = {
  path: MEASURE_WORKFLOW,
  commits: [],
  issuer: GITHUB_ISSUER,
}
