import { expect, test } from 'vitest'
import { largeRun } from '../server/memory-testing.ts'
import { exampleRun, toBytes } from '../testing.ts'
import { isLarge, toBatches, weightOf } from './document-weight.ts'

/** Returns the number of objects, lists and scalars in a value. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum, member) => sum + countValues(member), 1)
}

test('a document weighs its bytes, or 16 bytes for each of its values if that is more', () => {
  expect(weightOf(Buffer.from(JSON.stringify('a'.repeat(1000))))).toBe(1002)
  expect(weightOf(Buffer.from('[1,2,3]'))).toBeGreaterThanOrEqual(16 * 4)
  for (const value of [[], {}, [[[]]], { a: { b: [] } }, exampleRun()]) {
    expect(weightOf(toBytes(value as never))).toBeGreaterThanOrEqual(16 * countValues(value))
  }
})

test('a run of many values is large, although its text is short', () => {
  expect(isLarge(weightOf(toBytes(exampleRun())))).toBe(false)
  const numbers = Array.from({ length: 200_000 }, () => 1)
  expect(isLarge(JSON.stringify(numbers).length)).toBe(false)
  expect(isLarge(weightOf(Buffer.from(JSON.stringify(numbers))))).toBe(true)
  expect(isLarge(weightOf(toBytes(largeRun(0, { benchmarks: 3000, rounds: 2 }))))).toBe(true)
})

const sizes = (sizes: number[], most: number) => toBatches(sizes, (size) => size, most)

test('batches have at most the given number of items, and at most 8 MB of documents', () => {
  expect(sizes([1, 2, 3, 4, 5], 2)).toEqual({ small: [[1, 2], [3, 4], [5]], large: [] })
  const full = Array.from({ length: 9 }, () => 2_000_000)
  expect(sizes(full, 50).small.map(({ length }) => length)).toEqual([4, 4, 1])
})

test('large documents are in no batch: they follow one at a time', () => {
  expect(sizes([1, 5_000_000, 2, 2_000_001, 3], 50)).toEqual({ small: [[1, 2, 3]], large: [5_000_000, 2_000_001] })
})
