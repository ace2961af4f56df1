import { setTimeout } from 'node:timers/promises'
import { Octokit as Core } from '@octokit/core'
import { type PaginateInterface, paginateRest } from '@octokit/plugin-paginate-rest'
import { Problem, quoted } from '@plimsoll/workloads'
import { GitHubProblem } from './github-problem.ts'

export type Octokit = Core & { paginate: PaginateInterface }

/** The timeout of one attempt at a request, in ms. GitHub itself gives up after 10 s. */
const TIMEOUT_MS = 30_000
const TRIES = 4
/**
 * The longest wait for GitHub's rate limits, in ms; a longer wait is an error. GitHub's documentation advises this wait
 * for a secondary limit without `retry-after`.
 */
const MAX_WAIT_MS = 60_000

const OctokitWithPages = Core.plugin(paginateRest)

/**
 * A client of GitHub's API at `apiUrl` (GITHUB_API_URL). It tries a request at most four times. If the server or the
 * connection fails, the client waits 1, 2 and 4 s between tries. If GitHub limits the rate, the client waits as long as
 * GitHub requests, up to a minute. The client logs nothing, so it cannot leak the token.
 * @param sleep waits for a number of milliseconds
 * @throws Problem (2) if the address or the token is malformed; the client's requests reject with GitHubProblem
 */
export function makeOctokit({
  token,
  apiUrl,
  sleep = setTimeout,
}: {
  token: string
  apiUrl: string
  sleep?: (milliseconds: number) => Promise<unknown>
}): Octokit {
  if (!/^https?:\/\//.test(apiUrl) || !URL.canParse(apiUrl))
    throw new Problem(2, 'GITHUB_API_URL is not an http(s) address. The runner sets this variable; do not change it.')
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Problem(2, 'The GitHub token is empty or contains invalid characters. Use `${{ github.token }}`.')
  const octokit = new OctokitWithPages({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent: 'plimsoll',
    request: { log: SILENT },
  })
  octokit.hook.wrap('request', async (request, options) => {
    for (let attempt = 1; ; attempt++) {
      try {
        // Change the `options` object in place: Octokit's own hook, which adds the token, is bound to that object.
        options.request = { ...options.request, signal: AbortSignal.timeout(TIMEOUT_MS) }
        return whole(await request(options))
      } catch (error) {
        const wait = attempt < TRIES ? waitFor(error, attempt) : undefined
        if (wait === undefined || wait > MAX_WAIT_MS) throw problemOf(error)
        await sleep(wait)
      }
    }
  })
  return octokit
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Rejects a truncated response. Octokit returns truncated JSON as text, and that text would count as an empty page of a
 * list.
 */
function whole<T extends { status: number; data: unknown }>(response: T): T {
  if (response.status !== 204 && typeof response.data !== 'object') throw new Error('the response was truncated')
  return response
}

/** An error response, as Octokit throws it. The member `response` is missing if there was no response. */
interface ErrorResponse extends Error {
  status: number
  request: { method: string; url: string }
  response: { headers: Record<string, string | number | undefined> }
}

/** Whether the server has answered with an error that a retry cannot change, or with the time of the next try. */
function isErrorResponse(error: unknown): error is ErrorResponse {
  return error instanceof Error && 'response' in error && 'status' in error && Number(error.status) < 500
}

/** The milliseconds until the next try. Undefined if another try would fail in the same way. */
function waitFor(error: unknown, attempt: number): number | undefined {
  if (!isErrorResponse(error)) return 1000 * 2 ** (attempt - 1)
  return isRateLimit(error) ? rateLimitWait(error) : undefined
}

function isRateLimit({ status, message, response: { headers } }: ErrorResponse): boolean {
  if (status === 429) return true
  const limited =
    headers['x-ratelimit-remaining'] === '0' || 'retry-after' in headers || /secondary rate/i.test(message)
  return status === 403 && limited
}

/**
 * The wait in ms that GitHub's documentation requires after a rate limit:
 * docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
function rateLimitWait({ response: { headers } }: ErrorResponse): number {
  const used = headers['x-ratelimit-remaining'] === '0'
  const until = used ? 1000 * Number(headers['x-ratelimit-reset']) - Date.now() : Number.NaN
  const wait = headers['retry-after'] === undefined ? until : 1000 * Number(headers['retry-after'])
  return Number.isNaN(wait) ? MAX_WAIT_MS : Math.max(0, wait)
}

function problemOf(error: unknown): GitHubProblem {
  if (!isErrorResponse(error)) {
    const said = quoted(error instanceof Error ? error.message : String(error))
    return new GitHubProblem('unreachable', `GitHub did not answer (${said}, ${TRIES} tries). Try again later.`)
  }
  const what = `${error.request.method} ${new URL(error.request.url).pathname}`
  const said = `GitHub answered ${quoted(error.message)} to ${what}`
  if (isRateLimit(error)) {
    const minutes = Math.ceil(rateLimitWait(error) / 60_000)
    return new GitHubProblem('rate-limited', `${said}. Try again in ${minutes} min.`)
  }
  if (error.status === 401)
    return new GitHubProblem('unauthenticated', `${said}. Use a valid token; in a workflow, \`\${{ github.token }}\`.`)
  if (error.status === 403) {
    const accepted = error.response.headers['x-accepted-github-permissions']
    const advice = accepted
      ? `Give the token the permissions ${quoted(String(accepted))}`
      : 'Correct what the message names'
    return new GitHubProblem('forbidden', `${said}. ${advice}, then try again.`)
  }
  if (error.status === 404)
    return new GitHubProblem('not-found', `${said}. The resource does not exist, or the token has no access to it.`)
  // The repository has issues disabled, for example.
  if (error.status === 410) return new GitHubProblem('not-found', `${said}. Correct what the message names.`)
  return new GitHubProblem('invalid', `${said}. Report this as a bug in Plimsoll.`)
}
