import { debug, setFailed } from '@actions/core'
import { unsetMeaninglessVariables } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { explainSystemError } from '../explain-system-error.ts'
import { hideSecrets } from './hide-secrets.ts'

/** Runs a step with its environment hidden. If the step throws an error, it fails with one sentence. */
export async function runStep(step: () => Promise<void>): Promise<void> {
  unsetMeaninglessVariables()
  hideSecrets() // Hide secrets before any project code runs. In `post:`, processes of a killed step may still run.
  try {
    await step()
  } catch (error) {
    if (error instanceof Problem) return setFailed(error.message)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    debug(stack ?? '')
    const internal = `Internal error in Plimsoll: ${message}. Run the job again with debug logging and report it.`
    setFailed(explainSystemError(error) ?? internal)
  }
}
