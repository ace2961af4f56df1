import { readFileSync } from 'node:fs'
import { type RunDocument, readRun, summarizeRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { resolvedRun } from '../testing.ts'
import { describeKeyFigure } from './key-figure.ts'

test('the key figure of a run is the first ratio on a bind mount', () => {
  const run = resolvedRun()
  expect(describeKeyFigure(run, summarizeRun(run))).toMatch(/^npm-ci small on bind, × native: [\d.]+×$/)
})

test('a ratio of which more is better says so', () => {
  const run = resolvedRun((run) => {
    for (const { metrics } of run.benchmarks) for (const metric of metrics) metric.better = 'higher'
  })
  expect(describeKeyFigure(run, summarizeRun(run))).toMatch(
    /^npm-ci small on bind, × native \(higher is better\): [\d.]+×$/,
  )
})

test('the same work on further engines follows, each with its engine', () => {
  const run = resolvedRun()
  const [engine] = run.engines
  if (engine === undefined) throw new Error('the example has no engine')
  run.engines.push({ ...engine, id: 'podman', product: 'Podman' })
  const onDocker = run.benchmarks.filter(({ engine }) => engine === 'docker')
  run.benchmarks.push(...onDocker.map((benchmark) => ({ ...benchmark, engine: 'podman' })))
  expect(describeKeyFigure(run, summarizeRun(run))).toMatch(
    /^npm-ci small on bind, × native: [\d.]+× Docker Engine, [\d.]+× Podman$/,
  )
})

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
