import { describe, expect, it } from 'vitest'
import { CHANGE_LEVEL, changePoints, largestSplit, MIN_FOR_CHANGE } from './change-points.ts'
import { type Generator, randomGenerator } from './random-generator.ts'

describe('the largest split', () => {
  // The reference values are from PairDistanceCalculator of Apache Otava 0.8.0, over splits with three or more values
  // on either side.
  it.each([
    { values: [3.1, 2.9, 3.0, 3.3, 2.8, 4.1, 4.0, 4.4, 3.9, 4.2], index: 5, statistic: 4.3 },
    {
      values: [10, 11, 9.5, 10.2, 10.1, 14, 13.6, 14.4, 13.9, 10.3, 9.9, 10.4, 10.0],
      index: 5,
      statistic: 14.607407407407408,
    },
  ])('is that of Apache Otava: $statistic', ({ values, index, statistic }) => {
    expect(largestSplit(values)).toEqual({ index, statistic: expect.closeTo(statistic, 10) })
  })

  it('is none where there are not three values on either side', () => {
    expect(largestSplit([1, 1, 1, 9, 9])).toBeNull()
    expect(largestSplit([])).toBeNull()
  })
})

describe('change points', () => {
  it('are found where a change was made, and where it was taken back', () => {
    const values = noisy(36, (index) => (index >= 12 && index < 24 ? 4 : 0), randomGenerator(1))
    expect(changePoints(values).map(({ index }) => index)).toEqual([12, 24])
  })

  it('are the same for the same values, whatever was computed before, and for values in another unit', () => {
    const values = noisy(24, (index) => (index < 15 ? 0 : 3), randomGenerator(2))
    const first = changePoints(values)
    expect(first).toHaveLength(1)
    changePoints([5, 4, 3, 2, 1, 0])
    expect(changePoints(values)).toEqual(first)
    expect(changePoints(values.map((value) => 1000 * value))).toEqual(first)
  })

  it('are found from ten values on, if the change lasts', () => {
    const step = (count: number, at: number) =>
      changePoints(noisy(count, (index) => (index < at ? 0 : 100), randomGenerator(3))).length
    const splits = (count: number) => Array.from({ length: count - 1 }, (_, index) => step(count, index + 1))
    expect(Math.max(...splits(MIN_FOR_CHANGE - 1))).toBe(0)
    expect(step(MIN_FOR_CHANGE, MIN_FOR_CHANGE / 2)).toBe(1)
  })

  it('are not found in fewer than ten values, even if the change is reverted', () => {
    // The split before 4.25 would have p = 0.003: the values after 4.3 are taken for a way back.
    expect(changePoints([4.18, 4.21, 4.2, 4.251, 4.25, 4.3, 4.22, 4.24])).toEqual([])
  })

  it('need more than a single bad run, or two', () => {
    const values = noisy(20, () => 0, randomGenerator(3))
    expect(changePoints([...values, 60, 61])).toEqual([])
    expect(changePoints([...values, 60, 61, 62])).toMatchObject([{ index: 20 }])
  })

  it('are not there in values that are all the same, nor in five', () => {
    expect(changePoints(Array(30).fill(7))).toEqual([])
    expect(changePoints([1, 1, 1, 9, 9, 9])).toEqual([])
  })

  it('are false in at most one of a hundred series in which nothing changes', () => {
    const generator = randomGenerator(4)
    const series = 500
    let alarms = 0
    for (let done = 0; done < series; done++) alarms += Math.sign(changePoints(noisy(14, () => 0, generator)).length)
    // Three standard errors of a 1% rate in 500 trials are 1.3%.
    expect(alarms / series).toBeLessThan(CHANGE_LEVEL + 0.0133)
    expect(alarms).toBeGreaterThan(0)
  })
})

function noisy(count: number, level: (index: number) => number, generator: Generator): number[] {
  const noise = () => Array.from({ length: 12 }, () => generator.below(1000) / 1000 - 0.5).reduce((a, b) => a + b, 0)
  return Array.from({ length: count }, (_, index) => level(index) + noise())
}
