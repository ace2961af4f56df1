import { rankSum } from './rank-sum.ts'

/**
 * Cliff's delta, from −1 to 1: P(a > b) − P(a < b) for a value a of `first` and a value b of `second` (Cliff 1993). A
 * delta of 1 means that every value of `first` is larger than every value of `second`.
 * @throws {RangeError} for an empty list
 */
export function cliffsDelta(first: readonly number[], second: readonly number[]): number {
  return (2 * rankSum(first, second).u) / (first.length * second.length) - 1
}
