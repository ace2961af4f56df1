import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Benchmark, type Metric, type RunDocument, validateRun } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import { describe, expect, test } from 'vitest'
import { benchmark, DURATION, runDocument, sample } from '../../../schema/test/document.ts'
import { plainRun } from '../../../schema/test/plain-document.ts'
import { readPlaces } from './repeatability.ts'
import { repeatability } from './repeatability-statistics.ts'
import { formatRepeatability, listGoals } from './repeatability-table.ts'

const COMMITTED = fileURLToPath(new URL('../../../examples/repeatability/', import.meta.url))
const STAT: Metric = { name: 'stat', unit: 'ns', better: 'lower', primary: false }
const NATIVE = 1_000_000

describe('runs of one design', () => {
  test('are compared by the larger ÷ the smaller ratio, two by two', () => {
    const { within, difference, runs, printed } = repeatability([run(2), run(2.04), run(2.2)], true)
    expect(runs).toBe(3)
    expect(printed).toEqual({ count: 3, total: 3 })
    expect(within).toEqual({ count: 1, total: 3 })
    expect(difference?.median).toBeCloseTo(2.2 / 2.04 - 1, 5)
    expect(difference?.p90).toBeCloseTo(0.8 * 0.1 + 0.2 * (2.2 / 2.04 - 1), 5)
    expect(difference?.worst).toBeCloseTo(0.1, 5)
  })

  test('have disjoint intervals, or estimates inside each other’s intervals', () => {
    // The rounds alternate between ±3%, so the intervals are 1.94–2.06 and 2.037–2.163.
    const apart = repeatability([run(2, 0.03), run(2.1, 0.03)], true)
    expect(apart.disjoint).toEqual({ count: 0, total: 1 })
    expect(apart.inside).toEqual({ count: 0, total: 2 })
    expect(apart.halfWidth).toBeCloseTo(Math.sqrt(1.03 / 0.97) - 1, 4)
    expect(repeatability([run(2, 0.03), run(2.02, 0.03)], true).inside).toEqual({ count: 2, total: 2 })
    expect(repeatability([run(2, 0.01), run(2.1, 0.01)], true).disjoint).toEqual({ count: 1, total: 1 })
  })

  test('that withhold a ratio miss it, where unprinted ratios count', () => {
    const all = repeatability([run(2), run(2), biased(run(2))], true)
    expect(all.printed).toEqual({ count: 2, total: 3 })
    expect(all.withheld).toEqual({ count: 1, total: 3 })
    expect(all.within).toEqual({ count: 1, total: 1 })
    expect(all.withinOfAll).toEqual({ count: 1, total: 3 })
  })

  test('that print nothing have no difference', () => {
    const all = repeatability([biased(run(2)), biased(run(3))], true)
    expect(all.difference).toBeNull()
    expect(all.halfWidth).toBeNull()
    expect(all.withinOfAll).toEqual({ count: 0, total: 1 })
  })

  test('are not compared in workloads with fewer than six planned rounds; a benchmark that failed early is missed', () => {
    const cut = (rounds: number, scenarios: string[]) => {
      const document = run(2)
      for (const one of document.benchmarks)
        if (scenarios.includes(one.scenario)) one.samples = one.samples.slice(0, rounds)
      return document
    }
    expect(repeatability([cut(5, ['native', 'layer'])], true).printed).toEqual({ count: 0, total: 0 })
    expect(repeatability([cut(5, ['layer'])], true).printed).toEqual({ count: 0, total: 1 })
  })

  test('take as long as from their start to their end', () => {
    expect(repeatability([run(2)], true).seconds).toEqual([90])
  })

  test('count the ratios of secondary metrics unless only the primary ones are requested', () => {
    const document = withStat(run(2), 1)
    expect(repeatability([document], false).printed.total).toBe(2)
    expect(repeatability([document], true).printed.total).toBe(1)
  })
})

