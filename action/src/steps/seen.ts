/**
 * What the command, and with it a workload on the host, may see of a step's environment: where programs and engines are,
 * and what GitHub says of the run that is no secret. Everything else stays behind, inputs and tokens among it.
 */
export const SEEN: readonly string[] = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_RUNTIME_DIR', 'CI', 'NO_COLOR', 'FORCE_COLOR'],
  ...['DOCKER_HOST', 'DOCKER_CONFIG', 'DOCKER_CONTEXT', 'CONTAINER_HOST', 'LIMA_HOME', 'COLIMA_HOME'],
  ...['GITHUB_ACTIONS', 'GITHUB_EVENT_PATH', 'GITHUB_REPOSITORY', 'GITHUB_SHA', 'GITHUB_REF', 'GITHUB_RUN_ID'],
  ...['RUNNER_ENVIRONMENT', 'ImageOS'],
]
