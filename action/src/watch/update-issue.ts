import type { ProjectHistory, Slowdown } from '@plimsoll/schema'
import { GitHubProblem } from '../github/github-problem.ts'
import type { Octokit } from '../github/octokit.ts'
import {
  goneText,
  type IssueMemory,
  issueBody,
  issueMarker,
  issueTitle,
  keysOf,
  newSlowdownsText,
  readIssueMarker,
} from './issue-text.ts'

/** What happened to the issue. */
export interface IssueOutcome {
  state: 'opened' | 'updated' | 'unchanged' | 'closed'
  /** The address of the issue's page. */
  url: string
}

/**
 * Opens the issue about the slowdowns of a history, updates the open one, or closes it if the slowdowns are gone, but not
 * if they may only be older than the history. At most one issue is open. A slowdown of an issue that a person closed is
 * accepted, and not reported again.
 * @param watch.page the address of the project's page
 * @param watch.threshold the smallest reported slowdown, 0.05 for 5%
 * @returns null if no issue is open and there is nothing to report
 * @throws GitHubProblem
 */
export async function updateIssue(watch: {
  octokit: Octokit
  owner: string
  repo: string
  label: string
  history: ProjectHistory
  page: string
  threshold: number
}): Promise<IssueOutcome | null> {
  const { octokit, owner, repo, label, history, page, threshold } = watch
  const repository = { owner, repo }
  try {
    const issues = await listIssues(octokit, repository, label)
    const accepted = issues.filter(({ state, memory }) => state === 'closed' && !memory.gone)
    const known = accepted.flatMap(({ memory }) => memory.known)
    const slowdowns = history.slowdowns.filter((slowdown) => sizeOf(slowdown) >= threshold && !isKnown(slowdown, known))
    const open = issues.find(({ state }) => state === 'open')
    if (open === undefined) return slowdowns.length === 0 ? null : await openIssue(slowdowns)
    const issue = { ...repository, issue_number: open.number }
    if (slowdowns.length === 0 && history.truncated) return { state: 'unchanged', url: open.url }
    if (slowdowns.length === 0) return await closeIssue(open, issue)
    const [title, body] = [issueTitle(slowdowns), issueBody(slowdowns, history, page)]
    if (open.title === title && sameText(open.body, body)) return { state: 'unchanged', url: open.url }
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...issue, title, body })
    const added = slowdowns.filter((slowdown) => !isKnown(slowdown, open.memory.known))
    if (added.length > 0) await comment(issue, newSlowdownsText(added))
    return { state: 'updated', url: open.url }
  } catch (error) {
    throw error instanceof GitHubProblem && error.code === 'forbidden' ? missingPermission(error) : error
  }

  async function openIssue(slowdowns: readonly Slowdown[]): Promise<IssueOutcome> {
    const body = issueBody(slowdowns, history, page)
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/issues', {
      ...{ ...repository, title: issueTitle(slowdowns), body, labels: [label] },
    })
    return { state: 'opened', url: data.html_url }
  }

  /** Leaves the table as the last report of the slowdowns, with a memory that they are gone. */
  async function closeIssue({ body, memory, url }: ListedIssue, issue: Issue): Promise<IssueOutcome> {
    await comment(issue, goneText(history, page))
    const [, ...rest] = body.split(/\r?\n/)
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
      ...{ ...issue, state: 'closed', state_reason: 'completed' },
      body: [issueMarker({ ...memory, gone: true }), ...rest].join('\n'),
    })
    return { state: 'closed', url }
  }

  async function comment(issue: Issue, body: string): Promise<void> {
    await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { ...issue, body })
  }
}

interface Issue {
  owner: string
  repo: string
  issue_number: number
}

interface ListedIssue {
  number: number
  url: string
  title: string
  body: string
  state: string
  memory: IssueMemory
}

/** The issues of the watch action, the newest first. Only people with write access set labels. */
async function listIssues(
  octokit: Octokit,
  repository: { owner: string; repo: string },
  label: string,
): Promise<ListedIssue[]> {
  const all = await octokit.paginate('GET /repos/{owner}/{repo}/issues', {
    ...{ ...repository, labels: label, state: 'all', per_page: 100 },
  })
  return all.flatMap(({ number, html_url: url, title, body, state, pull_request: pullRequest }) => {
    const memory = pullRequest === undefined ? readIssueMarker(body ?? '') : null
    return memory === null ? [] : [{ number, url, title, body: body ?? '', state, memory }]
  })
}

/** How much worse results are after a slowdown, 0.05 for 5%, whichever values are better. */
function sizeOf({ factor }: Slowdown): number {
  return Math.max(factor, 1 / factor) - 1
}

function isKnown(slowdown: Slowdown, known: readonly string[]): boolean {
  return keysOf(slowdown).some((key) => known.includes(key))
}

/** Whether two texts are equal. A browser ends the lines of an edited text in CR LF. */
function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n').trimEnd() === other.trimEnd()
}

function missingPermission({ message }: GitHubProblem): GitHubProblem {
  return new GitHubProblem(
    'forbidden',
    `This job’s token may not write issues. Give the job \`permissions: issues: write\`. (${message})`,
  )
}
