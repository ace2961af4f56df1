import { copyExample } from './contract.ts'
import type {
  Account,
  Comment,
  CommitCheck,
  Issue,
  MergeBase,
  PullRequest,
  Repository,
  State,
  WorkflowRun,
} from './state.ts'

// The response bodies for the state of the fake GitHub. They are the examples of GitHub's own description, with values
// of the state.

type Body = Record<string, unknown>

export function userBody({ login, id, type }: Account): Body {
  return { ...copyExample<Body>('users/get-authenticated'), login, id, type }
}

/** The short form of an account, as it appears within other objects. */
function accountBody({ login, id, type }: Account): Body {
  return { ...(copyExample<Body>('issues/update-comment').user as Body), login, id, type }
}

/**
 * The body of a repository. GitHub's example of a single repository is a fork created from a template, and has no
 * `language`.
 */
export function repositoryBody({ id, fullName, fork }: Repository, example = copyExample<Body>('repos/get')): Body {
  const [login, name] = fullName.split('/')
  const { parent, source, template_repository, ...rest } = example
  return { ...rest, language: null, id, name, full_name: fullName, fork, owner: { ...(example.owner as Body), login } }
}

/**
 * A pull request as the operation `from` returns it: on its own (`pulls/get`), or as an item of a list (`pulls/list`).
 */
export function pullRequestBody(state: State, pull: PullRequest, from: 'pulls/get' | 'pulls/list'): Body {
  const example = from === 'pulls/get' ? copyExample<Body>(from) : (copyExample<Body[]>(from)[0] as Body)
  const side = (name: 'head' | 'base', { sha, ref, repository }: PullRequest['head']) => {
    const shown = example[name] as Body
    const owner = repository?.fullName.split('/')[0]
    const repo = repository && repositoryBody(repository, shown.repo as Body)
    return { ...shown, sha, ref, label: `${owner ?? 'unknown'}:${ref}`, repo }
  }
  return {
    ...example,
    id: 1000 + pull.number,
    number: pull.number,
    state: pull.state,
    locked: false,
    requested_teams: [], // The teams of the example do not match the description.
    closed_at: pull.state === 'closed' ? example.closed_at : null,
    merged_at: null,
    head: side('head', pull.head),
    base: side('base', { ...pull.base, repository: state.repository }),
  }
}

/**
 * A comparison of two commits. It has the fields that are needed to read the merge base, but not the commits between
 * the two.
 */
export function comparisonBody({ base, commit }: MergeBase): Body {
  const example = copyExample<Body>('repos/compare-commits-with-basehead')
  const shown = (name: 'base_commit' | 'merge_base_commit', sha: string) => ({ ...(example[name] as Body), sha })
  const commits = { base_commit: shown('base_commit', base), merge_base_commit: shown('merge_base_commit', commit) }
  return { ...example, ...commits, commits: [], files: [] }
}

export function labelBody(name: string): Body {
  const [example] = copyExample<Body[]>('issues/list-for-repo') as [{ labels: Body[] }]
  return { ...example.labels[0], name }
}

export function issueBody(origin: string, { repository, comments }: State, issue: Issue): Body {
  const api = `${origin}/repos/${repository.fullName}`
  const example = copyExample<Body[]>('issues/list-for-repo')[0] as Body
  const { pull_request, closed_by, ...rest } = example
  return {
    ...rest,
    id: 5000 + issue.number,
    url: `${api}/issues/${issue.number}`,
    repository_url: api,
    html_url: `https://github.com/${repository.fullName}/issues/${issue.number}`,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    state_reason: issue.stateReason,
    labels: issue.labels.map(labelBody),
    user: accountBody(issue.author),
    comments: comments.filter(({ pullRequest }) => pullRequest === issue.number).length,
    closed_at: issue.state === 'closed' ? example.updated_at : null,
  }
}

export function commentBody(origin: string, { repository }: State, comment: Comment): Body {
  const api = `${origin}/repos/${repository.fullName}/issues`
  return {
    ...copyExample<Body>('issues/update-comment'),
    id: comment.id,
    url: `${api}/comments/${comment.id}`,
    issue_url: `${api}/${comment.pullRequest}`,
    html_url: `https://github.com/${repository.fullName}/pull/${comment.pullRequest}#issuecomment-${comment.id}`,
    body: comment.body,
    user: accountBody(comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
  }
}

export function runBody(state: State, run: WorkflowRun): Body {
  const [example] = copyExample<{ workflow_runs: [Body] }>('actions/list-workflow-runs').workflow_runs
  return {
    ...example,
    id: run.id,
    event: run.event,
    status: 'completed',
    conclusion: 'success',
    head_sha: run.headSha,
    head_branch: run.headBranch,
    pull_requests: [], // GitHub returns no pull requests for the run of a fork.
    repository: repositoryBody(state.repository, example.repository as Body),
    head_repository: repositoryBody(run.headRepository, example.head_repository as Body),
  }
}

/** The newest check. */
export function checkBody(origin: string, { repository, checks }: State): Body {
  const { commit, name, conclusion, title, summary } = checks.at(-1) as CommitCheck
  const example = copyExample<Body>('checks/create')
  const id = checks.length
  return {
    ...example,
    ...{ id, name, conclusion, head_sha: commit, status: 'completed', completed_at: new Date().toISOString() },
    url: `${origin}/repos/${repository.fullName}/check-runs/${id}`,
    html_url: `https://github.com/${repository.fullName}/runs/${id}`,
    output: { ...(example.output as Body), title, summary },
  }
}
