import { beforeEach, expect, test } from 'vitest'
import { githubOfTests } from '../../test/github/github-of-tests.ts'
import { ACTIONS_BOT, type Account } from '../../test/github/state.ts'
import { makeOctokit } from './octokit.ts'
import { upsertComment } from './upsert-comment.ts'

const stranger: Account = { login: 'mallory', id: 666, type: 'User' }
const github = githubOfTests()

beforeEach(() => {
  github().state.pullRequests.push({
    number: 7,
    state: 'open',
    head: { sha: 'a'.repeat(40), ref: 'topic', repository: github().state.repository },
    base: { sha: 'b'.repeat(40), ref: 'main' },
    labels: [],
  })
})

test('the first comment is created, the next changes it in place, and the same again writes nothing', async () => {
  expect(await upsert('first')).toMatchObject({ outcome: 'created' })
  expect(await upsert('second')).toMatchObject({ outcome: 'updated' })
  const url = 'https://github.com/octocat/hello-world/pull/7#issuecomment-1'
  expect(await upsert('second')).toEqual({ outcome: 'unchanged', url })
  expect(bodies()).toEqual([bodyOf('plimsoll', 'second')])
  expect(writes()).toEqual(['POST 201', 'PATCH 200'])
})

test('with onlyUpdate, no comment is created, and an existing one is updated', async () => {
  expect(await upsert('none', { onlyUpdate: true })).toBeNull()
  await upsert('first')
  expect(await upsert('second', { onlyUpdate: true })).toMatchObject({ outcome: 'updated' })
  expect(bodies()).toEqual([bodyOf('plimsoll', 'second')])
})

test('a key that begins with another key is another key', async () => {
  await upsert('long', { key: 'linux-arm' })
  await upsert('short', { key: 'linux' })

  expect(bodies()).toEqual([bodyOf('linux-arm', 'long'), bodyOf('linux', 'short')])
})

test('another user’s comment with our marker stays unchanged, and we create our own', async () => {
  comment(stranger, bodyOf('plimsoll', 'All clear, merge it!'))
  comment({ ...stranger, login: ACTIONS_BOT.login }, bodyOf('plimsoll', 'a person with the name of the bot'))
  await upsert('ours')
  await upsert('ours, later')

  expect(bodies()).toEqual([
    bodyOf('plimsoll', 'All clear, merge it!'),
    bodyOf('plimsoll', 'a person with the name of the bot'),
    bodyOf('plimsoll', 'ours, later'),
  ])
})

test('a comment of the same bot that only quotes our marker stays unchanged', async () => {
  comment(ACTIONS_BOT, `Coverage 80%\n${bodyOf('plimsoll', 'quoted')}`)
  await upsert('ours')

  expect(bodies()).toHaveLength(2)
})

test('our comment is found after an edit in a browser, which ends lines in CR LF', async () => {
  comment(ACTIONS_BOT, bodyOf('plimsoll', 'edited').replaceAll('\n', '\r\n'))
  await upsert('ours')

  expect(bodies()).toEqual([bodyOf('plimsoll', 'ours')])
})

test('ours is found among 250 comments', async () => {
  for (let index = 0; index < 229; index++) comment(stranger, `Comment ${index}`)
  comment(ACTIONS_BOT, bodyOf('plimsoll', 'old'))
  for (let index = 0; index < 20; index++) comment(stranger, `Later comment ${index}`)
  await upsert('new')

  expect(github().state.comments).toHaveLength(250)
  expect(bodies()[229]).toBe(bodyOf('plimsoll', 'new'))
  expect(github().requests.filter((request) => request.includes('/comments?'))).toHaveLength(3)
})

test('two jobs that create a comment at the same time keep the older one', async () => {
  github().gather('issues/list-comments', 2)
  const both = await Promise.all([upsert('one job'), upsert('other job')])

  expect(writes().filter((write) => write.startsWith('POST'))).toHaveLength(2)
  expect(github().state.comments).toMatchObject([{ id: 1 }])
  expect([bodyOf('plimsoll', 'one job'), bodyOf('plimsoll', 'other job')]).toContain(bodies()[0])
  expect(both.map((written) => written?.url)).toEqual(Array(2).fill(expect.stringMatching(/issuecomment-1$/)))
})

