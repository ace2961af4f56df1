import { expect, test } from 'vitest'
import { githubOfTests } from '../../test/github/github-of-tests.ts'
import { type CommitCheck, createCheck, MAX_SUMMARY, MAX_TITLE } from './create-check.ts'
import { makeOctokit } from './octokit.ts'

const github = githubOfTests()

const create = (more: Partial<CommitCheck> = {}, token = github().newToken()) =>
  createCheck({
    octokit: makeOctokit({ token, apiUrl: github().url }),
    ...{ owner: 'octocat', repo: 'hello-world', commit: 'a'.repeat(40), name: 'Plimsoll', conclusion: 'neutral' },
    ...{ title: 'one title', summary: 'all of it', details: 'https://github.com/octocat/hello-world/actions/runs/1' },
    ...more,
  })

test.each(['success', 'neutral', 'failure'] as const)(
  'a check with the conclusion %s is on its commit',
  async (conclusion) => {
    expect(await create({ conclusion })).toBe('https://github.com/octocat/hello-world/runs/1')
    expect(github().state.checks).toEqual([
      { commit: 'a'.repeat(40), name: 'Plimsoll', conclusion, title: 'one title', summary: 'all of it' },
    ])
  },
)

test('the longest texts are accepted, and no address of details is needed', async () => {
  await create({ title: 'x'.repeat(MAX_TITLE), summary: 'x'.repeat(MAX_SUMMARY), details: null })
  expect(github().state.checks).toHaveLength(1)
})

test('a token that may not write checks gets a sentence that names the permission', async () => {
  await expect(create({}, github().newToken({ checks: false }))).rejects.toThrow(
    'Give the job `permissions: checks: write`.',
  )
})
