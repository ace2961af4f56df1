import { Problem } from '@plimsoll/workloads'
import type { WorkflowEvent } from '../github/event.ts'
import type { Inputs } from '../inputs/read-inputs.ts'

/**
 * Refuses to run untrusted code. Any event may be about a fork's pull request. On `workflow_run`, the code of a fork
 * would have rights that it must not have.
 * @throws Problem (2)
 */
export function refuseForks(
  { allowForkOnSelfHosted }: Pick<Inputs, 'allowForkOnSelfHosted'>,
  event: WorkflowEvent,
): void {
  if (event.name === 'workflow_run')
    throw new Problem(
      2,
      'Plimsoll does not measure on the event workflow_run. Measure on pull_request, and use the report action on workflow_run.',
    )
  if (!event.fork || allowForkOnSelfHosted) return
  if (process.env.RUNNER_ENVIRONMENT === 'github-hosted') return
  throw new Problem(
    2,
    'This pull request is from a fork, and its code would run on your self-hosted runner. Measure it on a GitHub-hosted runner, or set allow-fork-on-self-hosted: true.',
  )
}
