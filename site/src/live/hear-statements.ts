import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'

/** How soon lists hear what a command said of a run, in ms; the run's own page knows at once. */
const HEARING = 3000

/**
 * Commands that say something of a run touch the directory of what is said; so does each run that is new.
 * @param onSaid told of it, within `every` ms. To end this, clear the interval
 */
export function hearStatements({ statements }: Registry, onSaid: () => void, every = HEARING): NodeJS.Timeout {
  let heard = statusOf(statements).modified
  return setInterval(() => {
    const { modified } = statusOf(statements)
    if (modified !== heard) onSaid()
    heard = modified
  }, every).unref()
}
