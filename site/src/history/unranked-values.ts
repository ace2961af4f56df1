import { idOfHash } from '@plimsoll/schema'
import type { Edition, Flag } from '../editions/edition.ts'
import type { HistoryPoint } from '../store/queries-history.ts'

/** Returns why a result is not ranked among others: the flag of its row in an edition; null if it is ranked. */
export type FlagOf = (point: Pick<HistoryPoint, 'runId' | 'position'>) => Flag | null

/**
 * Returns the flags of results from the rows of editions. The page of an edition and the answer of the home page do not
 * rank a flagged row, so no other page does.
 */
export function flagsOfResults(editions: readonly Pick<Edition, 'flags' | 'parts'>[]): FlagOf {
  const flagOf = new Map(
    editions.flatMap(({ flags, parts }) =>
      parts
        .flatMap(({ rows }) => rows)
        .flatMap(({ benchmark, repeats = [], flag }) => {
          const found = flags.find(({ code }) => code === flag)
          const references = benchmark === null ? repeats : [benchmark, ...repeats]
          return found === undefined
            ? []
            : references.map(({ run, benchmark }): [string, Flag] => [`${idOfHash(run)} ${benchmark}`, found])
        }),
    ),
  )
  return ({ runId, position }) => flagOf.get(`${runId} ${position}`) ?? null
}
