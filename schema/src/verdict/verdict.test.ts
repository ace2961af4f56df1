import { describe, expect, it } from 'vitest'
import { randomGenerator } from '../statistics/index.ts'
import {
  type BenchmarkPairs,
  type BenchmarkVerdict,
  DEFAULT_DESIGN,
  earliestReport,
  forecastRounds,
  judgeBenchmarks,
  judgeCheck,
  MAX_ROUNDS,
  type Pair,
  testNullPair,
} from './index.ts'
import { decide } from './sequential-verdicts.ts'

/**
 * A benchmark whose head takes `factor` times as long as base. Chance makes each time longer by up to the share
 * `spread`.
 */
function benchmarkOf(factor: number, { spread = 0.02, rounds = MAX_ROUNDS, stream = 0 } = {}): BenchmarkPairs {
  const generator = randomGenerator(21, stream)
  const time = () => 1e9 * (1 + (spread * generator.below(1000)) / 1000)
  const pairs = Array.from({ length: rounds }, (_, round) => ({ round, base: time(), head: factor * time() }))
  return { benchmark: `benchmark ${stream}`, better: 'lower', pairs }
}

/** A check of `count` benchmarks. The given benchmark is the first. The others are unchanged. */
const check = (first: BenchmarkPairs, count = 12) => [
  first,
  ...Array.from({ length: count - 1 }, (_, index) => benchmarkOf(1, { rounds: first.pairs.length, stream: index + 1 })),
]

const judgeFirst = (benchmarks: BenchmarkPairs[]) => judgeBenchmarks(benchmarks)[0] as BenchmarkVerdict

const firstRounds = (benchmark: BenchmarkPairs, rounds: number) => ({
  ...benchmark,
  pairs: benchmark.pairs.slice(0, rounds),
})

describe('a benchmark', () => {
  it('that is 20% slower is slower at the 14th round and no earlier', () => {
    expect(judgeFirst(check(benchmarkOf(1.2, { rounds: 13 })))).toMatchObject({
      verdict: 'inconclusive',
      stopped: false,
    })
    const reported = judgeFirst(check(benchmarkOf(1.2, { rounds: 14 })))
    expect(reported).toMatchObject({ verdict: 'slower', stopped: true, rounds: 14 })
    expect(reported.slowdown).toBeCloseTo(0.2, 1)
    expect(reported.adjustedP).toBeCloseTo(2 ** -13 * 4.2 * 12, 12)
    expect(reported.signedRankP).toBe(2 ** -13)
  })

  it('that is 20% faster is not given up as not slower at the 10th round: it is faster at the 14th', () => {
    expect(judgeFirst(check(benchmarkOf(1 / 1.2, { rounds: 10 })))).toMatchObject({
      verdict: 'not slower',
      stopped: false,
    })
    expect(judgeFirst(check(benchmarkOf(1 / 1.2)))).toMatchObject({ verdict: 'faster', stopped: true, rounds: 14 })
  })

  it('in which nothing changed is not slower at the 10th round, where times are quiet', () => {
    const { verdict, stopped, rounds, interval } = judgeFirst(check(benchmarkOf(1)))
    expect({ verdict, stopped, rounds }).toEqual({ verdict: 'not slower', stopped: true, rounds: 10 })
    expect(interval?.level).toBe(0.9683)
    expect(interval?.ends[1]).toBeLessThan(0.05)
  })

  it('that is slower by less than the threshold is not reported as slower, however sure it is', () => {
    expect(judgeFirst(check(benchmarkOf(1.03, { spread: 0.001 })))).toMatchObject({ verdict: 'not slower' })
    expect(judgeFirst(check(benchmarkOf(1.0499, { spread: 0.001 }))).verdict).not.toBe('slower')
  })

  it.each([100, 200, 10_000, 100_000, 2 ** 40])(
    'of %d, with a change of exactly the threshold, is reported',
    (value) => {
      const [few, many] = [value, (value * 21) / 20]
      const exact = (base: number, head: number): BenchmarkPairs => ({
        ...{ benchmark: 'exact', better: 'lower' },
        pairs: Array.from({ length: 14 }, (_, round) => ({ round, base, head })),
      })
      expect(judgeFirst([exact(few, many)]).verdict).toBe('slower')
      expect(judgeFirst([exact(many, few)]).verdict).toBe('faster')
    },
  )

  it('whose times are too noisy is inconclusive when the rounds are spent, with the change it cannot exclude', () => {
    const noisy = check(benchmarkOf(1, { spread: 2 }))
    const { verdict, stopped, rounds, interval } = judgeFirst(noisy)
    expect({ verdict, stopped, rounds }).toEqual({ verdict: 'inconclusive', stopped: true, rounds: 50 })
    expect(interval?.ends[1]).toBeGreaterThan(0.05)
    expect(judgeFirst(noisy.map((benchmark) => firstRounds(benchmark, 49)))).toMatchObject({
      stopped: false,
      rounds: 38,
    })
  })

  it('is looked at after the planned rounds only', () => {
    const at = (rounds: number) => judgeFirst(check(benchmarkOf(1.1, { spread: 0.6, rounds })))
    for (const [rounds, look] of [
      [15, 14],
      [19, 14],
      [27, 20],
      [49, 38],
    ] as const) {
      expect(at(rounds)).toEqual(at(look))
    }
    expect(at(9)).toMatchObject({ verdict: 'inconclusive', rounds: 0, slowdown: null, interval: null })
  })

  it('keeps the verdict it stopped with, whatever its later rounds show', () => {
    const benchmark = benchmarkOf(1.2)
    const later = benchmark.pairs.map((pair) => (pair.round < 14 ? pair : { ...pair, head: pair.base / 2 }))
    expect(judgeFirst(check({ ...benchmark, pairs: later }))).toEqual(judgeFirst(check(benchmark)))
  })

  it('orders its pairs by round', () => {
    const benchmark = benchmarkOf(1.1, { spread: 0.6 })
    expect(judgeFirst(check({ ...benchmark, pairs: benchmark.pairs.toReversed() }))).toEqual(
      judgeFirst(check(benchmark)),
    )
  })

  it('with a value that is not above 0 is refused by name', () => {
    const pairs = benchmarkOf(1).pairs.with(3, { round: 3, base: 0, head: 1 })
    expect(() => judgeBenchmarks([{ benchmark: 'npm-ci', better: 'lower', pairs }])).toThrow(
      /npm-ci has a value that is not above 0/,
    )
  })
})

