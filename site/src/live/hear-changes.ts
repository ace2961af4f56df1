import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'

/**
 * The interval in ms after which lists take up what a command wrote to the registry. A run's own page takes it up at
 * once.
 */
const POLL_INTERVAL_MS = 3000

/**
 * Watches the registry for changes. A new run, statement file or edition changes the modification time of its
 * directory. Commands that append to a file change this time, too.
 * @param onChange called within `every` ms of a change
 * @returns the interval; clear it to stop the watch
 */
export function watchRegistry(registry: Registry, onChange: () => void, every = POLL_INTERVAL_MS): NodeJS.Timeout {
  const modificationTimes = () =>
    [registry.documents, registry.statements, registry.editions].map((folder) => statusOf(folder).modified).join(' ')
  let last = modificationTimes()
  return setInterval(() => {
    const now = modificationTimes()
    if (now !== last) onChange()
    last = now
  }, every).unref()
}