describe('the spread', () => {
  test('of runs without a difference between them is that of their rounds, and the rest is about 0', () => {
    const { spreadWithin, spreadBetween } = repeatability(simulate({ rounds: 0.08, runs: 0 }), true)
    // The ratio of two values of 8% each, over 15 rounds, with the efficiency of the estimate
    const expected = (0.08 * Math.SQRT2) / Math.sqrt(15 * 0.955)
    expect(spreadWithin?.value).toBeGreaterThan(expected * 0.9)
    expect(spreadWithin?.value).toBeLessThan(expected * 1.15)
    expect(spreadBetween?.interval[0]).toBe(0)
    expect(spreadBetween?.value).toBeLessThan(expected / 2)
  })

  test('of runs that differ by 10% is found between them', () => {
    const { spreadWithin, spreadBetween } = repeatability(simulate({ rounds: 0.08, runs: 0.1 }), true)
    expect(spreadWithin?.value).toBeLessThan(0.035)
    expect(spreadBetween?.value).toBeGreaterThan(0.08)
    expect(spreadBetween?.value).toBeLessThan(0.12)
    expect(spreadBetween?.interval[0]).toBeLessThan(0.1)
    expect(spreadBetween?.interval[1]).toBeGreaterThan(0.1)
  })

  test('between runs is unknown with one run', () => {
    expect(repeatability([run(2)], true).spreadBetween).toBeNull()
  })
})

describe('ratios of equal things that gate nothing', () => {
  test('are the secondary metrics of controls', () => {
    expect(repeatability([withStat(controlled(run(2)), 1)], false).heldOut).toEqual({ count: 0, total: 1 })
    expect(repeatability([withStat(controlled(run(2)), 1.1)], false).heldOut).toEqual({ count: 1, total: 1 })
  })

  test('are also a bind mount with a volume and a bind mount, where a volume is a bind mount', () => {
    const third = (factor: number) => [
      plainRun(
        ['native', 'volume', 'bind', 'bind-volume'].map((scenario) => ({
          scenario,
          middle: scenario === 'bind-volume' ? NATIVE * factor : NATIVE,
          spread: 0,
        })),
      ),
    ]
    for (const isPrimaryOnly of [true, false]) {
      expect(repeatability(third(1), isPrimaryOnly).heldOut).toEqual({ count: 0, total: 1 })
      expect(repeatability(third(1.1), isPrimaryOnly).heldOut).toEqual({ count: 1, total: 1 })
    }
    const apart = third(1.1).map((document) => ({ ...document, storage: [] }))
    expect(repeatability(apart, true).heldOut.total).toBe(0)
  })

  test('do not count where the run prints no ratio', () => {
    expect(repeatability([withStat(biased(run(2)), 1.1)], false).heldOut).toEqual({ count: 0, total: 0 })
  })
})

describe('the goals', () => {
  const goal = (documents: RunDocument[], what: string, place = 'journaled') =>
    listGoals([{ place, suite: 'quick', documents }]).find(
      (goal) => ['quick', 'all'].includes(goal.suite) && goal.what.includes(what),
    )

  test('are reached by runs that agree, and missed by runs that do not', () => {
    const [alike, apart] = [Array.from({ length: 10 }, () => run(2)), [run(2), run(2.5)]]
    for (const [what, [good, bad]] of Object.entries({
      'runs on ext4': ['10', '2'],
      'counts as missed': ['100% (45 of 45)', '0% (0 of 1)'],
      'p90 of': ['0%', '25%'],
      disjoint: ['0% (0 of 45)', '100% (1 of 1)'],
      inside: ['100% (90 of 90)', '0% (0 of 2)'],
    })) {
      expect(goal(alike, what), what).toMatchObject({ reached: [good, good], isReached: true })
      expect(goal(apart, what), what).toMatchObject({ reached: [bad, bad], isReached: false })
    }
    expect(goal(alike, 'half-width')?.isReached).toBe(true)
    expect(goal([run(2, 0.12)], 'half-width')?.isReached).toBe(false)
    expect(goal([run(2)], 'time')).toMatchObject({ reached: ['1.5 min', '1.5 min'], isReached: true })
    expect(goal([{ ...run(2), finishedAt: '2025-03-01T10:04:01Z' }], 'time')?.isReached).toBe(false)
  })

  test('without a journal are reached by withholding, but not by printing what differs', () => {
    expect(goal([biased(run(2)), biased(run(3))], 'unjournaled', 'unjournaled')?.isReached).toBe(true)
    expect(goal([run(2), run(3)], 'unjournaled', 'unjournaled')?.isReached).toBe(false)
  })

  test('of a place without runs were not measured', () => {
    expect(goal([run(2)], 'disjoint', 'xfs')).toMatchObject({ isReached: null })
  })

  test('of ratios of equal things need 60 of them, of all suites', () => {
    const documents = (count: number, wrong: number) =>
      Array.from({ length: count }, (_, index) => withStat(controlled(run(2)), index < wrong ? 1.1 : 1))
    expect(goal(documents(59, 0), 'equal things')?.isReached).toBeNull()
    expect(goal(documents(60, 6), 'equal things')).toMatchObject({
      reached: ['6 of 60', 'not measured'],
      isReached: true,
    })
    expect(goal(documents(60, 7), 'equal things')?.isReached).toBe(false)
  })
})

