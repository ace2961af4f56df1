import { fileURLToPath } from 'node:url'

/** The registry's own command, started as a process. */
export const REGISTRY_COMMAND = fileURLToPath(new URL('../../site/bin/plimsoll-registry.js', import.meta.url))
