import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  coefficientOfVariation,
  type Interval,
  mean,
  meanInterval,
  median,
  medianInterval,
  outliers,
  quantile,
  randomGenerator,
  ratioInterval,
  shuffle,
  standardDeviation,
  studentTQuantile,
} from './index.ts'
import { medianIntervalRank } from './median-interval.ts'
import { normalTail } from './normal.ts'
import { fromState } from './random-generator.ts'

interface Reference {
  sets: Record<string, ReferenceSet>
  tQuantiles: [probability: number, degrees: number, t: number][]
  normalTails: [z: number, tail: number][]
  medianRanks: [n: number, rank: number | null][]
  generator: { seed: number; stream: number; values: number[] }[]
  ratioIntervals: BootstrapReference[]
}

interface BootstrapReference {
  values: string
  reference: string
  seed: number
  stream: number
  interval: Interval
}

interface ReferenceSet {
  values: number[]
  quantiles: [probability: number, value: number][]
  mean: number
  standardDeviation: number
  coefficientOfVariation: number | null
  meanInterval: Interval
  medianInterval: Interval | null
  outliers: number[]
}

const REFERENCE: Reference = JSON.parse(
  readFileSync(new URL('../../test/statistics-reference.json', import.meta.url), 'utf8'),
)

describe.each(Object.entries(REFERENCE.sets))('numpy and scipy agree on %s:', (_name, set) => {
  it('quantiles of type 7, the median among them', () => {
    for (const [probability, value] of set.quantiles) expectClose(quantile(set.values, probability), value)
    expectClose(median(set.values), quantile(set.values, 0.5))
  })

  it('mean, standard deviation and coefficient of variation', () => {
    expectClose(mean(set.values), set.mean)
    expectClose(standardDeviation(set.values), set.standardDeviation)
    expectClose(coefficientOfVariation(set.values), set.coefficientOfVariation)
  })

  it('the t interval of the mean and the order-statistic interval of the median', () => {
    expectCloseInterval(meanInterval(set.values), set.meanInterval)
    expectCloseInterval(medianInterval(set.values), set.medianInterval)
  })

  it('which values lie beyond 3 × 1.4826 × MAD', () => {
    expect(outliers(set.values)).toEqual(set.values.length < 5 ? [] : set.outliers)
  })
})

it('t quantiles agree with scipy from 1 to 100,000 degrees of freedom, on both sides of 0', () => {
  for (const [probability, degrees, t] of REFERENCE.tQuantiles) {
    expectClose(studentTQuantile(probability, degrees), t)
    expectClose(studentTQuantile(1 - probability, degrees), -t)
  }
  expect(() => studentTQuantile(1, 3)).toThrow(RangeError)
})

it('the tail of the normal distribution agrees with scipy from −9 to 37, where a double ends', () => {
  for (const [z, tail] of REFERENCE.normalTails) expectClose(normalTail(z), tail)
  expect(normalTail(50)).toBe(0)
})

it('the median interval takes the ranks of the exact binomial, and there is none below 6 values', () => {
  for (const [n, rank] of REFERENCE.medianRanks) expect([n, medianIntervalRank(n)]).toEqual([n, rank])
  expect(medianIntervalRank(0)).toBeNull()
  expect(medianInterval([1, 2, 3, 4, 5])).toBeNull()
  expect(medianInterval([6, 5, 4, 3, 2, 1])).toEqual([1, 6])
})

it('a list of no value has no quantile and no mean; a single value no spread', () => {
  expect(() => median([])).toThrow(RangeError)
  expect(() => mean([])).toThrow(RangeError)
  expect(outliers([])).toEqual([])
  expect([standardDeviation([7]), coefficientOfVariation([7]), meanInterval([7])]).toEqual([null, null, null])
})

it('the generator gives the values of the published C source for the state 1, 2, 3, 4', () => {
  const published = [
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]
  const { next } = fromState([1, 2, 3, 4])
  expect(published.map(() => next())).toEqual(published)
})

it('the generator gives the same values from a seed as a second implementation', () => {
  for (const { seed, stream, values } of REFERENCE.generator) {
    const { next } = randomGenerator(seed, stream)
    expect(values.map(() => next())).toEqual(values)
  }
})

it('integers below a bound are all drawn, about equally often', () => {
  const { below } = randomGenerator(5)
  const counts = new Array<number>(6).fill(0)
  for (let i = 0; i < 60_000; i++) {
    const value = below(6)
    counts[value] = (counts[value] as number) + 1
  }
  // Five standard deviations of a binomial with n = 60,000 and p = 1/6 are 457.
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(457)
})

it('integers below a bound that does not divide 2³² are not biased to the small ones', () => {
  const bound = 3 * 2 ** 30
  const { below } = randomGenerator(7)
  let small = 0
  for (let i = 0; i < 9000; i++) if (below(bound) < bound / 3) small++
  // Taking the remainder alone would give 4,500. Five standard deviations are 224.
  expect(Math.abs(small - 3000)).toBeLessThan(224)
})

it('a shuffle keeps every item, leaves its argument alone, and gives every order of three about equally often', () => {
  const generator = randomGenerator(6)
  const items = ['a', 'b', 'c']
  const orders = new Map<string, number>()
  for (let i = 0; i < 6000; i++) {
    const order = shuffle(items, generator).join('')
    orders.set(order, (orders.get(order) ?? 0) + 1)
  }
  expect([...orders.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(145)
  expect(items).toEqual(['a', 'b', 'c'])
})

it('the bootstrap interval of a ratio is the one a second implementation gets from the same draws', () => {
  for (const { values, reference, seed, stream, interval } of REFERENCE.ratioIntervals) {
    expectCloseInterval(ratioInterval(valuesOf(values), valuesOf(reference), randomGenerator(seed, stream)), interval)
  }
})

it('there is no bootstrap interval of fewer than three values, or over a median that can be 0', () => {
  expect(ratioInterval([1, 2], [1, 2, 3], randomGenerator(0))).toBeNull()
  expect(ratioInterval([1, 2, 3], [1, 2], randomGenerator(0))).toBeNull()
  expect(ratioInterval([1, 2, 3], [0, 0, 3], randomGenerator(0))).toBeNull()
})

function valuesOf(name: string): number[] {
  return (REFERENCE.sets[name] as ReferenceSet).values
}

function expectCloseInterval(actual: Interval | null, expected: Interval | null): void {
  expect(actual === null).toBe(expected === null)
  if (actual === null || expected === null) return
  expectClose(actual[0], expected[0])
  expectClose(actual[1], expected[1])
}

/** Expects two numbers to be equal to ten significant digits. */
function expectClose(actual: number | null, expected: number | null): void {
  if (actual === null || expected === null) expect(actual).toBe(expected)
  else expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-10 * Math.abs(expected))
}
