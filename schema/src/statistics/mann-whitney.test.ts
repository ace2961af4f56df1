import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exactMannWhitneyP } from './index.ts'
import { normalTail } from './normal.ts'

interface Comparison {
  first: number[]
  second: number[]
  p: number
}

const REFERENCE = read('statistics-reference.json') as {
  normalTails: [z: number, tail: number][]
  comparisons: Record<string, Comparison>
}

it('the exact p is that of scipy, and that of counting every way to deal 18 ranks', () => {
  expect(exactMannWhitneyP([396.4, 369, 322.9, 254.2], [201.5, 204, 327.4])).toBeCloseTo(0.22857142857142856, 12)
  expect(exactMannWhitneyP([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.1, 12)
  const [first, second] = [
    [1, 3, 5, 7, 9, 11, 13, 15, 17],
    [2, 4, 6, 8, 10, 12, 14, 16, 18],
  ]
  expect(exactMannWhitneyP(first, second)).toBeCloseTo(shareOfDeals(first), 12)
  expect(exactMannWhitneyP(second, first)).toBeCloseTo(shareOfDeals(first), 12)
  expect(() => exactMannWhitneyP([1, 2], [2, 3])).toThrow(RangeError)
})

it.each(Object.entries(REFERENCE.comparisons))('scipy gets the same p: %s', (_, of) => {
  expectClose(exactMannWhitneyP(of.first, of.second), of.p)
  expectClose(exactMannWhitneyP(of.second, of.first), of.p)
})

it('the p-values of the reference vectors are exact', () => {
  const vectors = read('reference_vectors.json').mann_whitney as { x: number[]; y: number[]; mwu_exact_p: number }[]
  for (const { x, y, mwu_exact_p: exact } of vectors) expectClose(exactMannWhitneyP(x, y), exact)
})

it('the tail of the normal distribution agrees with scipy from −9 to 37, where a double ends', () => {
  for (const [z, tail] of REFERENCE.normalTails) expectClose(normalTail(z), tail)
  expect(normalTail(50)).toBe(0)
})

it('empty lists cannot be compared', () => {
  expect(() => exactMannWhitneyP([], [1])).toThrow(RangeError)
})

// biome-ignore lint/suspicious/noExplicitAny: each caller knows the type of its file
function read(name: string): any {
  return JSON.parse(readFileSync(new URL(`../../test/${name}`, import.meta.url), 'utf8'))
}

/** Expects two numbers to be equal to ten significant digits. */
function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-10 * Math.abs(expected))
}

/**
 * The share of the choices of 9 of the ranks 1 to 18 whose sum is extreme: at least as far from the middle as the sum
 * of `ranks`.
 */
function shareOfDeals(ranks: readonly number[]): number {
  const distance = (sum: number) => Math.abs(sum - (9 * 19) / 2)
  const least = distance(ranks.reduce((a, b) => a + b))
  let [deals, asFar] = [0, 0]
  for (let chosen = 0; chosen < 2 ** 18; chosen++) {
    const dealt = Array.from({ length: 18 }, (_, bit) => ((chosen >> bit) & 1 ? bit + 1 : 0)).filter((rank) => rank > 0)
    if (dealt.length !== 9) continue
    deals += 1
    if (distance(dealt.reduce((a, b) => a + b)) >= least) asFar += 1
  }
  return asFar / deals
}
