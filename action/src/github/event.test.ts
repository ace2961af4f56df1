import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEvent } from './event.ts'

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-event-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BASE = 'b'.repeat(40)
const HEAD = 'a'.repeat(40)
const repository = { id: 1, full_name: 'octocat/hello-world' }
const fork = { id: 2, full_name: 'mallory/hello-world' }
const pullRequest = {
  repository,
  pull_request: {
    number: 7,
    base: { sha: BASE, ref: 'main', repo: repository },
    head: { sha: HEAD, ref: 'topic', repo: repository },
  },
}
const workflowRun = {
  repository,
  workflow_run: {
    id: 30433642,
    event: 'pull_request',
    conclusion: 'success',
    head_sha: HEAD,
    head_branch: 'topic',
    head_repository: fork,
    pull_requests: [],
  },
}

test('a pull request from a branch of the repository', () => {
  expect(read('pull_request', pullRequest)).toEqual({
    name: 'pull_request',
    repository: { id: 1, fullName: 'octocat/hello-world' },
    number: 7,
    base: { sha: BASE, ref: 'main' },
    head: { sha: HEAD, ref: 'topic', repository: { id: 1, fullName: 'octocat/hello-world' } },
    fork: false,
  })
})

test('a pull request from another repository is from a fork, one whose fork was deleted too', () => {
  expect(read('pull_request', changed(pullRequest, 'pull_request.head.repo', fork))).toMatchObject({
    head: { repository: { id: 2, fullName: 'mallory/hello-world' } },
    fork: true,
  })
  expect(read('pull_request', changed(pullRequest, 'pull_request.head.repo', null))).toMatchObject({
    head: { repository: null },
    fork: true,
  })
})

test('a branch may have every character that git allows', () => {
  const ref = 'fix/👩‍💻-ñ#&%.lock-no'
  expect(read('pull_request', changed(pullRequest, 'pull_request.head.ref', ref))).toMatchObject({ head: { ref } })
})

test('a workflow run says what it was started for', () => {
  expect(read('workflow_run', workflowRun)).toEqual({
    name: 'workflow_run',
    repository: { id: 1, fullName: 'octocat/hello-world' },
    run: {
      id: 30433642,
      event: 'pull_request',
      conclusion: 'success',
      headSha: HEAD,
      headBranch: 'topic',
      headRepository: { id: 2, fullName: 'mallory/hello-world' },
      fork: true,
    },
  })
})

test('a merge group has two commits, and its code was approved', () => {
  const event = { repository, merge_group: { base_sha: BASE, head_sha: HEAD, base_ref: 'main', head_ref: 'gh-queue' } }
  expect(read('merge_group', event)).toEqual({
    ...{ name: 'merge_group', repository: { id: 1, fullName: 'octocat/hello-world' } },
    ...{ base: { sha: BASE }, head: { sha: HEAD }, fork: false },
  })
})

test.each(['push', 'schedule', 'workflow_dispatch', 'release'])('on %s the checked-out files are measured', (name) => {
  expect(read(name, {})).toEqual({ name: 'other', event: name, fork: false })
})

describe.each(['pull_request_review', 'pull_request_review_comment', 'an_event_yet_to_come'])('on %s', (name) => {
  test("a pull request counts as a fork's unless its head is in this repository", () => {
    expect(read(name, pullRequest)).toEqual({ name: 'other', event: name, fork: false })
    for (const [path, value] of [
      ['pull_request.head.repo', fork],
      ['pull_request.head.repo', null],
      ['pull_request.head', null],
      ['repository', {}],
    ] as const)
      expect(read(name, changed(pullRequest, path, value))).toMatchObject({ fork: true })
    expect(read(name, { pull_request: {} })).toMatchObject({ fork: true })
  })
})

test('a comment on a pull request may be about a fork; one on an issue is not', () => {
  const event = { repository, issue: { number: 7, pull_request: { url: 'https://api.github.com/a' } } }
  expect(read('issue_comment', event)).toMatchObject({ fork: true })
  expect(read('issue_comment', { repository, issue: { number: 7 } })).toMatchObject({ fork: false })
})

describe('a hostile event gives one sentence', () => {
  const line = 'x'.repeat(1001)
  test.each([
    ['pull_request.number', 0],
    ['pull_request.number', '7'],
    ['pull_request.number', 2 ** 53],
    ['pull_request.head.sha', `${HEAD}\n`],
    ['pull_request.head.sha', HEAD.toUpperCase()],
    ['pull_request.base.sha', '--upload-pack=x'],
    ['pull_request.head.ref', 'topic\n::set-output name=x::y'],
    ['pull_request.base.ref', line],
    ['pull_request.base.ref', 'half \ud83d'],
    ['pull_request.head.repo.full_name', '../../etc'],
    ['pull_request.head.repo.full_name', 'octocat/hello-world/issues'],
    ['pull_request.head.repo.full_name', 'octocat/..'],
    ['pull_request.head.repo.id', null],
    ['pull_request.head', []],
    ['pull_request', null],
    ['repository', 'octocat/hello-world'],
  ])('%s: %j', (path, value) => {
    expect(() => read('pull_request', changed(pullRequest, path, value))).toThrow(
      /^The event’s [\w.]+ is not [^\n]+\.$/,
    )
  })

  test.each(['', '{', 'null', '[]', '"text"', '{"__proto__": {"pull_request": {}}}', '['.repeat(100_000)])(
    '%.30j',
    (text) => {
      expect(() => readText('pull_request', text)).toThrow(/^[^\n]+\.$/)
    },
  )

  test('a file of more than 25 MiB is not read', () => {
    const file = join(folder, 'large.json')
    writeFileSync(file, `{}${' '.repeat(25 * 1024 * 1024)}`)
    expect(() => readFile('pull_request', file)).toThrow('at most 25 MiB')
  })

  test('no file at all', () => {
    expect(() => readFile('pull_request', join(folder, 'nowhere.json'))).toThrow('GITHUB_EVENT_PATH')
    expect(() => readEvent({ GITHUB_EVENT_NAME: 'pull_request' })).toThrow('GITHUB_EVENT_PATH')
  })
})

test('the unsafe event and invalid event names are rejected', () => {
  expect(() => read('pull_request_target', pullRequest)).toThrow('untrusted code')
  expect(() => read('constructor()', {})).toThrow('is not the name of an event')
})

function read(name: string, event: unknown) {
  return readText(name, JSON.stringify(event))
}

function readText(name: string, text: string) {
  return readFile(name, write(text))
}

function readFile(name: string, file: string) {
  return readEvent(environment(name, file))
}

function environment(name: string, file: string) {
  return { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file, GITHUB_SHA: HEAD }
}

function write(text: string): string {
  const file = join(folder, 'event.json')
  writeFileSync(file, text)
  return file
}

/** A copy of a JSON value in which the value at one path is replaced. */
function changed<T>(value: T, path: string, other: unknown): T {
  const copy = structuredClone(value)
  const keys = path.split('.')
  const last = keys.pop() as string
  const parent = keys.reduce((found, key) => found[key] as Record<string, unknown>, copy as Record<string, unknown>)
  parent[last] = other
  return copy
}
