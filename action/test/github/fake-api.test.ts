import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyExample, operationFor, responseViolations } from './contract.ts'
import { type FakeGitHub, startFakeGitHub } from './fake-api.ts'
import { handlers } from './handlers.ts'
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

const CHECK = {
  ...{ name: 'one', head_sha: 'a'.repeat(40), status: 'completed', conclusion: 'neutral' },
  output: { title: 'one', summary: 'two' },
}

test('every answer that it can give is one that GitHub describes', async () => {
  github.state.runs.push({
    id: 3,
    event: 'pull_request',
    headSha: 'a'.repeat(40),
    headBranch: 'topic',
    headRepository: github.state.repository,
    ...{ workflow: 'one.yml', attempts: 1 },
  })
  github.state.artifacts.push({ id: 5, run: 3, name: 'plimsoll', zip: Buffer.from('PK') })
  github.state.mergeBases.push({ base: 'b'.repeat(40), head: 'a'.repeat(40), commit: 'c'.repeat(40) })
  const personal = github.newToken({ kind: 'personal', account: { login: 'monalisa', id: 1, type: 'User' } })
  const asked = [
    ['GET', '/user', undefined, personal],
    ['GET', '/user'],
    ['GET', REPOSITORY],
    ['GET', `${REPOSITORY}/pulls?state=all&head=mallory:topic&per_page=100`],
    ['GET', `${REPOSITORY}/pulls/7`],
    ['GET', `${REPOSITORY}/pulls/8`],
    ['GET', `${REPOSITORY}/commits/${'a'.repeat(40)}/pulls`],
    ['GET', `${REPOSITORY}/compare/${'b'.repeat(40)}...${'a'.repeat(40)}`],
    ['GET', `${REPOSITORY}/compare/main...topic`],
    ['POST', `${REPOSITORY}/issues/7/comments`, { body: 'one' }],
    ['POST', `${REPOSITORY}/issues/7/comments`, { body: ' ' }],
    ['POST', `${REPOSITORY}/issues/7/comments`, { body: 'one' }, github.newToken({ permission: 'read' })],
    ['GET', `${REPOSITORY}/issues/7/comments?per_page=1`],
    ['PATCH', `${REPOSITORY}/issues/comments/1`, { body: 'two' }],
    ['GET', `${REPOSITORY}/issues/comments/1`],
    ['DELETE', `${REPOSITORY}/issues/comments/1`],
    ['GET', `${REPOSITORY}/issues/7/labels`],
    ['POST', `${REPOSITORY}/issues/7/labels`, { labels: ['two'] }],
    ['GET', `${REPOSITORY}/actions/workflows/one.yml/runs?event=pull_request&head_sha=${'a'.repeat(40)}&per_page=1`],
    ['POST', `${REPOSITORY}/actions/runs/3/rerun`],
    ['GET', `${REPOSITORY}/actions/runs/3`],
    ['GET', `${REPOSITORY}/actions/runs/3/artifacts?name=plimsoll`],
    ['GET', `${REPOSITORY}/actions/artifacts/5/zip`],
    ['POST', `${REPOSITORY}/issues`, { title: 'slower', body: 'one', labels: ['plimsoll'] }],
    ['PATCH', `${REPOSITORY}/issues/8`, { state: 'closed', state_reason: 'completed' }],
    ['PATCH', `${REPOSITORY}/issues/9`, { title: 'slower' }],
    ['GET', `${REPOSITORY}/issues?labels=plimsoll&state=all&per_page=100`],
    ['POST', `${REPOSITORY}/check-runs`, CHECK],
    ['POST', `${REPOSITORY}/check-runs`, CHECK, github.newToken({ checks: false })],
    ['GET', '/user', undefined, 'ghs_unknown'],
  ] as const
  for (const [method, path, body, token] of asked) await ask(method, path, body, token)

  expect(github.violations).toEqual([])
  expect(github.requests.map((request) => request.split(' ').at(-1)).join(' ')).toBe(
    '200 403 200 200 200 404 200 200 404 201 422 403 200 200 200 204 200 200 200 201 200 200 302 201 200 404 200 201 403 401',
  )
  const used = asked.map(([method, path]) => operationFor(method, path.split('?')[0] as string)?.operation.id)
  expect([...new Set(used)].sort()).toEqual(Object.keys(handlers).sort())
})

test('a list comes in pages, and each leads to the others', async () => {
  for (let index = 0; index < 5; index++) await ask('POST', `${REPOSITORY}/issues/7/comments`, { body: `${index}` })
  const list = `${REPOSITORY}/issues/7/comments?per_page=2`
  const second = await ask('GET', `${list}&page=2`)

  expect(((await second.json()) as { body: string }[]).map(({ body }) => body)).toEqual(['2', '3'])
  const to = (page: number) => `<${github.url}${list}&page=${page}>`
  expect(second.headers.get('link')).toBe(
    `${to(1)}; rel="prev", ${to(1)}; rel="first", ${to(3)}; rel="next", ${to(3)}; rel="last"`,
  )
  expect((await ask('GET', `${list}&page=3`)).headers.get('link')).not.toContain('next')
  expect(github.violations).toEqual([])
})

test.each([
  ['an unknown path', 'GET', `${REPOSITORY}/stargazers`, undefined, 'no such operation'],
  ['an unknown parameter', 'GET', `${REPOSITORY}/pulls?heads=a:b`, undefined, 'no parameter heads'],
  ['a parameter out of its values', 'GET', `${REPOSITORY}/pulls?state=opened`, undefined, 'parameter state'],
  ['a number that is none', 'GET', `${REPOSITORY}/pulls/seven`, undefined, 'parameter pull_number'],
  ['no body', 'POST', `${REPOSITORY}/issues/7/comments`, undefined, 'body'],
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

  expect((await ask('GET', `${REPOSITORY}/issues/comments/1`)).status).toBe(500)
  expect(github.violations).toEqual(['response 200 issues/get-comment body/created_at: must match format "date-time"'])
})

test('a status, a header or a body that belongs to another operation is a violation', () => {
  const operation = operationFor('DELETE', `${REPOSITORY}/issues/comments/1`)?.operation
  if (!operation) throw new Error('no such operation')
  const body = copyExample('issues/get-comment')

  expect(responseViolations(operation, { status: 204 })).toEqual([])
  expect(responseViolations(operation, { status: 200, body })).toHaveLength(1)
  expect(responseViolations(operation, { status: 204, body })).toHaveLength(1)
  expect(responseViolations(operation, { status: 204, headers: { Location: github.url } })).toHaveLength(1)
})

function ask(method: string, path: string, body?: unknown, token: string = github.newToken()): Promise<Response> {
  return fetch(github.url + path, {
    method,
    headers: { authorization: `token ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
  })
}
