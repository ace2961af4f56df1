import { expect, test } from 'vitest'
import { plainRun } from '../../test/plain-document.ts'
import type { RunDocument } from '../index.ts'
import { repeatedRatios } from './index.ts'

const SECOND = 1_000_000_000

/** A run of npm-ci in four scenarios, whose volume takes `ratio` times the time of the host. */
function run(ratio: number, seed: number, rounds = 12): RunDocument {
  const works = [
    ['native', 1],
    ['volume', ratio],
    ['bind', ratio],
  ] as const
  return plainRun(
    works.map(([scenario, factor]) => ({ scenario, middle: SECOND * factor, rounds })),
    seed,
  )
}

const volumeOf = (runs: RunDocument[]) =>
  repeatedRatios(runs).find(
    ({ benchmark, primary }) => primary && runs[0]?.benchmarks[benchmark]?.scenario === 'volume',
  )

test('two runs have both values, and no interval between runs', () => {
  const ratio = volumeOf([run(1.2, 1), run(1.2, 2)])
  expect(ratio).toMatchObject({ estimates: 2, mean: null, interval: null, prediction: null })
  expect(ratio?.runs.map((run) => run?.value)).toEqual([expect.closeTo(1.2, 1), expect.closeTo(1.2, 1)])
  expect(ratio?.inside).toEqual({ count: 1, total: 1 })
  expect(ratio?.close).toEqual({ count: 1, total: 1 })
})

test('from three runs on, the t intervals are those of the logarithms', () => {
  const ratio = volumeOf([run(1.1, 1), run(1.2, 2), run(1.3, 3)])
  const logs = ratio?.runs.map((run) => Math.log(run?.value as number)) as number[]
  const middle = logs.reduce((sum, log) => sum + log, 0) / 3
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - middle) ** 2, 0) / 2)
  // scipy.stats.t.ppf(0.975, 2)
  const t = 4.302652729911275
  expect(ratio?.mean).toBeCloseTo(Math.exp(middle), 12)
  expect(ratio?.interval?.[1]).toBeCloseTo(Math.exp(middle + (t * deviation) / Math.sqrt(3)), 9)
  expect(ratio?.prediction?.[0]).toBeCloseTo(Math.exp(middle - t * deviation * Math.sqrt(4 / 3)), 9)
})

test('a run that is off lies outside, and its pairs are not close', () => {
  const ratio = volumeOf([run(1.2, 1), run(1.2, 2), run(1.5, 3)])
  expect(ratio?.inside).toEqual({ count: 1, total: 2 })
  expect(ratio?.close).toEqual({ count: 1, total: 3 })
  expect(ratio?.expectedClose).toBeGreaterThan(0.9)
})

test('a run with too few rounds, or without the benchmark, does not count', () => {
  const without = run(1.2, 3)
  without.benchmarks = without.benchmarks.filter(({ scenario }) => scenario !== 'volume')
  const ratio = volumeOf([run(1.2, 1), run(1.2, 2, 5), without])
  expect(ratio?.runs[1]).toMatchObject({ status: 'too few rounds', value: null })
  expect(ratio?.runs[2]).toBeNull()
  expect(ratio).toMatchObject({ estimates: 1, inside: { count: 0, total: 0 }, expectedClose: null })
})
