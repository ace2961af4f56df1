import { summarizeRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { resolvedRun } from '../testing.ts'
import { keyFigureOf } from './key-figure.ts'

test('the key figure of a run is the first ratio on a bind mount', () => {
  const run = resolvedRun()
  expect(keyFigureOf(run, summarizeRun(run))).toMatch(/^npm-ci small on bind, × native: [\d.]+×$/)
})

test('the same work on further engines follows, each with its engine', () => {
  const run = resolvedRun()
  const [engine] = run.engines
  if (engine === undefined) throw new Error('the example has no engine')
  run.engines.push({ ...engine, id: 'podman', product: 'Podman' })
  const onDocker = run.benchmarks.filter(({ engine }) => engine === 'docker')
  run.benchmarks.push(...onDocker.map((benchmark) => ({ ...benchmark, engine: 'podman' })))
  expect(keyFigureOf(run, summarizeRun(run))).toMatch(
    /^npm-ci small on bind, × native: [\d.]+× Docker Engine, [\d.]+× Podman$/,
  )
})

test('without a ratio it is a median on a bind mount, and without a figure there is none', () => {
  const run = resolvedRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ scenario }) => scenario === 'bind')
  })
  expect(keyFigureOf(run, summarizeRun(run))).toMatch(/^npm-ci small on bind: [\d.]+ s$/)
  run.benchmarks = []
  expect(keyFigureOf(run, [])).toBeNull()
})
