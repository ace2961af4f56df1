import { expect, test } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { listWorkloads } from '../read-catalog/catalog.ts'
import { assertSameEnvironment, assertSameHarness } from './assert-resumable.ts'
import type { InterruptedJournal, SampleEntry } from './journal-entry.ts'
import { measurementsSoFar } from './measurements.ts'

const start = startForTest()
const sample: SampleEntry = {
  event: 'sample',
  benchmark: 0,
  sample: {
    round: 0,
    order: 0,
    slot: 's0000',
    offset: 5e9,
    warmup: true,
    cpu: null,
    values: {},
    failure: 'for a test',
  },
  took: 1e9,
  target: null,
  unsupported: null,
  available: null,
  calibration: [60_000],
  calibratedOn: 'benchmark',
}
const interrupted: InterruptedJournal = { file: '/tmp/a.journal', start, entries: [sample], length: 1 }
const instrument = { version: '1.2.3', commit: null, workloads: listWorkloads() }
const environment = { host: start.host, engines: start.engines, images: start.images, benchmarks: [] }

test('the same harness in the same environment can resume a run', () => {
  expect(() => assertSameHarness(interrupted, instrument)).not.toThrow()
  expect(() =>
    assertSameEnvironment(interrupted, environment, measurementsSoFar(start.plan, interrupted)),
  ).not.toThrow()
})

test('another version, or another commit of it, does not', () => {
  expect(() => assertSameHarness(interrupted, { ...instrument, version: '1.3.0' })).toThrow(
    'The run with the journal /tmp/a.journal was started by plimsoll 1.2.3, but this is plimsoll 1.3.0. Resume the run with the version that started it, or start a new run.',
  )
  expect(() => assertSameHarness(interrupted, { ...instrument, commit: 'a'.repeat(40) })).toThrow(
    'this is plimsoll 1.2.3 (aaaaaaaaaa)',
  )
})

test('a workload that is not what it was is named', () => {
  const changed = instrument.workloads.map((entry) => ({ ...entry, timeout: entry.timeout + 1 }))
  const message = 'because this changed since the run started: the workload metadata. Start a new run.'
  expect(() => assertSameHarness(interrupted, { ...instrument, workloads: changed })).toThrow(message)
})

test('a missing workload is named, with the folder to resume in', () => {
  expect(() => assertSameHarness(interrupted, { ...instrument, workloads: [] })).toThrow(
    'Workload metadata of /tmp/a.journal not found. Resume the run in the folder in which it was started',
  )
})

test('another agent is named', () => {
  const harness = { ...start.harness, agentDigest: null }
  expect(() => assertSameHarness({ ...interrupted, start: { ...start, harness } }, instrument)).toThrow(
    'because this changed since the run started: the agent.',
  )
})

test('another image, engine, kernel or file system is named; another id of an image, and some pages more of memory, are not', () => {
  const measured = measurementsSoFar(start.plan, interrupted)
  const [engine] = start.engines as [(typeof start.engines)[0]]
  const [image] = start.images as [(typeof start.images)[0]]
  const images = [{ ...image, digest: `sha256:${'b'.repeat(64)}` }]
  expect(() => assertSameEnvironment(interrupted, { ...environment, images }, measured)).toThrow(
    'the image plimsoll/base:default',
  )
  const contentDigest = `sha256:${'c'.repeat(64)}`
  const known = { ...interrupted, start: { ...start, images: [{ ...image, contentDigest }] } }
  const loaded = images.map((other) => ({ ...other, contentDigest }))
  expect(() => assertSameEnvironment(known, { ...environment, images: loaded }, measured)).not.toThrow()
  expect(() =>
    assertSameEnvironment(interrupted, { ...environment, engines: [{ ...engine, version: '29' }] }, measured),
  ).toThrow('Docker Engine')
  const memory = { value: 8e9 + 4096, confidence: 'observed' as const }
  const grown = [{ ...engine, effective: { ...engine.effective, memory } }]
  expect(() => assertSameEnvironment(interrupted, { ...environment, engines: grown }, measured)).not.toThrow()
  const half = [{ ...engine, effective: { ...engine.effective, memory: { ...memory, value: 4e9 } } }]
  expect(() => assertSameEnvironment(interrupted, { ...environment, engines: half }, measured)).toThrow('Docker Engine')
  const host = { ...start.host, kernel: '6.12.2', target: { filesystem: 'btrfs', disk: 'unknown' as const } }
  expect(() => assertSameEnvironment(interrupted, { ...environment, host }, measured)).toThrow(
    "the host's kernel, the file system of --dir",
  )
})

test('a benchmark that can no longer be measured prevents the resumption', () => {
  const benchmarks = [{ unsupported: 'the engine is on strike' }, { unsupported: 'never measured' }]
  expect(() =>
    assertSameEnvironment(interrupted, { ...environment, benchmarks }, measurementsSoFar(start.plan, interrupted)),
  ).toThrow('metadata native was measured before the interruption, but cannot be measured now: the engine is on strike')
})

const { storage, environments, before } = start

test('what was measured is the sum of the entries; the gap is the time between the last sample and going on', () => {
  const resume = { event: 'resume' as const, run: 'b', at: '2026-01-01T00:01:00.000Z', before, storage, environments }
  const measured = measurementsSoFar(start.plan, { ...interrupted, entries: [sample, resume] })
  expect(measured.benchmarks[0]?.samples).toEqual([sample.sample])
  expect(measured.taken.map((rounds) => [...rounds])).toEqual([[[0, 1e9]], []])
  expect(measured.rounds).toEqual([1e9])
  expect(measured.calibration).toEqual([{ engine: null, round: 0, values: [60_000] }])
  expect(measured.resumes.map(({ gap }) => gap)).toEqual([54e9])
  expect(measured.end).toBe(60e9)
})

test('a clock that was set back does not put a later sample before an earlier one', () => {
  const resume = { event: 'resume' as const, run: 'b', at: '2025-12-31T00:00:00.000Z', before, storage, environments }
  const measured = measurementsSoFar(start.plan, { ...interrupted, entries: [sample, resume] })
  expect(measured.resumes.map(({ gap }) => gap)).toEqual([0])
  expect(measured.end).toBe(6e9)
})
