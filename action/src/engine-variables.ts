// The environment variables that locate engines. Set-up, measurement and cleanup must all use the same variables.

/**
 * The variables that name directories of the engines' commands, if those are not in the usual place in the home
 * directory.
 */
export const ENGINE_HOMES = ['LIMA_HOME', 'COLIMA_HOME', 'DOCKER_CONFIG', 'XDG_CONFIG_HOME'] as const

/** The variables that a command needs to run, and to find engines that an earlier step set up. */
export const ENGINE_VARIABLES: readonly string[] = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_RUNTIME_DIR', ...ENGINE_HOMES],
  ...['DOCKER_HOST', 'DOCKER_TLS_VERIFY', 'DOCKER_CERT_PATH', 'DOCKER_CONTEXT', 'CONTAINER_HOST'],
]
