import { RunList } from '../../components/run-list.tsx'
import type { Root } from '../../components/site-frame.tsx'
import { plural } from '../page/titles.ts'
import type { RunEntry } from './search-index.ts'

/** The maximum number of runs that a short id lists. */
export const MAX_MATCHES = 20

/** The letters of a short id. Pages display ten letters; fewer are no short id. */
const SHORT_ID = /^[a-z2-7]{10,25}$/

/** Whether a text is the beginning of an id, with at least the letters that pages display. */
export function isShortId(text: string): boolean {
  return SHORT_ID.test(text)
}

/** Returns the short id at the end of a path, `/runs/LETTERS`; null if there is none. */
export function readShortId(path: string): string | null {
  const [, letters = ''] = /\/runs\/([^/]+)$/.exec(path) ?? []
  return isShortId(letters) ? letters : null
}

/**
 * The list of the runs whose ids begin with a short id. It never leads to a run by itself: ten letters are 50 bits, so
 * someone could make a second run that begins so.
 */
export function ShortIdMatches({ letters, runs, root }: { letters: string; runs: readonly RunEntry[]; root: Root }) {
  return (
    <>
      <h2>
        {plural(runs.length, 'run')} whose id begins with <code>{letters}</code>
      </h2>
      <p>
        A short id is not proof of a run, because another run can begin with the same letters. Compare the whole id, and
        cite a run by its whole id or its hash.
      </p>
      <RunList runs={runs.slice(0, MAX_MATCHES)} root={root} withIds />
    </>
  )
}
