import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEvent } from './event.ts'

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-event-'))

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
    base: { sha: BASE },
    head: { sha: HEAD },
    fork: false,
  })
})

test('a pull request from another repository is from a fork, one whose fork was deleted too', () => {
  expect(read('pull_request', changed(pullRequest, 'pull_request.head.repo', fork))).toMatchObject({
    fork: true,
  })
  expect(read('pull_request', changed(pullRequest, 'pull_request.head.repo', null))).toMatchObject({
    fork: true,
  })
})

test('a workflow run says what it was started for', () => {
  expect(read('workflow_run', workflowRun)).toEqual({
    name: 'workflow_run',
    repository: { id: 1, fullName: 'octocat/hello-world' },
    run: {
      event: 'pull_request',
      headSha: HEAD,
      headBranch: 'topic',
      headRepository: { id: 2, fullName: 'mallory/hello-world' },
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
  expect(read(name, {})).toEqual({ name: 'other', fork: false })
})

describe.each(['pull_request_review', 'pull_request_review_comment', 'an_event_yet_to_come'])('on %s', (name) => {
  test("a pull request counts as a fork's unless its head is in this repository", () => {
    expect(read(name, pullRequest)).toEqual({ name: 'other', fork: false })
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

test('a file that does not describe the event, as of a runner that is not GitHub’s, is an error', () => {
  const sentence = 'GITHUB_EVENT_PATH does not name a file that describes the event pull_request.'
  expect(() => read('pull_request', {})).toThrow(sentence)
  expect(() => read('pull_request', null)).toThrow(sentence)
  expect(() => readEvent({ GITHUB_EVENT_NAME: 'pull_request' })).toThrow(sentence)
})

test('the unsafe event is rejected', () => {
  expect(() => read('pull_request_target', pullRequest)).toThrow('untrusted code')
})

function read(name: string, event: unknown) {
  const file = join(folder, 'event.json')
  writeFileSync(file, JSON.stringify(event))
  return readEvent({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file })
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
