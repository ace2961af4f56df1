import { expect, test, vi } from 'vitest'
import { CASES } from '../../test/comment/jobs.ts'
import { writeSummary } from './write-summary.ts'

test('where the runner has no job summary, a warning says so, and the step goes on', async () => {
  vi.stubEnv('GITHUB_STEP_SUMMARY', undefined)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await writeSummary({
    runs: CASES.unchanged?.() ?? [],
    links: { registry: null, project: null, server: 'https://github.com' },
  })
  expect(write.mock.calls.join()).toContain('::warning::The job summary was not written: Unable to find environment')
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
