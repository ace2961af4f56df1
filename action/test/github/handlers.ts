import {
  checkBody,
  commentBody,
  comparisonBody,
  issueBody,
  labelBody,
  pullRequestBody,
  repositoryBody,
  runBody,
  userBody,
} from './bodies.ts'
import type { RequestParameters } from './contract.ts'
import type { Comment, Issue, PullRequest, State, Token } from './state.ts'

/** A request that matches GitHub's description of its API, with a known token. */
export interface GitHubRequest extends RequestParameters {
  state: State
  token: Token
  url: URL
  /** The value of the request's header `accept`. */
  accept: string | undefined
}

export interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/**
 * The maximum length of a comment. GitHub allows 65,536 characters. The fake counts UTF-16 code units, which are never
 * fewer than characters.
 */
const LONGEST_COMMENT = 65_536

/** For each operation, a function that changes the state and returns the response. */
export const handlers: Record<string, (asked: GitHubRequest) => Answer> = {
  'users/get-authenticated': ({ token }) =>
    token.kind === 'installation' ? notAccessible(token) : { status: 200, body: userBody(token.account) },

  'repos/get': ({ state }) => ({ status: 200, body: repositoryBody(state.repository) }),

  'pulls/list': (asked) => {
    const { head, state: wanted = 'open' } = asked.inQuery
    const found = asked.state.pullRequests.filter((pull) => {
      const label = `${pull.head.repository?.fullName.split('/')[0]}:${pull.head.ref}`
      return (wanted === 'all' || pull.state === wanted) && (head === undefined || head === label)
    })
    return page(asked, found, (pull) => pullRequestBody(asked.state, pull, 'pulls/list'))
  },

  'pulls/get': ({ state, inPath }) => {
    const pull = state.pullRequests.find(({ number }) => number === Number(inPath.pull_number))
    return pull ? { status: 200, body: pullRequestBody(state, pull, 'pulls/get') } : NOT_FOUND
  },

  'repos/compare-commits-with-basehead': ({ state, inPath }) => {
    const found = state.mergeBases.find(({ base, head }) => inPath.basehead === `${base}...${head}`)
    return found ? { status: 200, body: comparisonBody(found) } : NOT_FOUND
  },

  // GitHub returns pull requests as issues, too. The fake's pull requests have no labels, and every caller asks for one.
  'issues/list-for-repo': (asked) => {
    const { labels, state: wanted = 'open' } = asked.inQuery
    const found = asked.state.issues
      .filter(({ state }) => wanted === 'all' || state === wanted)
      .filter((issue) => labels === undefined || labels.split(',').every((label) => issue.labels.includes(label)))
      .toSorted((a, b) => b.number - a.number)
    return page(asked, found, (issue) => issueBody(asked.url.origin, asked.state, issue))
  },

  'issues/create': ({ state, token, body, url }) => {
    const { title, body: text, labels } = body as { title: string; body: string; labels: string[] }
    const numbers = [...state.issues, ...state.pullRequests].map(({ number }) => number)
    const issue: Issue = {
      number: Math.max(0, ...numbers) + 1,
      ...{ title, body: text, state: 'open', stateReason: null, labels, author: token.account },
    }
    state.issues.push(issue)
    const created = issueBody(url.origin, state, issue)
    return { status: 201, body: created, headers: { Location: created.url as string } }
  },

  'issues/update': ({ state, inPath, body, url }) => {
    const issue = state.issues.find(({ number }) => number === Number(inPath.issue_number))
    if (issue === undefined) return NOT_FOUND
    const { state_reason: stateReason, ...changed } = body as Partial<Issue> & { state_reason?: string }
    Object.assign(issue, changed, stateReason === undefined ? {} : { stateReason })
    return { status: 200, body: issueBody(url.origin, state, issue) }
  },

  'issues/list-labels-on-issue': (asked) => {
    const pull = pullRequestIn(asked)
    return pull ? page(asked, pull.labels, labelBody) : NOT_FOUND
  },

  'issues/add-labels': (asked) => {
    const pull = pullRequestIn(asked)
    if (!pull) return NOT_FOUND
    pull.labels = [...new Set([...pull.labels, ...(asked.body as { labels: string[] }).labels])]
    return { status: 200, body: pull.labels.map(labelBody) }
  },

  'issues/list-comments': (asked) => {
    const { state, inPath, url } = asked
    if (!hasConversation(asked)) return NOT_FOUND
    const found = state.comments.filter(({ pullRequest }) => pullRequest === Number(inPath.issue_number))
    return page(asked, found, (comment) => commentBody(url.origin, state, comment))
  },

  'issues/create-comment': (asked) => {
    const { state, token, inPath, url } = asked
    if (!hasConversation(asked)) return NOT_FOUND
    const refused = refusedText(asked)
    if (refused) return refused
    const now = new Date().toISOString()
    const comment: Comment = {
      id: Math.max(0, ...state.comments.map(({ id }) => id)) + 1,
      pullRequest: Number(inPath.issue_number),
      author: token.account,
      body: textOf(asked),
      createdAt: now,
      updatedAt: now,
    }
    state.comments.push(comment)
    const body = commentBody(url.origin, state, comment)
    return { status: 201, body, headers: { Location: body.url as string } }
  },

  // A token with permission to write may edit and delete all comments of a repository.
  'issues/update-comment': (asked) => {
    const comment = commentIn(asked)
    if (!comment) return NOT_FOUND
    const refused = refusedText(asked)
    if (refused) return refused
    Object.assign(comment, { body: textOf(asked), updatedAt: new Date().toISOString() })
    return { status: 200, body: commentBody(asked.url.origin, asked.state, comment) }
  },

  'issues/delete-comment': (asked) => {
    const comment = commentIn(asked)
    if (!comment) return NOT_FOUND
    asked.state.comments.splice(asked.state.comments.indexOf(comment), 1)
    return { status: 204 }
  },

  'checks/create': ({ state, token, body, url }) => {
    if (token.checks === false) return notAccessible(token)
    const {
      name,
      head_sha: commit,
      conclusion,
      output,
    } = body as Record<'name' | 'head_sha' | 'conclusion', string> & {
      output: { title: string; summary: string }
    }
    // GitHub's limit is 65,535 characters.
    if (output.summary.length > 65_535) return { status: 422, body: problem(422, 'Invalid request.') }
    state.checks.push({ commit, name, conclusion, title: output.title, summary: output.summary })
    return { status: 201, body: checkBody(url.origin, state) }
  },

  'actions/list-workflow-runs': ({ state, inPath, inQuery }) => {
    const found = state.runs.filter(
      ({ workflow, event, headSha }) =>
        workflow === inPath.workflow_id &&
        (inQuery.event === undefined || inQuery.event === event) &&
        (inQuery.head_sha === undefined || inQuery.head_sha === headSha),
    )
    const runs = found.slice(0, Number(inQuery.per_page ?? 30)).map((run) => runBody(state, run))
    return { status: 200, body: { total_count: found.length, workflow_runs: runs } }
  },

  'actions/re-run-workflow': ({ state, inPath }) => {
    const run = state.runs.find(({ id }) => id === Number(inPath.run_id))
    if (!run) return NOT_FOUND
    run.attempts += 1
    return { status: 201, body: {} }
  },
}

