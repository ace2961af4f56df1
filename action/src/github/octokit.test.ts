import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Fault } from '../../test/github/faults.ts'
import { githubOfTests } from '../../test/github/github-of-tests.ts'
import { makeOctokit } from './octokit.ts'

const REPOSITORY = 'GET /repos/{owner}/{repo}'
const github = githubOfTests()
let waits: number[]

beforeEach(() => {
  waits = []
})

afterEach(() => void vi.restoreAllMocks())

test('a server that fails twice gets a third request, after growing pauses', async () => {
  fail({ status: 502, times: 2 })

  expect((await ask()).data.full_name).toBe('octocat/hello-world')
  expect(waits).toEqual([1000, 2000])
})

test('a server that keeps failing is given up after four tries, in one sentence', async () => {
  fail({ status: 500, times: 9 })

  await expect(ask()).rejects.toMatchObject({
    code: 'unreachable',
    exitCode: 3,
    message: expect.stringMatching(/^GitHub did not answer \(.*Server Error.*, 4 tries\)\. [^\n]*\.$/),
  })
  expect(waits).toEqual([1000, 2000, 4000])
})

test('a truncated response is requested again', async () => {
  fail({ cut: true })

  expect((await ask()).data.full_name).toBe('octocat/hello-world')
  expect(waits).toEqual([1000])
})

test('a rate limit is waited out for the time that GitHub names', async () => {
  fail({ status: 429, headers: { 'retry-after': '7' } })
  await ask()
  fail({ status: 403, headers: { 'retry-after': '8' } })
  await ask()

  expect(waits).toEqual([7000, 8000])
})

test('a rate limit without a time is waited out for a minute', async () => {
  fail({ status: 403 })
  await ask()
  fail({ status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:00 GMT' } })
  await ask()

  expect(waits).toEqual([60_000, 60_000])
})

test('an exhausted hourly limit is an error that names the remaining time', async () => {
  github().rateLimit.remaining = 0
  github().rateLimit.reset = Math.floor(Date.now() / 1000) + 1200

  await expect(ask()).rejects.toMatchObject({
    code: 'rate-limited',
    message: expect.stringMatching(/API rate limit exceeded.*Try again in 20 min\.$/),
  })
  expect(waits).toEqual([])
})

test('a permanent error is not retried', async () => {
  await expect(ask({ owner: 'octocat', repo: 'other' })).rejects.toMatchObject({ code: 'not-found' })

  expect(github().requests).toEqual(['GET /repos/octocat/other 404'])
})

test('an unreachable address gives an error message', async () => {
  const { url } = github()
  await github().close()

  await expect(ask({}, url)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test('a server that never answers gives an error', async () => {
  github().gather('repos/get', 9)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() =>
    AbortSignal.abort(new DOMException('too late', 'TimeoutError')),
  )

  await expect(ask()).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('too late') })
  expect(waits).toHaveLength(3)
})

test('each try has its own 30 seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  fail({ status: 500 })
  await ask()

  expect(timeout.mock.calls).toEqual([[30_000], [30_000]])
})

test('nothing is written to the log, and no problem shows the token', async () => {
  const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level))
  const token = github().newToken()
  fail({ status: 500, headers: { deprecation: 'true' }, times: 4 })
  const problem = await ask({}, github().url, token).catch((error) => error)
  fail({ status: 429, headers: { deprecation: 'true', 'retry-after': '1' } })
  await ask({}, github().url, token)

  expect(written.flatMap(({ mock }) => mock.calls)).toEqual([])
  expect(`${problem.stack}${JSON.stringify(problem)}${problem.cause}`).not.toContain(token)
})

test('an invalid address or token is rejected before any request', () => {
  expect(() => makeOctokit({ token: 'ghs_1', apiUrl: 'file:///etc/passwd' })).toThrow('GITHUB_API_URL')
  expect(() => makeOctokit({ token: '', apiUrl: github().url })).toThrow('token')
  expect(() => makeOctokit({ token: 'ghs_1\r\nx: y', apiUrl: github().url })).toThrow('token')
})

function octokitFor(apiUrl = github().url, token = github().newToken()) {
  return makeOctokit({ token, apiUrl, sleep: async (milliseconds) => waits.push(milliseconds) })
}

function ask(place: Partial<{ owner: string; repo: string }> = {}, apiUrl?: string, token?: string) {
  return octokitFor(apiUrl, token).request(REPOSITORY, { owner: 'octocat', repo: 'hello-world', ...place })
}

function fail(fault: Omit<Fault, 'operation'>): void {
  github().fail({ operation: 'repos/get', ...fault })
}
