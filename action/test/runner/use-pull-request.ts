import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { PullRequestFixture } from './pull-request.ts'

/**
 * A pull request for all tests of a file, and a directory for the files of its jobs. Both are there once a test runs.
 * Each test begins with a silent log and without comments, and fails if a step violated GitHub's API.
 * @param first the files of main
 * @param head the files that the pull request changes
 */
export function usePullRequest(first: Record<string, string>, head: Record<string, string>) {
  const used = {} as { fixture: PullRequestFixture; directory: string }
  beforeAll(async () => {
    used.fixture = await PullRequestFixture.start(first, head)
    used.directory = mkdtempSync(join(used.fixture.directory, 'job-'))
  })
  afterAll(() => used.fixture.end())
  beforeEach(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    used.fixture.github.state.comments.length = 0
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    expect(used.fixture.github.violations).toEqual([])
  })
  return used
}
