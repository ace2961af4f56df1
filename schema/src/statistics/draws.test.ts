import { expect, test } from 'vitest'
import { quantile } from './quantile.ts'
import { quantileBySelection } from './quantile-selection.ts'
import { randomGenerator } from './random-generator.ts'
import { ratioInterval } from './ratio-interval.ts'

test.each([1, 2, 3, 10, 1000, 2 ** 31, 3 * 2 ** 30, 2 ** 32])(
  'what is drawn at once below %i is what is drawn one by one',
  (bound) => {
    const [one, all] = [randomGenerator(7, 3), randomGenerator(7, 3)]
    const target = new Uint32Array(5000)
    all.fillBelow(target, bound)
    expect([...target]).toEqual(Array.from(target, () => one.below(bound)))
    expect(all.next()).toBe(one.next())
  },
)

test('a generator goes on from where another was', () => {
  const [generator, other] = [randomGenerator(1), randomGenerator(2)]
  generator.next()
  other.resume(generator.state())
  expect(other.next()).toBe(generator.next())
})

test('a quantile by selection is the quantile by sorting', () => {
  const generator = randomGenerator(5)
  for (const spread of [1, 3, 100, 2 ** 32]) {
    for (let n = 1; n < 60; n++) {
      const values = Array.from({ length: n }, () => generator.below(spread))
      for (const probability of [0, 0.025, 0.5, 0.975, 1]) {
        expect(quantileBySelection(Float64Array.from(values), probability)).toBe(quantile(values, probability))
      }
    }
  }
})

test('an interval does not depend on what was drawn before it', () => {
  const [values, others, reference] = [
    [5, 7, 6, 9],
    [50, 70, 60, 91],
    [4, 4, 5, 3],
  ] as const
  const first = ratioInterval(values, reference, randomGenerator(11, 2))
  const same = randomGenerator(11, 2)
  ratioInterval(others, reference, same)
  const unlike = randomGenerator(11, 2)
  ratioInterval(values, reference, unlike)
  expect(same.next()).toBe(unlike.next())
  for (let seed = 0; seed < 300; seed++) ratioInterval(others, reference, randomGenerator(seed, 1))
  expect(ratioInterval(values, reference, randomGenerator(11, 2))).toEqual(first)
})
