import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeGitHub, startFakeGitHub } from './fake-api.ts'
import type { PullRequest } from './state.ts'

const REPOSITORY = '/repos/octocat/hello-world'
const pullRequest: PullRequest = {
  number: 7,
  state: 'open',
  head: { sha: 'a'.repeat(40), ref: 'topic', repository: { id: 77, fullName: 'mallory/hello-world', fork: true } },
  base: { sha: 'b'.repeat(40), ref: 'main' },
  labels: ['one'],
}
let github: FakeGitHub

beforeEach(async () => {
  github = await startFakeGitHub('octocat/hello-world')
  github.state.pullRequests.push(structuredClone(pullRequest))
})
afterEach(() => github.close())

test.each([
  ['an unknown path', 'GET', `${REPOSITORY}/stargazers`, undefined, 'no such operation'],
  ['an unknown parameter', 'GET', `${REPOSITORY}/pulls?heads=a:b`, undefined, 'no parameter heads'],
  ['a number that is none', 'GET', `${REPOSITORY}/pulls/seven`, undefined, 'parameter pull_number'],
  ['a body that is misspelt', 'POST', `${REPOSITORY}/issues/7/comments`, { text: 'one' }, 'body'],
  ['a body with more', 'POST', `${REPOSITORY}/issues/7/comments`, { body: 'one', minimized: true }, 'additional'],
])('a request with %s is answered with 500 and remembered', async (_, method, path, body, violation) => {
  expect((await ask(method, path, body)).status).toBe(500)
  expect(github.violations.join()).toContain(violation)
  expect(github.state.comments).toEqual([])
})

test('an answer that GitHub does not describe is answered with 500 and remembered', async () => {
  github.state.comments.push({
    id: 1,
    pullRequest: 7,
    author: { login: 'monalisa', id: 1, type: 'User' },
    body: 'one',
    createdAt: 'yesterday',
    updatedAt: '2026-11-20T12:00:00Z',
  })

  expect((await ask('PATCH', `${REPOSITORY}/issues/comments/1`, { body: 'two' })).status).toBe(500)
  expect(github.violations).toEqual([
    'response 200 issues/update-comment body/created_at: must match format "date-time"',
  ])
})

function ask(method: string, path: string, body?: unknown, token: string = github.newToken()): Promise<Response> {
  return fetch(github.url + path, {
    method,
    headers: { authorization: `token ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
  })
}