/** GitHub's response to a request whose token lacks the required permission. */
export function notAccessible({ kind }: Token): Answer {
  const holder = kind === 'installation' ? 'integration' : 'personal access token'
  return {
    status: 403,
    body: problem(403, `Resource not accessible by ${holder}`),
    headers: { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' },
  }
}

/** The body of a response that reports an error. */
export function problem(status: number, message: string): Record<string, string> {
  return { message, documentation_url: 'https://docs.github.com/rest', status: String(status) }
}

const NOT_FOUND: Answer = { status: 404, body: problem(404, 'Not Found') }

function hasConversation({ state, inPath }: GitHubRequest): boolean {
  return [...state.pullRequests, ...state.issues].some(({ number }) => number === Number(inPath.issue_number))
}

function pullRequestIn({ state, inPath }: GitHubRequest): PullRequest | undefined {
  return state.pullRequests.find(({ number }) => number === Number(inPath.issue_number))
}

function commentIn({ state, inPath }: GitHubRequest): Comment | undefined {
  return state.comments.find(({ id }) => id === Number(inPath.comment_id))
}

function textOf({ body }: GitHubRequest): string {
  return (body as { body: string }).body
}

function refusedText(asked: GitHubRequest): Answer | undefined {
  const text = textOf(asked)
  const message =
    text.trim() === ''
      ? "Body can't be blank"
      : text.length > LONGEST_COMMENT
        ? `Body is too long (maximum is ${LONGEST_COMMENT} characters)`
        : undefined
  if (message === undefined) return undefined
  const errors = [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }]
  return { status: 422, body: { ...problem(422, 'Validation Failed'), errors } }
}

/** The response with one page of a list, and with the `Link` header for the other pages. */
function page<T>({ url, inQuery }: GitHubRequest, all: T[], show: (item: T) => unknown): Answer {
  const size = Math.min(100, Number(inQuery.per_page ?? 30))
  const number = Number(inQuery.page ?? 1)
  const last = Math.max(1, Math.ceil(all.length / size))
  const link = (relation: string, to: number) => {
    const other = new URL(url)
    other.searchParams.set('page', String(to))
    return `<${other}>; rel="${relation}"`
  }
  const links = [
    ...(number > 1 ? [link('prev', number - 1), link('first', 1)] : []),
    ...(number < last ? [link('next', number + 1), link('last', last)] : []),
  ]
  const body = all.slice((number - 1) * size, number * size).map(show)
  return { status: 200, body, headers: links.length > 0 ? { Link: links.join(', ') } : {} }
}
