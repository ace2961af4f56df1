/** The path of the target directory in a container. */
export const TARGET = '/work'

/** The path of the toolchain in a container. */
export const TOOLCHAIN = '/opt/plimsoll'

/** The path in a container of the files that a project's workload copies to the target directory. */
export const FILES = '/.plimsoll-files'

/**
 * The path of the agent in a container. The agent is in a volume, which is filled once per engine and run, and mounted
 * read-only. So the agent works in `FROM scratch`, under any USER and on a read-only root file system.
 */
export const AGENT_DIRECTORY = '/.plimsoll'
