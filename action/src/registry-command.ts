import { fileURLToPath } from 'node:url'

/** The path of the registry's own command, which Plimsoll starts as a process. */
export const REGISTRY_COMMAND = fileURLToPath(new URL('../../site/bin/plimsoll-registry.js', import.meta.url))