test('a page shows the ratios in the words of the runs, without the digits of withheld ones', () => {
  const page = formatRepeatability([{ place: 'journaled', suite: 'quick', documents: [run(2), biased(run(2.5))] }])
  expect(page).toContain('| npm-ci small · layer · docker ÷ native | 2.00× (2.00–2.00) | withheld |')
  expect(page).not.toContain('2.50×')
})

test('the made-up documents of these tests are valid', () => {
  for (const document of [run(2), biased(withStat(run(2), 1)), ...simulate({ rounds: 0.05, runs: 0.05 })])
    expect(validateRun(document)).toEqual([])
})

const places = existsSync(COMMITTED) ? readPlaces(COMMITTED) : []
test.skipIf(places.length === 0)('the committed page follows from the committed documents', () => {
  expect(readFileSync(join(COMMITTED, 'table.md'), 'utf8')).toBe(formatRepeatability(places))
})

/** A run in which layer ÷ native is `ratio`. In its rounds, layer alternates by ± `spread`. */
function run(ratio: number, spread = 0): RunDocument {
  const native = rounds(
    'native',
    Array.from({ length: 10 }, () => NATIVE),
  )
  const layer = rounds(
    'layer',
    Array.from({ length: 10 }, (_, round) => NATIVE * ratio * (1 + (round % 2 === 0 ? spread : -spread))),
  )
  return { ...runDocument(), benchmarks: [native, layer] }
}

/** The same run with a control of native that takes `factor` as long as native. */
function controlled(document: RunDocument, factor = 1): RunDocument {
  const [native, layer] = document.benchmarks as [Benchmark, Benchmark]
  const values = native.samples.map(({ values }) => Number(values.duration) * factor)
  return { ...document, benchmarks: [native, { ...rounds('native', values, 2), control: true }, layer] }
}

function biased(document: RunDocument): RunDocument {
  return controlled(document, 1.1)
}

/** The same run with a secondary metric, in which the control takes `factor` as long as native. */
function withStat(document: RunDocument, factor: number): RunDocument {
  const benchmarks = document.benchmarks.map((one) => ({
    ...one,
    metrics: [...one.metrics, STAT],
    samples: one.samples.map((sample) => ({
      ...sample,
      values: { ...sample.values, stat: Math.round(one.control ? NATIVE * factor : NATIVE) },
    })),
  }))
  return { ...document, benchmarks }
}

function rounds(scenario: string, values: number[], order = scenario === 'native' ? 0 : 1): Benchmark {
  return benchmark(
    scenario,
    scenario === 'native' ? null : 'docker',
    values.map((value, round) => sample(round, order, { duration: Math.round(value) })),
    [DURATION],
  )
}

/** 40 runs of 15 rounds. All values vary by `rounds`, and layer also from run to run by `runs` (log-normally). */
function simulate(spread: { rounds: number; runs: number }): RunDocument[] {
  const generator = randomGenerator(18)
  const uniform = () => (generator.next() + 0.5) / 2 ** 32
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const values = (centre: number) => Array.from({ length: 15 }, () => centre * Math.exp(spread.rounds * normal()))
  return Array.from({ length: 40 }, () => ({
    ...runDocument(),
    benchmarks: [
      rounds('native', values(NATIVE)),
      rounds('layer', values(2 * NATIVE * Math.exp(spread.runs * normal()))),
    ],
  }))
}