describe('the verdicts of a check', () => {
  const opposite = { slower: 'faster', faster: 'slower' } as Record<string, string>
  const factors = [0.7, 0.85, 0.95, 1, 1.06, 1.1, 1.25]
  const benchmarks = factors.map((factor, stream) => benchmarkOf(factor, { spread: 0.15, stream }))
  const change = (of: (pair: Pair) => Partial<Pair>, better: BenchmarkPairs['better'] = 'lower') =>
    judgeBenchmarks(
      benchmarks.map((benchmark) => ({
        ...benchmark,
        better,
        pairs: benchmark.pairs.map((pair) => ({ ...pair, ...of(pair) })),
      })),
    )

  it('are of every kind here, so that the next tests have something to compare', () => {
    expect(new Set(judgeBenchmarks(benchmarks).map(({ verdict }) => verdict)).size).toBeGreaterThanOrEqual(3)
  })

  it('turn round where the variants are swapped, and where higher is better', () => {
    const before = judgeBenchmarks(benchmarks)
    for (const after of [change(({ base, head }) => ({ base: head, head: base })), change(() => ({}), 'higher')]) {
      for (const [index, { verdict, slowdown }] of before.entries()) {
        const turned = after[index] as BenchmarkVerdict
        if (verdict !== null && verdict in opposite) {
          expect(turned.verdict).toBe(opposite[verdict])
          expect(1 + (turned.slowdown as number)).toBeCloseTo(1 / (1 + (slowdown as number)), 10)
        } else expect(turned.verdict).not.toBe('slower')
      }
    }
  })

  it('are the same in any unit', () => {
    const scaled = change(({ base, head }) => ({ base: base / 1e6, head: head / 1e6 }))
    for (const [index, { benchmark, slowdown, interval, ...rest }] of judgeBenchmarks(benchmarks).entries()) {
      expect(scaled[index]).toMatchObject({ ...rest, slowdown: expect.closeTo(slowdown as number, 10) })
    }
  })

  it('take more rounds the more benchmarks there are: of 48, none can be reported at the 14th', () => {
    expect(earliestReport(12, 0.01)).toEqual({ rounds: 14, look: 14 })
    expect(earliestReport(48, 0.01)).toEqual({ rounds: 16, look: 20 })
    expect(earliestReport(1, 0.05)).toEqual({ rounds: 14, look: 14 })
    expect(earliestReport(2 ** 50, 0.01).look).toBeNull()
    expect(judgeFirst(check(benchmarkOf(1.2), 48))).toMatchObject({ verdict: 'slower', rounds: 20 })
    expect(judgeFirst(check(benchmarkOf(1.2), 12))).toMatchObject({ verdict: 'slower', rounds: 14 })
  })

  it('have an interval at the level of their report, which leaves out 0', () => {
    const { interval } = judgeFirst(check(benchmarkOf(1.2)))
    expect(interval?.level).toBeCloseTo(1 - 0.01 / (4.2 * 12), 12)
    expect(interval?.ends[0]).toBeGreaterThan(0)
  })
})

