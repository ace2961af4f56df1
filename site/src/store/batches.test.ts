import { expect, test } from 'vitest'
import { toBatches } from './batches.ts'

const sizes = (sizes: number[], most: number) => toBatches(sizes, (size) => size, most)

test('batches have at most the given number of items, and at most 8 MB of documents', () => {
  expect(sizes([1, 2, 3, 4, 5], 2)).toEqual({ small: [[1, 2], [3, 4], [5]], large: [] })
  const full = Array.from({ length: 9 }, () => 2_000_000)
  expect(sizes(full, 50).small.map(({ length }) => length)).toEqual([4, 4, 1])
})

test('large documents are in no batch: they follow one at a time', () => {
  expect(sizes([1, 5_000_000, 2, 2_000_001, 3], 50)).toEqual({ small: [[1, 2, 3]], large: [5_000_000, 2_000_001] })
})
