import { expect, it } from 'vitest'
import { HISTORY_KINDS, HISTORY_NAMES, historyReportLines, runHistories } from './simulate-histories.ts'
import type { Tally } from './tally.ts'

const HISTORIES = 100
const tallies: Record<string, Tally> = Object.fromEntries(
  HISTORY_KINDS.map(({ name }, kind) => [name, runHistories(kind, 1, HISTORIES)]),
)

const shareOf = (name: string, counter: string) => {
  const { hits, of } = tallies[name]?.counts[counter] ?? { hits: 0, of: 0 }
  return hits / of
}

it('few histories without a change show one', () => {
  const [atEnd] = historyReportLines(tallies)
  expect(atEnd?.reached.of).toBe(HISTORIES * HISTORY_KINDS.length)
  expect(atEnd?.reached.hits).toBeLessThanOrEqual(10)
})

it('a larger change is found more often, as is one with more runs after it, or with less spread', () => {
  const found = (spread: number, change: number, after: number) =>
    shareOf(`spread ${spread}%`, HISTORY_NAMES.found(change, after))
  expect(found(2, 1.1, 10)).toBeGreaterThan(0.9)
  expect(found(5, 1.3, 10)).toBeGreaterThan(0.9)
  expect(found(8, 1.3, 10)).toBeGreaterThan(found(8, 1.1, 10))
  expect(found(8, 1.2, 15)).toBeGreaterThan(found(8, 1.2, 3))
  expect(found(2, 1.1, 3)).toBeGreaterThan(found(8, 1.1, 3))
})
