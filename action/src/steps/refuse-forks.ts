import { Problem } from '@plimsoll/workloads'
import type { WorkflowEvent } from '../github/event.ts'
import type { Inputs } from '../inputs/read-inputs.ts'

/**
 * Refuse to run untrusted code: any event may be about a fork's pull request, and on `workflow_run` such code would
 * have rights that it must not have.
 * @throws Problem (2)
 */
export function refuseForks(
  { allowForkOnSelfHosted }: Pick<Inputs, 'allowForkOnSelfHosted'>,
  event: WorkflowEvent,
): void {
  if (event.name === 'workflow_run')
    throw new Problem(2, 'On workflow_run nothing is measured: measure on pull_request, and report here.')
  if (!event.fork || allowForkOnSelfHosted) return
  if (process.env.RUNNER_ENVIRONMENT === 'github-hosted') return
  throw new Problem(
    2,
    'This is the pull request of a fork, whose code would run on a machine of yours: measure it on a runner of GitHub, or set allow-fork-on-self-hosted: true.',
  )
}
