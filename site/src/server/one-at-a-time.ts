import { setImmediate } from 'node:timers/promises'
import { busy } from '../ingest/refusal.ts'

/** The maximum number of questions that are asked or wait. Each takes some milliseconds. */
const MAX_WAITING = 20

/**
 * Returns a function that answers one question at a time. The driver of SQLite blocks this thread while it reads, so other
 * requests get their turn between two questions. The function throws Refusal `busy` if too many questions wait.
 */
export function oneAtATime(): <Answer>(ask: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (ask) => {
    if (waiting >= MAX_WAITING) throw busy('Too many questions are waiting. Ask again later.')
    waiting += 1
    const answer = last.then(() => setImmediate()).then(ask)
    last = answer
      .catch(() => {})
      .finally(() => {
        waiting -= 1
      })
    return answer
  }
}
