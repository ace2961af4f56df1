import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { summary } from '@actions/core'
import { vi } from 'vitest'
import type { PullRequestFixture } from './pull-request.ts'
import { checkOut } from './repository.ts'
import { type Job, pairs } from './runner.ts'

/**
 * Runs a step of a job on an event, in this process. Its outputs, state and summary are files in the directory.
 * @param more environment variables
 */
export async function runInProcess(
  step: () => Promise<void>,
  fixture: PullRequestFixture,
  directory: string,
  event: Job['event'],
  inputs: Record<string, string>,
  more: Record<string, string> = {},
): Promise<void> {
  const file = (name: string, text = '') => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }
  const environment = {
    ...{ GITHUB_EVENT_NAME: event.name, GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event.payload)) },
    ...{ GITHUB_OUTPUT: file('output'), GITHUB_STATE: file('state'), GITHUB_STEP_SUMMARY: file('summary') },
    ...{ GITHUB_API_URL: fixture.github.url, GITHUB_SERVER_URL: 'https://github.com', RUNNER_TEMP: directory },
    ...{ GITHUB_WORKSPACE: checkOut(fixture.origin, fixture.directory), RUNNER_ENVIRONMENT: 'github-hosted' },
    ...{ GITHUB_REPOSITORY: fixture.github.state.repository.fullName, GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: '1' },
    ...{ INPUT_TOKEN: fixture.github.newToken(), ...more },
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  forgetSummaryFile()
  for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  await step()
}

/** The toolkit keeps the path of the first step's summary for the whole process; here a process runs many steps. */
export function forgetSummaryFile(): void {
  Object.assign(summary, { _filePath: undefined })
}

/** The outputs of the last step whose files are in the directory. */
export function outputsIn(directory: string): Record<string, string> {
  return pairs(join(directory, 'output'))
}
