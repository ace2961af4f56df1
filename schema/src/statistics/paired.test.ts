import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { alignedRankScores } from './aligned-rank.ts'
import {
  alignedRankP,
  binomialInterval,
  hodgesLehmann,
  hodgesLehmannInterval,
  holm,
  type Interval,
  randomGenerator,
  signedRankP,
  signFlipP,
  welchInterval,
  welchP,
} from './index.ts'

const REFERENCE = read('statistics-reference.json') as {
  signedRanks: Record<string, { differences: number[]; p: number }>
  hodgesLehmann: { values: number[]; level: number; estimate: number; interval: Interval | null }[]
  alignedRanks: Record<string, { base: number[]; head: number[]; scores: number[]; p: number }>
  welch: { first: number[]; second: number[]; p: number }[]
  binomialIntervals: [hits: number, of: number, interval: Interval][]
}

const VECTORS = read('reference_vectors.json') as {
  signed_rank: { log_ratios: number[]; scipy_wilcoxon_exact_p: number; hodges_lehmann: number; ci95: Interval }[]
  welch: { x: number[]; y: number[]; welch_p: number }[]
  holm: { p: number[]; adjusted: number[] }
}

describe('the reference vectors give the same', () => {
  it.each(VECTORS.signed_rank)('signed rank, Hodges–Lehmann and its 95% interval of $log_ratios.length', (of) => {
    expectClose(signedRankP(of.log_ratios), of.scipy_wilcoxon_exact_p)
    expectClose(hodgesLehmann(of.log_ratios), of.hodges_lehmann)
    expectCloseInterval(hodgesLehmannInterval(of.log_ratios, 0.95), of.ci95)
  })

  it('Holm', () => expectCloseAll(holm(VECTORS.holm.p), VECTORS.holm.adjusted))

  it("Welch's t-test", () => {
    for (const { x, y, welch_p: p } of VECTORS.welch) expectClose(welchP(x, y), p)
  })
})

describe('scipy, or counting every case, gives the same', () => {
  it.each(Object.entries(REFERENCE.signedRanks))('signed rank: %s', (_, { differences, p }) => {
    expectClose(signedRankP(differences), p)
    expectClose(signedRankP(differences.map((difference) => -difference)), p)
  })

  it('Hodges–Lehmann intervals at other levels, none where there are too few values', () => {
    for (const { values, level, estimate, interval } of REFERENCE.hodgesLehmann) {
      expectClose(hodgesLehmann(values), estimate)
      expectCloseInterval(hodgesLehmannInterval(values, level), interval)
    }
  })

  it.each(Object.entries(REFERENCE.alignedRanks))('aligned ranks: %s', (_, { base, head, scores, p }) => {
    expect([...alignedRankScores(base, head)]).toEqual(scores)
    expectClose(alignedRankP(base, head), p)
  })

  it("Welch's t-test of unequal spreads and sizes, and binomial intervals", () => {
    for (const { first, second, p } of REFERENCE.welch) expectClose(welchP(first, second), p)
    for (const [hits, of, interval] of REFERENCE.binomialIntervals) {
      // The logarithms of the largest factorials are accurate to nine digits.
      for (const [end, value] of binomialInterval(hits, of).entries())
        expect(value).toBeCloseTo(interval[end] as number, 9)
    }
  })
})

describe('the sign-flip distribution is the one that trying every pattern of signs gives', () => {
  it.each([1, 2, 3, 5, 8, 12])('of %d scores, without ties, with ties, and with halves', (n) => {
    const generator = randomGenerator(11, n)
    for (let repeat = 0; repeat < 20; repeat++) {
      const sign = () => 2 * generator.below(2) - 1
      const different = Array.from({ length: n }, (_, index) => sign() * (index + 1))
      const tied = different.map(() => sign() * generator.below(4))
      const halves = different.map(() => (sign() * generator.below(9)) / 2)
      for (const scores of [different, tied, halves]) expectClose(signFlipP(scores), byEnumeration(scores))
    }
  })

  it('of none is 1, of 50 on one side the smallest there is, and of no multiples of ½ refused', () => {
    expect(signFlipP([])).toBe(1)
    expect(signFlipP([0, 0])).toBe(1)
    expect(signFlipP(Array.from({ length: 50 }, (_, index) => index + 1))).toBe(2 ** -49)
    expect(() => signFlipP([0.3])).toThrow(RangeError)
  })
})

