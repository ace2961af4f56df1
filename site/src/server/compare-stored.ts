import type { renderComparison, StoredSide } from '../compare/render-comparison.tsx'
import { RegistryError } from '../errors.ts'
import { Refusal } from '../ingest/refusal.ts'
import type { Registry } from '../store/registry.ts'
import { cacheResults } from './cache-results.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { keyOfRun } from './run-files.ts'

/** The maximum size of the cached comparisons, in characters. It suffices for some hundred pairs of runs. */
const MAX_CACHED = 16_000_000

/** Compares two stored runs. Returns the comparison as HTML, or one sentence on why there is none. */
export type CompareStored = (a: StoredSide, b: StoredSide) => Promise<{ html: string } | { problem: string }>

/**
 * Returns a function that compares stored runs, one pair at a time, so that the pages of runs, which the same thread
 * makes, get their turn. It caches the comparisons that were requested last. It does not throw.
 * @param render renders a comparison on another thread, like `renderComparison`
 */
export function compareStored(
  registry: Registry,
  render: (...args: Parameters<typeof renderComparison>) => Promise<string>,
  log: (error: unknown) => void,
): CompareStored {
  const cached = cacheResults<string>({ maxBytes: MAX_CACHED, sizeOf: (html) => html.length })
  const inTurn = oneAtATime()

  return async (a, b) => {
    try {
      const key = [a, b].flatMap(({ id, isReplaced }) => [keyOfRun(registry, id), isReplaced]).join(' ')
      const html = await cached(`${a.id} ${b.id}`, key, () => inTurn(() => render(registry, a, b)))
      return { html }
    } catch (error) {
      return { problem: problemOf(error) }
    }
  }

  function problemOf(error: unknown): string {
    if (error instanceof Refusal) return 'Too many comparisons are waiting. Reload this page later.'
    const code = error instanceof RegistryError ? error.code : ''
    if (error instanceof RegistryError && FOR_READERS.has(code)) return error.message
    if (code === 'out-of-memory') return 'These runs are too large to compare here.'
    log(error)
    return code === ''
      ? 'These runs could not be compared. Reload this page later.'
      : 'One of these runs is damaged, so they are not compared until the operator repairs it.'
  }
}

/** The codes of errors whose message is a sentence for readers. */
const FOR_READERS = new Set(['unknown-run', 'deleted-run', 'too-large'])
