import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'

/** How soon lists hear what a command wrote into the registry, in ms; the page of a run knows at once. */
const HEARING = 3000

/**
 * Each run, statement and edition that is new changes the directory it is in; commands that add to a file touch its
 * directory. @param onChange called within `every` ms of it. To end this, clear the interval
 */
export function hearChanges(registry: Registry, onChange: () => void, every = HEARING): NodeJS.Timeout {
  const look = () =>
    [registry.documents, registry.statements, registry.editions].map((folder) => statusOf(folder).modified).join(' ')
  let heard = look()
  return setInterval(() => {
    const now = look()
    if (now !== heard) onChange()
    heard = now
  }, every).unref()
}