describe('the aligned-rank test', () => {
  const checks = Array.from({ length: 40 }, (_, stream) => {
    const generator = randomGenerator(12, stream)
    // A small range of values produces ties.
    const values = () => Array.from({ length: 10 + stream }, () => Math.log(100 + generator.below(60)))
    return { base: values(), head: values() }
  })

  it('changes the sign of every score, and no p, where the variants are swapped', () => {
    for (const { base, head } of checks) {
      // Adding 0 turns −0 into 0, which the comparison treats as different.
      expect([...alignedRankScores(head, base)]).toEqual([...alignedRankScores(base, head)].map((score) => -score + 0))
      expect(alignedRankP(head, base)).toBe(alignedRankP(base, head))
    }
  })

  it('changes one sign where the variants of one round are swapped', () => {
    for (const { base, head } of checks) {
      const swapped = alignedRankScores(base.with(3, head[3] as number), head.with(3, base[3] as number))
      const scores = [...alignedRankScores(base, head)]
      expect([...swapped]).toEqual(scores.with(3, -(scores[3] as number) + 0))
    }
  })

  it('sees nothing of a drift that both variants share, however far it goes', () => {
    const drift = Array.from({ length: 30 }, (_, round) => 2 * Math.abs(15 - round))
    const base = drift.map((level, round) => level + 0.01 * (round % 3))
    expect(alignedRankP(base, base)).toBe(1)
    const head = base.map((value) => value + 0.05)
    expect(alignedRankP(base, head)).toBe(2 ** -29)
  })

  it('has a p that is uniform or larger where labels are tossed, whatever the values are', () => {
    const generator = randomGenerator(13)
    const draws = 4000
    const pValues = Array.from({ length: draws }, () => {
      // The pairs have ties and a drift, and the second value of each pair is always larger. Only the assignment of
      // values to variants is random.
      const pairs = Array.from({ length: 14 }, (_, round) => [round ** 2, round ** 2 + 1 + ((5 * round) % 12)])
      const tossed = pairs.map((pair) => (generator.below(2) === 0 ? pair : pair.toReversed()))
      return alignedRankP(
        tossed.map((pair) => pair[0] as number),
        tossed.map((pair) => pair[1] as number),
      )
    })
    for (const level of [0.5, 0.2, 0.05, 0.01]) {
      const expected = draws * level
      const below = pValues.filter((p) => p <= level).length
      // The tolerance is four standard deviations.
      expect(below).toBeLessThan(expected + 4 * Math.sqrt(expected * (1 - level)))
      expect(below).toBeGreaterThan(expected / 2)
    }
  })
})

it('Holm keeps the order, never lowers a p, and corrects the largest for nothing but those before it', () => {
  expect(holm([])).toEqual([])
  expect(holm([0.5])).toEqual([0.5])
  expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06])
  expect(holm([0.9, 0.9])).toEqual([1, 1])
})

it("Welch's test of constants is certain, and of one value impossible", () => {
  expect(welchP([3, 3], [3, 3])).toBe(1)
  expect(welchP([3, 3], [4, 4])).toBe(0)
  expect(() => welchP([1], [1, 2])).toThrow(RangeError)
})

function byEnumeration(scores: readonly number[]): number {
  const observed = Math.abs(scores.reduce((sum, score) => sum + score, 0))
  let asFar = 0
  for (let pattern = 0; pattern < 2 ** scores.length; pattern++) {
    const sum = scores.reduce((total, score, index) => total + ((pattern >> index) & 1 ? score : -score), 0)
    if (Math.abs(sum) >= observed) asFar++
  }
  return asFar / 2 ** scores.length
}

// biome-ignore lint/suspicious/noExplicitAny: each caller knows the type of its file
function read(name: string): any {
  return JSON.parse(readFileSync(new URL(`../../test/${name}`, import.meta.url), 'utf8'))
}

function expectCloseInterval(actual: Interval | null, expected: Interval | null): void {
  expect(actual === null).toBe(expected === null)
  if (actual !== null && expected !== null) expectCloseAll(actual, expected)
}

function expectCloseAll(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length)
  for (const [index, value] of actual.entries()) expectClose(value, expected[index] as number)
}

/** Expects two numbers to be equal to ten significant digits. */
function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-10 * Math.abs(expected))
}

it("Welch's interval has the differences that Welch's test does not reject", () => {
  for (const { x, y } of VECTORS.welch) {
    const [lower, upper] = welchInterval(x, y)
    for (const bound of [lower, upper])
      expect(
        welchP(
          x.map((value) => value - bound),
          y,
        ),
      ).toBeCloseTo(0.05, 6)
  }
  expect(welchInterval([3, 3], [1, 1])).toEqual([2, 2])
})
