import { ENGINE_VARIABLES } from '../engine-variables.ts'
import { PUBLIC_REPOSITORY } from '../github/run-source.ts'

/**
 * The variables of a step's environment that the command and a workload on the host may see: locations of programs and
 * engines, and public information about the workflow run. All other variables are hidden, including inputs, tokens, and
 * proxies, whose addresses may contain a password.
 */
export const FORWARDED_ENVIRONMENT: readonly string[] = [
  ...[...ENGINE_VARIABLES, 'CI', 'NO_COLOR', 'FORCE_COLOR'],
  ...['GITHUB_ACTIONS', 'GITHUB_EVENT_PATH', 'GITHUB_REPOSITORY', 'GITHUB_SHA', 'GITHUB_REF', 'GITHUB_RUN_ID'],
  ...['RUNNER_ENVIRONMENT', 'ImageOS', PUBLIC_REPOSITORY],
]
