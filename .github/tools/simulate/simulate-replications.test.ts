import { expect, it } from 'vitest'
import {
  REPLICATION_NAMES,
  RUN_COUNTS,
  RUN_SPREADS,
  replicationReportLines,
  runReplications,
} from './simulate-replications.ts'
import type { Count, Tally } from './tally.ts'

const SERIES = 300
const tallies: Record<string, Tally> = Object.fromEntries(
  RUN_SPREADS.map(({ name }, kind) => [name, runReplications(kind, 1, SERIES)]),
)

const countOf = (name: string, counter: string) => (tallies[name] as Tally).counts[counter] as Count

/** The mean of a counter, at a spread from run to run without outlying runs. */
const meanOf = (counter: string, spread: number) => {
  const { hits, of } = countOf(`spread ${spread}%`, counter)
  return hits / of
}

it('prediction intervals contain one more run as often as is required, for every number of runs', () => {
  const required = replicationReportLines(tallies).filter(({ limit }) => limit !== null)
  expect(required).toHaveLength(RUN_COUNTS.length)
  expect(required.filter(({ met }) => !met)).toEqual([])
})

it('prediction intervals get wider with the spread between runs, and narrower with more runs', () => {
  const widths = (spread: number) => RUN_COUNTS.map((runs) => meanOf(REPLICATION_NAMES.width(runs), spread))
  for (const spread of [0, 8]) expect(widths(spread)).toEqual(widths(spread).toSorted((a, b) => b - a))
  for (const [at, width] of widths(8).entries()) expect(width).toBeGreaterThan(2 * (widths(0)[at] as number))
})

it('an interval from few runs misses more often if one run in ten is off', () => {
  const [steady, off] = [false, true].map((isOff) => {
    const names = RUN_SPREADS.filter(({ hasOutlyingRuns }) => hasOutlyingRuns === isOff).map(({ name }) => name)
    return names.reduce((sum, name) => sum + countOf(name, REPLICATION_NAMES.predicted(3)).hits, 0)
  }) as [number, number]
  expect(off).toBeLessThan(steady)
})
