import type { Sample } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import { expect, test } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { listWorkloads } from '../read-catalog/catalog.ts'
import type { Suite } from '../read-catalog/workload.ts'
import { adaptedRounds, lastRounds, type WorkRounds } from './adapt-rounds.ts'
import type { InterruptedJournal, SampleEntry } from './journal-entry.ts'
import { measurementsSoFar } from './measurements.ts'
import { makePlan, type Plan } from './plan.ts'
import { isWarmup } from './plan-order.ts'

const entry = {
  workload: 'symfony-page',
  params: { bytes: 268435456 },
  scenarios: ['native', 'bind', 'layer'],
  warmups: 1,
}
const adapt = true as const
const noisy = { ...entry, rounds: 15, adapt }
const quiet = { ...entry, workload: 'npm-ci', params: { size: 'small' }, rounds: 15, adapt }
const fixed = { ...entry, workload: 'stat-tree', params: { files: 30000 }, rounds: 4 }

const workloads = listWorkloads()

function planOf(benchmarks: Suite['benchmarks'], longest = 1000): Plan {
  const suite = {
    suite: 'test',
    version: 1,
    purpose: '',
    roundsRule: { after: 6, halfWidth: 0.09, longest },
    benchmarks,
  }
  const choice = { suite, workloads, engines: ['docker'], onlyWorkloads: [], onlyScenarios: [] }
  return makePlan({ ...choice, rounds: null, seed: 3 })
}

/** A number between −1 and 1 that depends on the benchmark and the round alone. */
const noise = (benchmark: number, round: number) => randomGenerator(benchmark * 1000 + round).below(1001) / 500 - 1

/** The size of the noise of a workload: with ±20% the rule asks for more than 15 rounds, with ±1% for the minimum. */
const SIZES: Record<string, number> = { 'symfony-page': 0.2, 'npm-ci': 0.01, 'stat-tree': 0 }

interface Simulation {
  /** The samples end before this round. */
  end?: number
  factor?: (benchmark: number) => number
  isFailed?: (benchmark: number, round: number) => boolean
  isUnsupported?: (benchmark: number) => boolean
  /** The duration of each sample in ns. */
  took?: (round: number) => number
}

/** The measurements of a plan after some rounds, from a journal. */
function measured(plan: Plan, simulation: Simulation = {}) {
  const { end = plan.order.length, factor = () => 1, isFailed, isUnsupported, took = () => 1e9 } = simulation
  const entries: SampleEntry[] = plan.order.slice(0, end).flatMap((turn, round) =>
    turn.flatMap((benchmark, order) => {
      const unsupported = isUnsupported?.(benchmark) ? 'not here' : null
      if (unsupported && round > 0) return []
      const { workload = '', metrics = [] } = plan.benchmarks[benchmark] ?? {}
      const failure = unsupported ?? (isFailed?.(benchmark, round) ? 'it failed' : null)
      const value = Math.round(1e9 * factor(benchmark) * Math.exp((SIZES[workload] ?? 0) * noise(benchmark, round)))
      const sample: Sample = {
        ...{ round, order, slot: 's', offset: 0, warmup: isWarmup(plan, benchmark, round), cpu: null, failure },
        values: failure === null ? Object.fromEntries(metrics.map(({ name }) => [name, value])) : {},
      }
      return [
        {
          ...{ event: 'sample' as const, benchmark, sample, took: took(round), unsupported },
          ...{ target: null, available: null, calibration: [], calibratedOn: 'benchmark' as const },
        },
      ]
    }),
  )
  const journal: InterruptedJournal = { file: '', start: { ...startForTest(), plan }, entries, length: 0 }
  return measurementsSoFar(plan, journal)
}

const named = (plan: Plan, set: WorkRounds[]) =>
  Object.fromEntries(set.map(({ benchmarks: [first = 0], rounds }) => [plan.benchmarks[first]?.workload, rounds]))

/** The number of samples that remain of a benchmark when the rule has set the rounds. */
function planned(plan: Plan, set: WorkRounds[], benchmark: number): number {
  const last = lastRounds(plan, set)
  return plan.order.filter((turn, round) => turn.includes(benchmark) && round <= (last[benchmark] as number)).length
}

const plan = planOf([noisy, quiet, fixed])

test('after six measured rounds each work has its own number of rounds, from 14 to the planned ones', () => {
  const set = adaptedRounds(plan, measured(plan, { end: 7 }))
  expect(named(plan, set)).toEqual({ 'symfony-page': 15, 'npm-ci': 14 })
  expect(set.find(({ rounds }) => rounds === 15)?.needed).toBeGreaterThan(15)
  expect(set.map(({ isLimitedByTime }) => isLimitedByTime)).toEqual([false, false])
  for (const [index, { workload }] of plan.benchmarks.entries())
    expect(planned(plan, set, index)).toBe({ 'symfony-page': 16, 'npm-ci': 15, 'stat-tree': 5 }[workload])
})

test('before the sixth measured round is complete, nothing is set', () => {
  expect(adaptedRounds(plan, measured(plan, { end: 6 }))).toEqual([])
  expect(lastRounds(plan, [])).toEqual(plan.benchmarks.map(() => Number.POSITIVE_INFINITY))
})

