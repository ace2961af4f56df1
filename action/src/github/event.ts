import { readDocumentFile } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { EventFields } from './event-fields.ts'

/** The event that started this workflow, with the fields that Plimsoll needs. */
export type WorkflowEvent = PullRequestEvent | MergeGroupEvent | WorkflowRunEvent | OtherEvent

export interface Repository {
  id: number
  /** The repository as owner/name. */
  fullName: string
}

export interface PullRequestEvent {
  name: 'pull_request'
  repository: Repository
  number: number
  base: { sha: string; ref: string }
  /** The head of the pull request. Its repository is null if the fork has been deleted. */
  head: { sha: string; ref: string; repository: Repository | null }
  /** Whether the head is in another repository. If so, its code is untrusted, and this job's token can only read. */
  fork: boolean
}

/** The merge queue asks whether its pull requests may be merged. Their code was approved, so it is no fork's. */
export interface MergeGroupEvent {
  name: 'merge_group'
  repository: Repository
  /** The commit on which the merges are based. It is an ancestor of the head. */
  base: { sha: string }
  head: { sha: string }
  fork: false
}

export interface WorkflowRunEvent {
  name: 'workflow_run'
  repository: Repository
  run: WorkflowRun
}

/** The completed workflow run that triggered the current one. */
export interface WorkflowRun {
  id: number
  /** The event that started the completed run, such as `pull_request`. */
  event: string
  /** The conclusion: `success`, `failure`, …; null if the run has not ended. */
  conclusion: string | null
  headSha: string
  headBranch: string | null
  headRepository: Repository | null
  fork: boolean
}

/** Any other event. On such an event, Plimsoll measures the checked-out files. */
export interface OtherEvent {
  name: 'other'
  /** GitHub's name of the event, such as `schedule` or `push`. */
  event: string
  /** Whether the event is about a pull request whose head is, or could be, in another repository. */
  fork: boolean
}

/** GitHub's own limit on the size of an event's payload: docs.github.com/webhooks/webhook-events-and-payloads */
const MAX_BYTES = 25 * 1024 * 1024

/**
 * Reads the event that GITHUB_EVENT_NAME names and the file GITHUB_EVENT_PATH describes.
 * @throws Problem (2) if Plimsoll does not run on such an event, or if the file is not in GitHub's format
 */
export function readEvent(environment: Record<string, string | undefined>): WorkflowEvent {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: file } = environment
  if (!/^[a-z_]{1,64}$/.test(name))
    throw new Problem(
      2,
      'GITHUB_EVENT_NAME is not the name of an event. The runner sets this variable; do not change it.',
    )
  if (name === 'pull_request_target')
    throw new Problem(
      2,
      'On `pull_request_target`, untrusted code would run with your permissions. Use `on: pull_request` in the workflow.',
    )
  const read = Object.hasOwn(READERS, name) ? READERS[name as keyof typeof READERS] : undefined
  const event = new EventFields(contents(file))
  return read ? read(event) : { name: 'other', event: name, fork: mayBeOfFork(event) }
}

const READERS = {
  pull_request: pullRequestEvent,
  merge_group: mergeGroupEvent,
  workflow_run: workflowRunEvent,
}

function pullRequestEvent(event: EventFields): PullRequestEvent {
  const repository = repositoryAt(event, 'repository')
  const headRepository = event.isNull('pull_request', 'head', 'repo')
    ? null
    : repositoryAt(event, 'pull_request', 'head', 'repo')
  return {
    name: 'pull_request',
    repository,
    number: event.count('pull_request', 'number'),
    base: { sha: event.sha('pull_request', 'base', 'sha'), ref: event.text('pull_request', 'base', 'ref') },
    head: {
      sha: event.sha('pull_request', 'head', 'sha'),
      ref: event.text('pull_request', 'head', 'ref'),
      repository: headRepository,
    },
    fork: headRepository?.id !== repository.id,
  }
}

function mergeGroupEvent(event: EventFields): MergeGroupEvent {
  return {
    name: 'merge_group',
    repository: repositoryAt(event, 'repository'),
    base: { sha: event.sha('merge_group', 'base_sha') },
    head: { sha: event.sha('merge_group', 'head_sha') },
    fork: false,
  }
}

function workflowRunEvent(event: EventFields): WorkflowRunEvent {
  const repository = repositoryAt(event, 'repository')
  const optional = (key: string) => (event.isNull('workflow_run', key) ? null : event.text('workflow_run', key))
  const headRepository = event.isNull('workflow_run', 'head_repository')
    ? null
    : repositoryAt(event, 'workflow_run', 'head_repository')
  return {
    name: 'workflow_run',
    repository,
    run: {
      id: event.count('workflow_run', 'id'),
      event: event.text('workflow_run', 'event'),
      conclusion: optional('conclusion'),
      headSha: event.sha('workflow_run', 'head_sha'),
      headBranch: optional('head_branch'),
      headRepository,
      fork: headRepository?.id !== repository.id,
    },
  }
}

/**
 * Whether the checked-out code may belong to a fork. On a review, a comment or a future event, the code can be that of
 * a pull request; only the event's payload shows this.
 */
function mayBeOfFork(event: EventFields): boolean {
  if (event.holds('pull_request')) return !event.areSame(['repository', 'id'], ['pull_request', 'head', 'repo', 'id'])
  // For an issue event, GitHub does not report which repository the head is in.
  return event.holds('issue', 'pull_request')
}

function repositoryAt(event: EventFields, ...path: string[]): Repository {
  return { id: event.count(...path, 'id'), fullName: event.repositoryName(...path, 'full_name') }
}

function contents(file: string | undefined): unknown {
  try {
    const text = readDocumentFile(file ?? '', MAX_BYTES)
    if (text.length > MAX_BYTES) throw new Error('too large')
    return JSON.parse(text.toString())
  } catch {
    throw new Problem(
      2,
      'GITHUB_EVENT_PATH does not name a JSON file of at most 25 MiB. The runner sets this variable; do not change it.',
    )
  }
}
