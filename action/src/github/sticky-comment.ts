import { commentMarker } from '../pull-request/marker.ts'
import type { Octokit } from './octokit.ts'
import { GitHubProblem } from './problem.ts'

/** A comment as it is now on the pull request. */
export interface StickyComment {
  /** Where a reader sees it. */
  url: string
  outcome: 'created' | 'updated' | 'unchanged'
}

/**
 * Write our comment for `key` on a pull request: the one that is there is changed in place, or there was none and now
 * there is one. Ours is what the token's own account wrote and what has the key's marker as its first line; nobody
 * else's comment is touched, nor another key's. Two jobs that do this at once end with one comment, the older.
 * @param comment.bodyAfter what to write, told what is there, or null; it begins with the marker of the key, and has
 *   65,536 characters at most
 * @throws GitHubProblem when GitHub does not allow it or does not answer
 */
export async function upsertComment(comment: {
  octokit: Octokit
  owner: string
  repo: string
  pullRequest: number
  key: string
  bodyAfter: (before: string | null) => string
}): Promise<StickyComment> {
  const marker = commentMarker(comment.key)
  const { octokit, bodyAfter } = comment
  if (firstLine(bodyAfter(null)) !== marker) throw new Error(`The comment does not begin with ${marker}.`)
  const place = { owner: comment.owner, repo: comment.repo }
  const issue = { ...place, issue_number: comment.pullRequest }
  try {
    const earlier = await commentsOf(octokit, issue, marker, await accountOf(octokit))
    const created = earlier.length === 0 ? await create(octokit, issue, bodyAfter(null)) : undefined
    // Another job may have found none either. Only now is it certain, too, which account the token writes as.
    const ours = created ? withOne(created, await commentsOf(octokit, issue, marker, created.user)) : earlier
    const [oldest, ...younger] = ours.sort((a, b) => (a.id < b.id ? -1 : 1)) as [Found, ...Found[]]
    const body = oldest === created ? (oldest.body ?? '') : bodyAfter(oldest.body ?? '')
    const changed = oldest.body !== body
    if (changed)
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        ...place,
        comment_id: oldest.id,
        body,
      })
    for (const { id } of younger) await remove(octokit, { ...place, comment_id: id })
    const outcome = oldest === created ? 'created' : changed ? 'updated' : 'unchanged'
    return { url: oldest.html_url, outcome }
  } catch (error) {
    throw isReadOnly(error) ? mayNotComment() : error
  }
}

interface Account {
  login: string
  type: string
}

interface Found {
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

/** The account that a token writes as. No installation's token may ask; GITHUB_TOKEN, the usual one, is the bot's. */
async function accountOf(octokit: Octokit): Promise<Account> {
  try {
    return (await octokit.request('GET /user')).data
  } catch (error) {
    if (error instanceof GitHubProblem && error.code === 'forbidden') return ACTIONS_BOT
    throw error
  }
}

const ACTIONS_BOT = { login: 'github-actions[bot]', type: 'Bot' }

async function commentsOf(octokit: Octokit, issue: Issue, marker: string, us: Account | null): Promise<Found[]> {
  const all: Found[] = await octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...issue,
    per_page: 100,
  })
  return all.filter(
    ({ user, body }) => user?.login === us?.login && user?.type === us?.type && firstLine(body ?? '') === marker,
  )
}

async function create(octokit: Octokit, issue: Issue, body: string): Promise<Found> {
  return (await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { ...issue, body })).data
}

/** GitHub's lists can lag behind what was just written. */
function withOne(created: Found, listed: Found[]): Found[] {
  return [created, ...listed.filter(({ id }) => id !== created.id)]
}

/** Delete a comment of ours, unless another job was faster. */
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

/** With the same status GitHub forbids what no permission changes, such as a comment in a locked conversation. */
function isReadOnly(error: unknown): boolean {
  return error instanceof GitHubProblem && error.code === 'forbidden' && error.message.includes('not accessible by')
}

function mayNotComment(): GitHubProblem {
  return new GitHubProblem(
    'forbidden',
    'This job’s token may not comment on the pull request: give the job `permissions: pull-requests: write`; on one ' +
      'from a fork or by Dependabot no token may, so comment from a workflow that runs on `workflow_run`.',
  )
}
