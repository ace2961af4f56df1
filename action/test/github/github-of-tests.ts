import { afterEach, beforeEach, expect } from 'vitest'
import { type FakeGitHub, startFakeGitHub } from './fake-api.ts'

/**
 * Starts a fake of GitHub's API for each test of a file. After each test, no request or response may have violated the
 * description of the API.
 * @returns gives the fake of the current test
 */
export function githubOfTests(fullName = 'octocat/hello-world'): () => FakeGitHub {
  let github: FakeGitHub
  beforeEach(async () => {
    github = await startFakeGitHub(fullName)
  })
  afterEach(async () => {
    await github.close()
    expect(github.violations).toEqual([])
  })
  return () => github
}
