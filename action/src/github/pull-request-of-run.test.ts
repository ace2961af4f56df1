import { expect, test } from 'vitest'
import { githubOfTests } from '../../test/github/github-of-tests.ts'
import type { PullRequest } from '../../test/github/state.ts'
import { makeOctokit } from './octokit.ts'
import { pullRequestOfRun } from './pull-request-of-run.ts'

const SHA = 'c0ffee'.padEnd(40, '0')
const fork = { id: 77, fullName: 'mallory/hello-world', fork: true }
const github = githubOfTests()

test('the pull request of a fork is the one whose head is the run’s commit in the run’s repository', async () => {
  add(1, { head: { sha: 'b'.repeat(40), ref: 'topic', repository: fork } })
  add(2, { head: { sha: SHA, ref: 'topic', repository: github().state.repository } })
  add(3)

  expect(await find()).toEqual({ number: 3 })
})

test('a pull request of a branch in the repository itself is found the same way', async () => {
  const { repository } = github().state
  add(4, { head: { sha: SHA, ref: 'topic', repository } })

  expect(await find({ headRepository: repository })).toEqual({ number: 4 })
})

test('a branch name with the characters of a query is one name', async () => {
  const ref = 'a&head=octocat:main#b c?ü'
  add(5, { head: { sha: SHA, ref, repository: fork } })

  expect(await find({ headBranch: ref })).toEqual({ number: 5 })
})

test('the pull request is found behind a hundred others from the same branch', async () => {
  for (let number = 1; number <= 100; number++)
    add(number, { head: { sha: 'b'.repeat(40), ref: 'topic', repository: fork } })
  add(101)

  expect(await find()).toEqual({ number: 101 })
})

test('a closed pull request, or one with a newer head, is not found', async () => {
  add(1, { state: 'closed' })
  add(2, { head: { sha: 'b'.repeat(40), ref: 'topic', repository: fork } })

  expect(await find()).toEqual({ code: 'none', problem: expect.stringMatching(/^No open pull request .*c0ffee/) })
})

test('another repository of the same owner with the same branch and commit is not the run’s', async () => {
  add(1, { head: { sha: SHA, ref: 'topic', repository: { ...fork, id: 78, fullName: 'mallory/other' } } })

  expect(await find()).toMatchObject({ code: 'none' })
})

test('a run whose repository or branch was deleted has no pull request, without a request to GitHub', async () => {
  add(1)

  expect(await find({ headRepository: null })).toMatchObject({ code: 'none' })
  expect(await find({ headBranch: null })).toMatchObject({ code: 'none' })
  expect(github().requests).toEqual([])
})

test('if several pull requests have the commit, all are named and none is chosen', async () => {
  add(1)
  add(2, { base: { sha: 'd'.repeat(40), ref: 'release' } })

  expect(await find()).toEqual({ code: 'several', problem: expect.stringContaining('(#1, #2)') })
})

function add(number: number, change: Partial<PullRequest> = {}): void {
  github().state.pullRequests.push({
    number,
    state: 'open',
    head: { sha: SHA, ref: 'topic', repository: fork },
    base: { sha: 'd'.repeat(40), ref: 'main' },
    labels: [],
    ...change,
  })
}

function find(change: Partial<Parameters<typeof pullRequestOfRun>[0]['run']> = {}) {
  const octokit = makeOctokit({ token: github().newToken(), apiUrl: github().url, sleep: async () => {} })
  const run = { headSha: SHA, headBranch: 'topic', headRepository: fork, ...change }
  return pullRequestOfRun({ octokit, owner: 'octocat', repo: 'hello-world', run })
}
