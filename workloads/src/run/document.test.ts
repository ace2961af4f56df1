import { identify, type Sample, validateRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { listWorkloads, makeSelection } from '../read-catalog/catalog.ts'
import { makeDocument, type RunRecord } from './document.ts'
import type { SampleEntry } from './journal-entry.ts'
import { addSample, measurementsSoFar } from './measurements.ts'
import { makePlan } from './plan.ts'

const start = startForTest()

/** The record of a run that has only these samples. By default, the samples belong to the first benchmark. */
function recordOf(
  ...samples: Partial<Sample & Pick<SampleEntry, 'benchmark' | 'calibration' | 'calibratedOn'>>[]
): RunRecord {
  const measured = measurementsSoFar(start.plan, null)
  for (const { benchmark = 0, calibration = [], calibratedOn = 'benchmark', ...sample } of samples) {
    addSample(measured, start.plan, {
      event: 'sample',
      benchmark,
      sample: {
        round: 0,
        order: 0,
        slot: 's',
        offset: 0,
        warmup: false,
        cpu: null,
        values: {},
        failure: null,
        ...sample,
      },
      ...{ took: 1, target: null, unsupported: null, available: null, calibration, calibratedOn },
    })
  }
  return {
    ...start,
    startedAt: new Date(start.startedAt),
    finishedAt: new Date(start.startedAt),
    status: 'partial',
    conditions: { before: start.before, after: start.before },
    notes: [],
    redact: (text) => text,
    ...measured,
  }
}

test('text that was truncated inside a character can be recorded', () => {
  const failure = `it failed: ${'\u{1F6A2}'.repeat(4000)}.`
  const document = makeDocument(recordOf({ failure }))
  expect(validateRun(document)).toEqual([])
  expect(() => identify(document)).not.toThrow()
  expect(document.benchmarks[0]?.samples[0]?.failure).toBe(`it failed: ${'\u{1F6A2}'.repeat(3994)}\uFFFD`)
})

test('however many benchmarks a round has, its calibrations fit into a document', () => {
  const some = { failure: 'it failed', calibration: Array.from({ length: 6000 }, () => 1000) }
  const benchmark = start.plan.benchmarks.findIndex(({ engine }) => engine === 'docker')
  const document = makeDocument(recordOf(some, { ...some, benchmark, calibratedOn: 'host', order: 1 }))
  expect(validateRun(document)).toEqual([])
  expect(document.calibration.spawn.map(({ values }) => values.length)).toEqual([10_000])
})

test('the calibration on the host is not assigned to an engine', () => {
  const benchmark = start.plan.benchmarks.findIndex(({ engine }) => engine === 'docker')
  const inside = { benchmark, calibration: [1000] }
  const outside = { benchmark, calibration: [2000], calibratedOn: 'host' as const, order: 1 }
  expect(makeDocument(recordOf(inside, outside)).calibration.spawn).toEqual([
    { engine: 'docker', round: 0, values: [1000] },
    { engine: null, round: 0, values: [2000] },
  ])
})

test('a variant is skipped for the sake of the other one in the same engine, and not of the second base', () => {
  const [benchmark] = start.plan.benchmarks
  if (!benchmark) throw new Error('no benchmark')
  const benchmarks = (['base', 'head', 'second-base'] as const).flatMap((variant) =>
    ['docker', 'podman'].map((engine) => ({ ...benchmark, variant, engine })),
  )
  const reasonsWithout = (variant: string, both = { base: {}, head: {} }) => {
    const record = recordOf()
    const seen = benchmarks.map((benchmark) => {
      const isGone = benchmark.variant === variant && benchmark.engine === 'podman'
      return { samples: [], target: null, unsupported: isGone ? 'no' : null }
    })
    const check = { variants: both } as unknown as RunRecord['plan']['check']
    return makeDocument({ ...record, plan: { ...record.plan, benchmarks, check }, benchmarks: seen }).benchmarks.map(
      (benchmark) => benchmark.reason,
    )
  }
  const ended = 'the run ended before this benchmark was measured'
  const head = 'head cannot be measured here'
  expect(reasonsWithout('head')).toEqual([ended, head, ended, 'no', ended, head])
  expect(reasonsWithout('second-base')).toEqual([ended, ended, ended, ended, ended, 'no'])
  const engines = { base: { engine: 'docker' }, head: { engine: 'podman' } }
  expect(reasonsWithout('head', engines)[0]).toBe(head)
})

test('a document says which benchmarks are controls, and by which rule the rounds were set', () => {
  const workloads = listWorkloads()
  const suite = makeSelection(workloads.filter(({ workload }) => workload === 'metadata'))
  const choice = { suite, workloads, onlyWorkloads: [], onlyScenarios: ['native', 'layer'], engines: ['docker'] }
  const plan = makePlan({ ...choice, rounds: null, seed: 1 })
  const { benchmarks } = measurementsSoFar(plan, null)
  const document = makeDocument({ ...recordOf(), plan, benchmarks })
  expect(validateRun(document)).toEqual([])
  expect(document.design.roundsRule).toEqual({ after: 6, halfWidth: 0.09, longest: 600 })
  expect(document.benchmarks.map(({ scenario, control }) => [scenario, control])).toEqual([
    ['native', undefined],
    ['native', true],
    ['layer', undefined],
  ])
  expect(makeDocument(recordOf()).design).not.toHaveProperty('roundsRule')
})
