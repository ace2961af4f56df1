import { readFileSync } from 'node:fs'
import { Problem } from '@plimsoll/workloads'

/** The event that started this workflow, with the fields that Plimsoll needs. */
export type WorkflowEvent = PullRequestEvent | MergeGroupEvent | WorkflowRunEvent | OtherEvent

interface Repository {
  id: number
  /** The repository as owner/name. */
  fullName: string
}

export interface PullRequestEvent {
  name: 'pull_request'
  repository: Repository
  number: number
  base: { sha: string }
  head: { sha: string }
  /** Whether the head is in another repository. If so, its code is untrusted, and this job's token can only read. */
  fork: boolean
}

/** The merge queue asks whether its pull requests may be merged. Their code was approved, so it is no fork's. */
interface MergeGroupEvent {
  name: 'merge_group'
  repository: Repository
  /** The commit on which the merges are based. It is an ancestor of the head. */
  base: { sha: string }
  head: { sha: string }
  fork: false
}

interface WorkflowRunEvent {
  name: 'workflow_run'
  repository: Repository
  run: WorkflowRun
}

/** The completed workflow run that triggered the current one. */
export interface WorkflowRun {
  /** The event that started the completed run, such as `pull_request`. */
  event: string
  headSha: string
  headBranch: string | null
  /** null if the repository has been deleted */
  headRepository: Repository | null
}

/** Any other event. On such an event, Plimsoll measures the checked-out files. */
interface OtherEvent {
  name: 'other'
  /** Whether the event is about a pull request whose head is, or could be, in another repository. */
  fork: boolean
}

/**
 * Reads the event that GITHUB_EVENT_NAME names and the file GITHUB_EVENT_PATH describes. GitHub's runner writes both.
 * @throws Problem (2) if Plimsoll does not run on such an event, or if the file describes no such event
 */
export function readEvent(environment: Record<string, string | undefined>): WorkflowEvent {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: file = '' } = environment
  if (name === 'pull_request_target')
    throw new Problem(
      2,
      'On `pull_request_target`, untrusted code would run with your permissions. Use `on: pull_request` in the workflow.',
    )
  try {
    return eventOf(name, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Problem(
      2,
      `GITHUB_EVENT_PATH does not name a file that describes the event ${name || '(none)'}. Run the workflow on an event from GitHub.`,
    )
  }
}

/** The fields of GitHub's events that are read: docs.github.com/webhooks/webhook-events-and-payloads */
interface Payload {
  repository: PayloadRepository
  pull_request: {
    number: number
    base: { sha: string }
    /** `repo` is null if the fork has been deleted */
    head: { sha: string; repo: PayloadRepository | null }
  }
  merge_group: { base_sha: string; head_sha: string }
  workflow_run: {
    event: string
    head_sha: string
    head_branch: string | null
    head_repository: PayloadRepository | null
  }
  issue: { pull_request?: object }
}

interface PayloadRepository {
  id: number
  full_name: string
}

/** @throws TypeError if the payload is not one of this event */
function eventOf(name: string, payload: Payload): WorkflowEvent {
  switch (name) {
    case 'pull_request': {
      const { number, base, head } = payload.pull_request
      return {
        name,
        repository: repositoryOf(payload.repository),
        number,
        base: { sha: base.sha },
        head: { sha: head.sha },
        fork: head.repo?.id !== payload.repository.id,
      }
    }
    case 'merge_group': {
      const { base_sha, head_sha } = payload.merge_group
      return {
        name,
        repository: repositoryOf(payload.repository),
        base: { sha: base_sha },
        head: { sha: head_sha },
        fork: false,
      }
    }
    case 'workflow_run': {
      const { event, head_sha, head_branch, head_repository } = payload.workflow_run
      return {
        name,
        repository: repositoryOf(payload.repository),
        run: {
          event,
          headSha: head_sha,
          headBranch: head_branch,
          headRepository: head_repository && repositoryOf(head_repository),
        },
      }
    }
    default:
      return { name: 'other', fork: mayBeOfFork(payload) }
  }
}

/**
 * Whether the checked-out code may belong to a fork. On a review, a comment or a future event, the code can be that of
 * a pull request; only the event's payload shows this.
 */
function mayBeOfFork({ repository, pull_request, issue }: Partial<Payload>): boolean {
  if (pull_request) return repository?.id === undefined || pull_request.head?.repo?.id !== repository.id
  // For an issue event, GitHub does not report which repository the head is in.
  return issue?.pull_request !== undefined
}

function repositoryOf({ id, full_name }: PayloadRepository): Repository {
  return { id, fullName: full_name }
}
