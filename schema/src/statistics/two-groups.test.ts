import { expect, test } from 'vitest'
import { randomGenerator } from './random-generator.ts'
import { twoGroups } from './two-groups.ts'

test.each<[string, number[], [number, number] | null]>([
  ['two groups of values', [1.9, 0.35, 0.34, 2.1, 2], [0.345, 2]],
  ['two groups of which one is larger', [1, 1.1, 1, 1.2, 1.1, 1, 1.1, 1, 9, 10], [1.05, 9.5]],
  ['one value between two groups', [1, 1, 1, 1, 1, 2, 9, 9, 9, 9, 9, 9], [1, 9]],
  ['one outlier', [1, 1, 1, 1, 9], null],
  ['fewer values than a fifth', [...Array(9).fill(1), 9, 9], null],
  ['values all over', [1, 2, 3, 4, 5, 6, 7, 8], null],
  ['groups that differ by less than a factor of 1.5', [1, 1, 1, 1.4, 1.4, 1.4], null],
  ['equal values', [3, 3, 3, 3, 3], null],
  ['four values', [1, 1, 9, 9], null],
  ['a value of 0', [0, 1, 1, 9, 9, 9], null],
  ['no values', [], null],
])('%s', (_name, values, groups) => {
  expect(twoGroups(values)).toEqual(groups)
})

test('values of one group with an ordinary spread are never called two groups', () => {
  const generator = randomGenerator(1, 1)
  const logNormal = () => {
    const uniform = () => 1 - generator.next() / 2 ** 32
    return Math.exp(0.1 * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()))
  }
  for (let run = 0; run < 1000; run++) expect(twoGroups(Array.from({ length: 5 + (run % 20) }, logNormal))).toBeNull()
})
