import { expect, test } from 'vitest'
import { plainRun } from '../../test/plain-document.ts'
import { compareGroups } from './index.ts'

/** A run on the host and in a volume, whose volume takes `seconds`. */
const run = (seconds: number, seed: number) =>
  plainRun(
    [
      { scenario: 'native', middle: 1e9 },
      { scenario: 'volume', middle: seconds * 1e9 },
    ],
    seed,
  )

test('the interval has the spread between runs: it is wider than that of two runs with many rounds', () => {
  const [, volume] = compareGroups([run(1, 1), run(1.2, 2), run(0.9, 3)], [run(1.3, 4), run(1.1, 5), run(1.2, 6)])
  expect(volume).toMatchObject({ metric: 'duration', primary: true, reason: null })
  expect(volume?.mediansOfA).toHaveLength(3)
  expect(volume?.cost).toBeCloseTo(1.17, 1)
  const [lower, upper] = volume?.interval ?? [0, 0]
  expect(lower).toBeLessThan(0.95)
  expect(upper).toBeGreaterThan(1.4)
})

test('the cost of a rate is the inverse', () => {
  const rate = (each: number, seed: number) => {
    const document = run(each, seed)
    for (const benchmark of document.benchmarks)
      benchmark.metrics = benchmark.metrics.map((metric) => ({ ...metric, better: 'higher' }))
    return document
  }
  const [, volume] = compareGroups([rate(1, 1), rate(1, 2), rate(1, 3)], [rate(2, 4), rate(2, 5), rate(2, 6)])
  expect(volume?.cost).toBeCloseTo(0.5, 1)
  expect(volume?.interval?.[1]).toBeLessThan(1)
})

test('with fewer than three runs in a group there is a cost without an interval', () => {
  const [native] = compareGroups([run(1, 1), run(1, 2), run(1, 3)], [run(1, 4), run(1, 5)])
  expect(native).toMatchObject({ cost: expect.closeTo(1, 1), interval: null, reason: null })
})

test('a benchmark that failed in a group has no cost, with the reason', () => {
  const failed = run(1, 4)
  for (const benchmark of failed.benchmarks)
    Object.assign(benchmark, { status: 'failed', samples: [], reason: 'disk full' })
  expect(compareGroups([run(1, 1)], [failed])[0]).toMatchObject({ cost: null, interval: null, reason: 'failed in B' })
})