test('later rounds do not change the number, so a resumed run has the same', () => {
  const first = adaptedRounds(plan, measured(plan, { end: 7 }))
  for (const end of [8, 11, 16]) expect(adaptedRounds(plan, measured(plan, { end }))).toEqual(first)
  const later = measured(plan, { end: 16, isFailed: (_, round) => round > 6 })
  expect(adaptedRounds(plan, later)).toEqual(first)
  const limited = planOf([noisy, quiet, fixed], 100)
  const slower = measured(limited, { end: 16, took: (round) => (round > 6 ? 9e9 : 1e9) })
  expect(adaptedRounds(limited, slower)).toEqual(adaptedRounds(limited, measured(limited, { end: 7 })))
})

test('the number does not depend on which scenario is faster', () => {
  const first = adaptedRounds(plan, measured(plan, { end: 7 }))
  const faster = measured(plan, { end: 7, factor: (benchmark) => 1 + (benchmark % 5) * 3 })
  expect(adaptedRounds(plan, faster)).toEqual(first)
})

test('a benchmark that failed or is unsupported is left out', () => {
  const [victim, other] = [...plan.benchmarks.keys()].filter(
    (index) => plan.benchmarks[index]?.workload === 'symfony-page',
  )
  const needed = (simulation: Simulation) =>
    adaptedRounds(plan, measured(plan, { end: 7, ...simulation })).map(({ needed }) => needed)
  const whole = needed({})
  const wild = (benchmark: number) => benchmark === victim
  // Without the rule's exception, six rounds with a missing value could not be fitted at all.
  const without = needed({ isFailed: (benchmark, round) => wild(benchmark) && round === 3 })
  expect(without[0]).toBeGreaterThan(10)
  expect(without[0]).not.toBe(whole[0])
  expect(without[1]).toBe(whole[1])
  expect(needed({ isFailed: (benchmark, round) => wild(benchmark) && round === 0 })).toEqual(without)
  expect(needed({ isUnsupported: wild })).toEqual(without)
  const onlyOne = (benchmark: number) => benchmark !== other && plan.benchmarks[benchmark]?.workload === 'symfony-page'
  expect(needed({ isUnsupported: onlyOne })).toEqual([null, whole[1]])
})

test('the time limit takes rounds from the work with the most, until the forecast fits', () => {
  // 12 benchmarks: native and its control, bind and layer of three workloads; of stat-tree only four rounds, so without
  // a control. A second each: 8 in a round, so symfony-page and npm-ci with 15 and 14 rounds take 4 × 16 + 4 × 15
  // seconds, and stat-tree 3 × 5.
  const seconds = 4 * 16 + 4 * 15 + 3 * 5
  const set = (longest: number) => {
    const limited = planOf([noisy, quiet, fixed], longest)
    return adaptedRounds(limited, measured(limited, { end: 7 }))
  }
  expect(set(seconds).map(({ rounds }) => rounds)).toEqual([15, 14])
  expect(set(seconds - 1).map(({ rounds }) => rounds)).toEqual([14, 14])
  expect(set(seconds - 1).map(({ isLimitedByTime }) => isLimitedByTime)).toEqual([true, false])
  expect(set(seconds - 24).map(({ rounds }) => rounds)).toEqual([11, 12])
})

test('rounds that are already measured stay, even if they took longer than the limit', () => {
  const short = planOf([noisy, quiet, fixed], 1)
  expect(adaptedRounds(short, measured(short, { end: 7 })).map(({ rounds }) => rounds)).toEqual([6, 6])
})

test('cold work is set after its own first rounds, which come last', () => {
  const start = { workload: 'container-start', scenarios: ['layer'], warmups: 0, rounds: 12, adapt }
  const plan = planOf([
    { ...start, params: { image: 'small', cache: 'cold' } },
    { ...start, params: { image: 'small', cache: 'warm' } },
  ])
  const warm = adaptedRounds(plan, measured(plan, { end: 6 }))
  expect(warm.map(({ benchmarks }) => benchmarks)).toEqual([[1]])
  expect(adaptedRounds(plan, measured(plan, { end: 17 }))).toEqual(warm)
  const both = adaptedRounds(plan, measured(plan, { end: 18 }))
  expect(both.map(({ benchmarks }) => benchmarks)).toEqual([[1], [0]])
})

test('the rounds of work that comes last are set, although the rule left out rounds of earlier work', () => {
  const plan = planOf([quiet, { ...entry, workload: 'metadata', params: { files: 500 }, rounds: 15, adapt }])
  const [early] = adaptedRounds(plan, measured(plan, { end: 7 }))
  const part = measured(plan, { end: 16 + 7 })
  // A run takes no samples in the rounds that the rule left out.
  for (const index of early?.benchmarks ?? []) part.taken[index]?.delete(15)
  expect(early?.rounds).toBe(14)
  expect(adaptedRounds(plan, part)).toHaveLength(2)
})

test('work that comes last has at most three tenths of the time reserved', () => {
  // Four benchmarks of npm-ci with a second each: 15 rounds take 60 s, and metadata is not yet measured.
  const rounds = (longest: number) => {
    const plan = planOf([quiet, { ...entry, workload: 'metadata', params: { files: 500 }, rounds: 15, adapt }], longest)
    return adaptedRounds(plan, measured(plan, { end: 7 })).map(({ rounds }) => rounds)
  }
  expect(rounds(86)).toEqual([14])
  expect(rounds(80)).toEqual([13]) // With the warm-up, 14 rounds take 60 s, and 24 s are reserved.
})

test('a plan without a rule sets nothing', () => {
  const plan = planOf([fixed])
  expect(plan.roundsRule).toBeNull()
  expect(adaptedRounds(plan, measured(plan))).toEqual([])
})