describe('over the looks', () => {
  const look = (rounds: number, p: number, slowdown: number, upper = 1) => ({ rounds, p, slowdown, upper })
  const quiet = [10, 14, 20].map((rounds) => look(rounds, 0.5, 0))

  it('the smallest p so far counts, 4.2 times', () => {
    const looks = [look(10, 1e-9, 0.2), look(14, 0.002, 0.03), look(20, 0.1, 0.06)]
    expect(decide([looks], DEFAULT_DESIGN)).toMatchObject([
      { verdict: 'slower', spent: 20, adjustedP: expect.closeTo(0.0084, 12) },
    ])
    const single = (p: number) => decide([[look(10, 1, 0), look(14, p, 0.2)]], DEFAULT_DESIGN)[0]?.verdict
    expect([single(0.00238), single(0.00239)]).toEqual(['slower', 'inconclusive'])
  })

  it('a p of the 10th round counts for nothing', () => {
    expect(decide([[look(10, 0, 0.5), look(14, 0.5, 0.5)]], DEFAULT_DESIGN)).toMatchObject([
      { verdict: 'inconclusive' },
    ])
  })

  it("Holm's correction is over all benchmarks: a second report needs less than the first", () => {
    const first = [look(10, 1, 0), look(14, 0.0005, 0.2)]
    const second = [look(10, 1, 0), look(14, 0.001, 0.2)]
    const third = [look(10, 1, 0), look(14, 0.0015, 0.2)]
    const verdicts = (...family: (typeof quiet)[]) => decide(family, DEFAULT_DESIGN).map(({ verdict }) => verdict)
    expect(verdicts(first, second, quiet)).toEqual(['slower', 'slower', 'inconclusive'])
    expect(verdicts(third, second, quiet)).toEqual(['inconclusive', 'inconclusive', 'inconclusive'])
  })

  it('a benchmark that lacks rounds is waited for, and still counts in the family', () => {
    const reported = [look(10, 1, 0), look(14, 0.0015, 0.2)]
    expect(decide([reported], DEFAULT_DESIGN)).toMatchObject([{ verdict: 'slower' }])
    expect(decide([reported, []], DEFAULT_DESIGN)).toMatchObject([
      { verdict: 'inconclusive', stopped: false, spent: 14 },
      { verdict: 'inconclusive', stopped: false, spent: 0, evidence: null },
    ])
  })
})

describe('the null pair', () => {
  it('that shows a difference makes the check unreliable: no verdict, and the statistics stay', () => {
    const benchmarks = check(benchmarkOf(1.2))
    const biased = { ...benchmarkOf(1.03, { stream: 99 }), benchmark: 'null' }
    const { status, nullPair, benchmarks: verdicts } = judgeCheck(benchmarks, biased)
    expect({ status, biased: nullPair?.biased, level: nullPair?.interval?.level }).toEqual({
      status: 'unreliable',
      biased: true,
      level: 0.99,
    })
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(benchmarks.map(() => null))
    expect(verdicts[0]?.slowdown).toBeCloseTo(0.2, 1)
  })

  it('changes no verdict before the check has ended', () => {
    const benchmarks = check(benchmarkOf(1.2))
    const biased = benchmarkOf(1.03, { stream: 99 })
    const soFar = judgeCheck(benchmarks, biased, undefined, { ended: false })
    expect(soFar).toEqual({
      ...judgeCheck(benchmarks, biased),
      status: 'reliable',
      benchmarks: judgeBenchmarks(benchmarks),
    })
  })

  it('that is not told apart changes no verdict', () => {
    const benchmarks = check(benchmarkOf(1.2))
    const { status, benchmarks: verdicts } = judgeCheck(benchmarks, benchmarkOf(1, { stream: 99 }))
    expect(status).toBe('reliable')
    expect(verdicts).toEqual(judgeBenchmarks(benchmarks))
    expect(judgeCheck(benchmarks, null)).toEqual({ status: 'reliable', nullPair: null, benchmarks: verdicts })
  })

  it('of seven rounds shows nothing, whatever they are; of eight it can', () => {
    expect(testNullPair(benchmarkOf(3, { rounds: 7 }))).toMatchObject({ biased: false, interval: null })
    expect(testNullPair(benchmarkOf(3, { rounds: 8 }))).toMatchObject({ biased: true, p: 2 ** -7 })
    expect(testNullPair(benchmarkOf(3, { rounds: 0 }))).toMatchObject({ biased: false, p: 1, slowdown: null })
  })
})

describe('the forecast', () => {
  const forecast = (...benchmarks: BenchmarkPairs[]) =>
    forecastRounds(
      benchmarks.map((benchmark) => firstRounds(benchmark, 10)),
      randomGenerator(5),
    )

  it('is 10 rounds where nothing changed, 14 for a large change, and all where times are too noisy', () => {
    const benchmarks = [benchmarkOf(1), benchmarkOf(1.3, { stream: 1 }), benchmarkOf(1, { spread: 5, stream: 2 })]
    expect([1, 2, 3].map((count) => forecast(...benchmarks.slice(0, count))?.rounds)).toEqual([10, 14, 50])
  })

  it('is the same from the same seed, and there is none before the tenth round', () => {
    const benchmark = benchmarkOf(1.1, { spread: 0.4 })
    expect(forecast(benchmark)).toEqual(forecast(benchmark))
    expect(forecastRounds([firstRounds(benchmark, 9)], randomGenerator(5))).toBeNull()
    expect(forecastRounds([], randomGenerator(5))).toBeNull()
  })
})
