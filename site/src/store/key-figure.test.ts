import { readFileSync } from 'node:fs'
import { type RunDocument, readRun, summarizeRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { resolvedRun } from '../testing.ts'
import { describeKeyFigure } from './key-figure.ts'

test.each([
  ['lower', 'npm-ci small: 1.17× native (1.15–1.17) on a bind mount'],
  ['higher', 'npm-ci small, duration (more is better): 1.17× native (1.15–1.17) on a bind mount'],
] as const)(
  'the key figure of a run is what it found first, in one line, with its interval (%s is better)',
  (better, figure) => {
    const run = resolvedRun((run) => {
      for (const { metrics } of run.benchmarks) for (const metric of metrics) metric.better = better
    })
    expect(describeKeyFigure(run, summarizeRun(run))).toBe(figure)
  },
)

test('more than two engines are a range with their number, without one whose copy is not timed', () => {
  const run = mac2025()
  expect(describeKeyFigure(run, summarizeRun(run))).toBe(
    'npm-install create-react-app on bind, × native: 1.20–2.69×, 4 configurations of 3 products, 1 not comparable',
  )
})

test('two configurations of one product are a range, because their product does not distinguish them', () => {
  const run = mac2025()
  run.benchmarks = run.benchmarks.filter(({ engine }) => engine === null || /vz$|vmm$/.test(engine))
  expect(describeKeyFigure(run, summarizeRun(run))).toMatch(/: 2\.43–2\.69×, 2 configurations of one product$/)
})

test('without a ratio it is a median on a bind mount, and without a figure there is none', () => {
  const run = resolvedRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ scenario }) => scenario === 'bind')
  })
  expect(describeKeyFigure(run, summarizeRun(run))).toMatch(/^npm-ci small on bind: [\d.]+ s$/)
  run.benchmarks = []
  expect(describeKeyFigure(run, [])).toBeNull()
})

/** Returns the transcribed run of five engines on one Mac, three of which are configurations of Docker Desktop. */
function mac2025(): RunDocument {
  const file = new URL('../../documents/docker-for-mac-bench-2025-macos.json', import.meta.url)
  return readRun(readFileSync(file)).document
}
