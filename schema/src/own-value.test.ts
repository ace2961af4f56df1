import { expect, test } from 'vitest'
import { benchmark, DURATION, runDocument, sample } from '../test/document.ts'
import { hasCopiedSamples } from './between-runs/index.ts'
import { type Metric, type RunDocument, readRun, sampleValues, summarizeRun } from './index.ts'

const INHERITED: Metric = { name: 'constructor', unit: 'ns', better: 'lower', primary: false }

/** A run with a metric that has the name of a member of every object, and no value in any sample. */
function inherited(): RunDocument {
  const samples = [10, 20, 30].map((duration, round) => sample(round, 0, { duration }))
  const run = { ...runDocument(), benchmarks: [benchmark('native', null, samples, [DURATION, INHERITED])] }
  return readRun(JSON.stringify(run)).document
}

test('a metric without values has no figures, whatever its name', () => {
  const [, figures, ...others] = summarizeRun(inherited())
  expect(others).toEqual([])
  expect(figures).toMatchObject({ metric: 'constructor', n: 0, mean: null, median: null, minimum: null })
  expect(sampleValues(sample(0, 0, { duration: 1 }), INHERITED)).toEqual([])
})

test('runs without values of a metric are no copies of each other, whatever its name', () => {
  const run = inherited()
  for (const { metrics } of run.benchmarks) metrics.shift()
  expect(hasCopiedSamples(run, run)).toBe(false)
})
