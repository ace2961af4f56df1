import { commentMarker } from '../comment/comment-marker.ts'
import { GitHubProblem } from './github-problem.ts'
import type { Octokit } from './octokit.ts'

/** A comment that was written on the pull request. */
export interface UpsertedComment {
  /** The address of the comment's page. */
  url: string
  outcome: 'created' | 'updated' | 'unchanged'
}

/**
 * Writes Plimsoll's comment for `key` on a pull request: edits the existing comment, or creates one. A comment is
 * Plimsoll's if the token's own account wrote it and its first line is the marker of `key`. All other comments stay
 * unchanged. If two jobs create a comment at the same time, the older comment stays and the newer one is deleted.
 * @param comment.bodyAfter returns the new text, given the existing text or null; the new text begins with the marker
 *   of `key` and has at most 65,536 characters
 * @param comment.onlyUpdate whether to create no comment
 * @returns null if there is no comment, and none may be created
 * @throws GitHubProblem if GitHub does not allow the comment or does not answer
 */
export async function upsertComment(comment: {
  octokit: Octokit
  owner: string
  repo: string
  pullRequest: number
  key: string
  bodyAfter: (before: string | null) => string
  onlyUpdate?: boolean
}): Promise<UpsertedComment | null> {
  const marker = commentMarker(comment.key)
  const { octokit, bodyAfter } = comment
  const own = bodyAfter(null)
  if (firstLine(own) !== marker) throw new Error(`The comment does not begin with ${marker}.`)
  const repository = { owner: comment.owner, repo: comment.repo }
  const issue = { ...repository, issue_number: comment.pullRequest }
  try {
    const earlier = await commentsOf(octokit, issue, marker, await accountOf(octokit))
    if (earlier.length === 0 && comment.onlyUpdate) return null
    const created = earlier.length === 0 ? await create(octokit, issue, own) : undefined
    // Another job may have created a comment at the same time, so list the comments again. The created comment also
    // shows for certain which account the token writes as.
    const ours = created ? withOne(created, await commentsOf(octokit, issue, marker, created.user)) : earlier
    const [oldest, ...younger] = ours.sort((a, b) => (a.id < b.id ? -1 : 1)) as [Comment, ...Comment[]]
    // If the response to a creation was lost, a retry created a second comment. The first one is no other job's.
    const isOwn = oldest === created || oldest.body === own
    const body = isOwn ? (oldest.body ?? '') : bodyAfter(oldest.body ?? '')
    const changed = oldest.body !== body
    if (changed)
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        ...repository,
        comment_id: oldest.id,
        body,
      })
    for (const { id } of younger) await remove(octokit, { ...repository, comment_id: id })
    const outcome = created && isOwn ? 'created' : changed ? 'updated' : 'unchanged'
    return { url: oldest.html_url, outcome }
  } catch (error) {
    throw isReadOnly(error) ? missingPermission() : error
  }
}

interface Account {
  login: string
  type: string
}

interface Comment {
  id: number | bigint
  html_url: string
  body?: string
  user: Account | null
}

interface Issue {
  owner: string
  repo: string
  issue_number: number
}

/**
 * The account that a token writes as. GitHub forbids this query to installation tokens. The usual installation token,
 * GITHUB_TOKEN, writes as the bot github-actions.
 */
async function accountOf(octokit: Octokit): Promise<Account> {
  try {
    return (await octokit.request('GET /user')).data
  } catch (error) {
    if (error instanceof GitHubProblem && error.code === 'forbidden') return ACTIONS_BOT
    throw error
  }
}

const ACTIONS_BOT = { login: 'github-actions[bot]', type: 'Bot' }

async function commentsOf(octokit: Octokit, issue: Issue, marker: string, us: Account | null): Promise<Comment[]> {
  const all: Comment[] = await octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...issue,
    per_page: 100,
  })
  return all.filter(
    ({ user, body }) => user?.login === us?.login && user?.type === us?.type && firstLine(body ?? '') === marker,
  )
}

async function create(octokit: Octokit, issue: Issue, body: string): Promise<Comment> {
  return (await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { ...issue, body })).data
}

/** Adds the created comment to the listed ones if it is missing there: GitHub's lists can lag behind recent writes. */
function withOne(created: Comment, listed: Comment[]): Comment[] {
  return [created, ...listed.filter(({ id }) => id !== created.id)]
}

/** Deletes a comment of Plimsoll, unless another job has already deleted it. */
async function remove(
  octokit: Octokit,
  comment: { owner: string; repo: string; comment_id: number | bigint },
): Promise<void> {
  try {
    await octokit.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', comment)
  } catch (error) {
    if (!(error instanceof GitHubProblem && error.code === 'not-found')) throw error
  }
}

function firstLine(text: string): string | undefined {
  return text.split(/\r?\n/, 1)[0]
}

/**
 * Whether an error means that the token lacks a permission. GitHub uses the same status for requests that no permission
 * allows, such as a comment in a locked conversation.
 */
function isReadOnly(error: unknown): boolean {
  return error instanceof GitHubProblem && error.code === 'forbidden' && error.message.includes('not accessible by')
}

function missingPermission(): GitHubProblem {
  return new GitHubProblem(
    'forbidden',
    'This job’s token may not comment on the pull request. Give the job `permissions: pull-requests: write`. On a pull ' +
      'request from a fork or by Dependabot, no token may comment: use a workflow that runs on `workflow_run`.',
  )
}
