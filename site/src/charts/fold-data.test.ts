import { expect, test } from 'vitest'
import { foldData, unfoldData } from './fold-data.ts'

const NATIVE = { benchmark: 'native', scenario: 'native', color: 'grey' }
const BIND = { benchmark: 'bind', scenario: 'bind', color: 'red' }
const SAMPLES = [
  { ...NATIVE, round: 0, x: 4, row: 0.45, warmup: true, fill: 'none' },
  { ...NATIVE, round: 1, x: 3, row: 0.65 },
  { ...BIND, round: 1, x: 3, row: 1.65 },
]

test('the samples of a benchmark are one datum, which has each field that they share once', () => {
  const folded = foldData(SAMPLES)
  expect(folded?.fields).toEqual(['round', 'x', 'row', 'warmup', 'fill'])
  expect(folded?.rows[0]).toEqual({
    ...NATIVE,
    ...{ round: [0, 1], x: [4, 3], row: [0.45, 0.65], warmup: [true, null], fill: ['none', null] },
  })
  expect(unfoldData(folded?.rows ?? [])).toEqual(SAMPLES)
})

test('data with one datum for each benchmark is not folded, and stays as it is', () => {
  const medians = [
    { ...NATIVE, x: 3, row: 0.65 },
    { ...BIND, x: 3, row: 1.65 },
  ]
  expect(foldData(medians)).toBeNull()
  expect(foldData([])).toBeNull()
  expect(unfoldData(medians)).toEqual(medians)
})
