// Which variables say where engines are. Whoever sets one up, measures on it or removes it has to look in the same places.

/** Where the commands of engines keep what is theirs, where that is not the usual place in the home directory. */
export const ENGINE_HOMES = ['LIMA_HOME', 'COLIMA_HOME', 'DOCKER_CONFIG', 'XDG_CONFIG_HOME'] as const

/** What a command needs for itself, and to find engines that somebody has set up before. */
export const ENGINE_VARIABLES: readonly string[] = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_RUNTIME_DIR', ...ENGINE_HOMES],
  ...['DOCKER_HOST', 'DOCKER_TLS_VERIFY', 'DOCKER_CERT_PATH', 'DOCKER_CONTEXT', 'CONTAINER_HOST'],
]