test('duplicate comments of an interrupted job become one', async () => {
  comment(ACTIONS_BOT, bodyOf('plimsoll', 'older'))
  comment(ACTIONS_BOT, bodyOf('plimsoll', 'younger'))
  await upsert('now')

  expect(github().state.comments).toMatchObject([{ id: 1, body: bodyOf('plimsoll', 'now') }])
})

test('a person’s token writes as that person and leaves the bot’s comment alone', async () => {
  comment(ACTIONS_BOT, bodyOf('plimsoll', 'the bot’s'))
  const token = github().newToken({ kind: 'personal', account: { login: 'monalisa', id: 1, type: 'User' } })
  await upsert('first', { token })
  await upsert('second', { token })

  expect(bodies()).toEqual([bodyOf('plimsoll', 'the bot’s'), bodyOf('plimsoll', 'second')])
  expect(writes()).toEqual(['POST 201', 'PATCH 200'])
})

test('the token of another app, whose account is unknown, still gives one comment', async () => {
  const token = github().newToken({ account: { login: 'load-line[bot]', id: 99, type: 'Bot' } })
  await upsert('first', { token })
  await upsert('second', { token })

  expect(github().state.comments).toMatchObject([{ id: 1, body: bodyOf('plimsoll', 'second') }])
})

test('a read-only token posts nothing, and one sentence gives the remedy', async () => {
  const token = github().newToken({ permission: 'read' })

  await expect(upsert('ours', { token })).rejects.toMatchObject({
    code: 'forbidden',
    exitCode: 3,
    message: expect.stringMatching(/^This job’s token may not comment .*pull-requests: write.*workflow_run[^\n]*\.$/),
  })
  expect(github().state.comments).toEqual([])
})

test('a comment of 65,536 characters is accepted, a longer one is rejected', async () => {
  const room = 65_536 - bodyOf('plimsoll', '').length
  await expect(upsert('x'.repeat(room + 1))).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('Body is too long (maximum is 65536 characters)'),
  })
  expect(await upsert('x'.repeat(room))).toMatchObject({ outcome: 'created' })
})

test("a comment that GitHub wrote before it failed is not duplicated by a retry, and counts as this job's", async () => {
  github().fail({ operation: 'issues/create-comment', status: 502, afterwards: true })
  const ours = bodyOf('plimsoll', 'ours')
  const bodyAfter = (before: string | null) => `${ours}${before === null ? '' : ' and theirs'}`
  expect(await upsert('ours', { bodyAfter })).toMatchObject({ outcome: 'created' })
  expect(github().state.comments).toMatchObject([{ id: 1, body: ours }])
})

test('a truncated list is requested again, so our comment does not count as missing', async () => {
  comment(ACTIONS_BOT, bodyOf('plimsoll', 'old'))
  github().fail({ operation: 'issues/list-comments', cut: true })
  await upsert('new')

  expect(bodies()).toEqual([bodyOf('plimsoll', 'new')])
  expect(writes()).toEqual(['PATCH 200'])
})

test('a body without the key’s marker is rejected before any request', async () => {
  await expect(upsert('ours', { key: 'linux', body: bodyOf('macos', 'ours') })).rejects.toThrow('does not begin with')
  expect(github().requests).toEqual([])
})

function upsert(
  text: string,
  {
    token = github().newToken(),
    key = 'plimsoll',
    body = bodyOf(key, text),
    bodyAfter = (_before: string | null) => body,
    pullRequest = 7,
    onlyUpdate = false,
  } = {},
) {
  const octokit = makeOctokit({ token, apiUrl: github().url, sleep: async () => {} })
  return upsertComment({ octokit, owner: 'octocat', repo: 'hello-world', pullRequest, key, bodyAfter, onlyUpdate })
}

function bodyOf(key: string, text: string): string {
  return `<!-- plimsoll:comment ${key} -->\n${text}`
}

function comment(author: Account, body: string): void {
  const id = github().state.comments.length + 1
  const now = '2026-11-20T12:00:00Z'
  github().state.comments.push({ id, pullRequest: 7, author, body, createdAt: now, updatedAt: now })
}

function bodies(): string[] {
  return github().state.comments.map(({ body }) => body)
}

/** The requests to GitHub that write, as `METHOD status`. */
function writes(): string[] {
  return github()
    .requests.filter((request) => !request.startsWith('GET'))
    .map((request) => request.replace(/ .* /, ' '))
}
