import { expect, test, vi } from 'vitest'
import type { WorkflowEvent } from '../github/event.ts'
import { refuseForks } from './refuse-forks.ts'

const review: WorkflowEvent = { name: 'other', fork: true }
const refuse = (event: WorkflowEvent, runner: string | undefined, allowForkOnSelfHosted = false) => {
  vi.stubEnv('RUNNER_ENVIRONMENT', runner)
  return () => refuseForks({ allowForkOnSelfHosted }, event)
}

test.each(['self-hosted', '', undefined, 'other'])(
  "code that may be a fork's is refused on the runner %j, for every event",
  (runner) => {
    expect(refuse(review, runner)).toThrow('set allow-fork-on-self-hosted: true')
    expect(refuse({ ...review, fork: false }, runner)).not.toThrow()
    expect(refuse(review, runner, true)).not.toThrow()
  },
)

test('on a GitHub-hosted runner it is measured', () => {
  expect(refuse(review, 'github-hosted')).not.toThrow()
})
