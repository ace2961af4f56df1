import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Operation,
  operationFor,
  type RequestParameters,
  requestViolations,
  responseViolations,
} from './contract.ts'
import { type Fault, Faults } from './faults.ts'
import { gitHandlers } from './git-handlers.ts'
import { type Answer, handlers, notAccessible, problem } from './handlers.ts'
import { ACTIONS_BOT, emptyState, type State, type Token } from './state.ts'

/** A fake GitHub on this machine's loopback interface. */
export interface FakeGitHub {
  /** The address of the fake GitHub, as the value of GITHUB_API_URL. */
  url: string
  state: State
  /** The requests so far, as `METHOD /path?query status`, oldest first. */
  requests: string[]
  /** Requests and responses that violate GitHub's own description of its API. Every test expects none. */
  violations: string[]
  /**
   * The remaining requests of this hour, and the time of the reset. At 0 remaining requests, GitHub rejects requests.
   */
  rateLimit: { remaining: number; reset: number }
  /** Create a token. A token without an account is like a workflow's GITHUB_TOKEN. */
  newToken(token?: Partial<Token>): string
  /** Make the next requests for an operation fail. */
  fail(fault: Fault): void
  /**
   * Hold the responses to an operation until this many requests for the operation have arrived, to make them
   * concurrent.
   */
  gather(operation: string, requests: number): void
  close(): Promise<void>
}

/**
 * A fake GitHub API with one repository, which is empty at first. The fake stores what is written to it. It validates
 * every request and every response against GitHub's own description of its API. A violation is answered with 500 and
 * recorded in `violations`. Unlike GitHub, the fake requires a token for every request.
 */
export async function startFakeGitHub(fullName = 'octocat/hello-world'): Promise<FakeGitHub> {
  const state = emptyState(fullName)
  const faults = new Faults()
  const api = createServer((request, response) => {
    handle(request, response).catch((error) => {
      github.violations.push(`the fake itself failed: ${error}`)
      response.destroy()
    })
  })
  const url = await listen(api)
  const github: FakeGitHub = {
    url,
    state,
    requests: [],
    violations: [],
    rateLimit: { remaining: 1000, reset: Math.ceil(Date.now() / 1000) + 3600 },
    newToken(token = {}) {
      const text = `${token.kind === 'personal' ? 'ghp' : 'ghs'}_${crypto.randomUUID().replaceAll('-', '')}`
      state.tokens.set(text, { account: ACTIONS_BOT, kind: 'installation', permission: 'write', ...token })
      return text
    },
    fail: (fault) => faults.add(fault),
    gather: (operation, requests) => faults.gather(operation, requests),
    close: () => close(api),
  }
  return github

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', url)
    const found = operationFor(request.method ?? 'GET', asked.pathname)
    const given = { inQuery: Object.fromEntries(asked.searchParams), body: await bodyOf(request) }
    const fault = found && (await faults.next(found.operation.id))
    const answer = found
      ? await checkedAnswer(request, asked, found.operation, { ...given, inPath: found.inPath }, fault)
      : violation([`request ${request.method} ${asked.pathname}: the fake has no such operation`])
    github.requests.push(`${request.method} ${asked.pathname}${asked.search} ${answer.status}`)
    if (!fault?.silent) send(response, answer, github.rateLimit, fault?.cut ?? false)
  }

  async function checkedAnswer(
    request: IncomingMessage,
    url: URL,
    operation: Operation,
    given: RequestParameters,
    fault: Fault | undefined,
  ): Promise<Answer> {
    const wrong = requestViolations(operation, given)
    if (!request.headers['user-agent']) wrong.push(`request ${operation.id}: GitHub wants a user agent`)
    if (wrong.length > 0) return violation(wrong)
    const replaced = fault?.status === undefined ? undefined : faultAnswer(fault)
    const own = replaced && !fault?.afterwards ? replaced : await answerTo(request, url, operation, given)
    const answer = replaced ?? own
    const wrongAnswer = responseViolations(operation, answer)
    return wrongAnswer.length > 0 ? violation(wrongAnswer) : answer
  }

  function violation(wrong: string[]): Answer {
    github.violations.push(...wrong)
    return { status: 500, body: problem(500, wrong.join('; ')) }
  }

  async function answerTo(
    { method, headers }: IncomingMessage,
    url: URL,
    operation: Operation,
    given: RequestParameters,
  ): Promise<Answer> {
    const token = state.tokens.get(headers.authorization?.replace(/^(token|bearer) /i, '') ?? '')
    if (!token)
      return { status: 401, body: problem(401, headers.authorization ? 'Bad credentials' : 'Requires authentication') }
    if (github.rateLimit.remaining === 0)
      return { status: 403, body: problem(403, 'API rate limit exceeded for installation ID 1.') }
    github.rateLimit.remaining -= 1
    const { owner, repo } = given.inPath
    const names = [state.repository, ...state.gits].map(({ fullName }) => fullName)
    if (owner !== undefined && !names.includes(`${owner}/${repo}`))
      return { status: 404, body: problem(404, 'Not Found') }
    if (method !== 'GET' && token.permission === 'read') return notAccessible(token)
    const git = state.gits.find(({ fullName }) => fullName === `${owner}/${repo}`)
    const asked = { state, token, url, ...given, accept: headers.accept }
    const gitHandler = git && gitHandlers[operation.id]
    if (gitHandler) return gitHandler(asked, git)
    const handler = handlers[operation.id] as (typeof handlers)[string] | undefined
    return handler ? handler(asked) : { status: 404, body: problem(404, 'Not Found') }
  }
}

function faultAnswer({ status = 500, message, headers }: Fault): Answer {
  const limited = status === 429 || status === 403
  const usual = limited
    ? 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
    : 'Server Error'
  return { status, body: problem(status, message ?? usual), headers }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const text = Buffer.concat(await request.toArray()).toString()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function send(response: ServerResponse, answer: Answer, limit: FakeGitHub['rateLimit'], cut: boolean): void {
  const text = answer.body === undefined ? '' : JSON.stringify(answer.body)
  response.writeHead(answer.status, {
    ...(text === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': Buffer.byteLength(text),
    'x-ratelimit-limit': 1000,
    'x-ratelimit-remaining': limit.remaining,
    'x-ratelimit-reset': limit.reset,
    'x-ratelimit-resource': 'core',
    ...answer.headers,
  })
  if (cut) response.write(text.slice(0, text.length / 2), () => response.destroy())
  else response.end(text)
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
