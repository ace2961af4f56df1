import { ENGINE_VARIABLES } from '../engine-variables.ts'

/**
 * What the command, and with it a workload on the host, may see of a step's environment: where programs and engines are,
 * and what GitHub says of the run that is no secret. Everything else stays behind, inputs and tokens among it, and the
 * proxies, whose addresses may hold a password.
 */
export const FORWARDED_ENVIRONMENT: readonly string[] = [
  ...[...ENGINE_VARIABLES, 'CI', 'NO_COLOR', 'FORCE_COLOR'],
  ...['GITHUB_ACTIONS', 'GITHUB_EVENT_PATH', 'GITHUB_REPOSITORY', 'GITHUB_SHA', 'GITHUB_REF', 'GITHUB_RUN_ID'],
  ...['RUNNER_ENVIRONMENT', 'ImageOS'],
]
