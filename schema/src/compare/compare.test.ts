import { expect, it } from 'vitest'
import { completeDocument, OTHER, valid } from '../../test/compared-documents.ts'
import { benchmark, engine, sample, transcribedDocument } from '../../test/document.ts'
import { EVERY_STATUS, ONE_WITHHELD, plainRun } from '../../test/plain-document.ts'
import { describeWork } from '../benchmark-label.ts'
import type { Benchmark, Metric, RunDocument } from '../index.ts'
import { compareRuns, listDifferences, whyNothingPairs } from './index.ts'

it('the only engines of two documents correspond; of several, only those with the same id', () => {
  const podman = renamed(completeDocument(), 'podman')
  const { corresponding, benchmarks, differences } = compareRuns(completeDocument(), valid(podman))
  expect(corresponding).toEqual({ a: 'docker', b: 'podman' })
  expect(benchmarks.map(({ a, b }) => [a, b])).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(differences).toMatchObject([{ what: 'id', of: { name: 'docker / podman' }, a: 'docker', b: 'podman' }])

  Object.assign(podman.images[0] ?? {}, { digest: OTHER })
  expect(listDifferences(completeDocument(), podman)[1]).toMatchObject({
    what: 'image digest',
    of: { name: 'plimsoll/npm-ci · docker / podman' },
  })

  podman.engines.push(engine('lima'))
  const several = compareRuns(completeDocument(), valid(podman))
  expect(several).toMatchObject({ corresponding: null, benchmarksOnlyInA: [1], benchmarksOnlyInB: [1] })
  expect(several.benchmarks.map(({ a, b }) => [a, b])).toEqual([[0, 0]])
  expect(several.differences).toMatchObject([
    { what: 'engine', of: { name: 'docker' }, b: 'none' },
    { what: 'engine', of: { name: 'podman' }, a: 'none' },
    { what: 'engine', of: { name: 'lima' }, a: 'none' },
    { what: 'image', b: 'none' },
    { what: 'image', a: 'none' },
  ])
})

it('benchmarks are matched by workload, params, scenario and variant, wherever they stand', () => {
  const b = completeDocument()
  b.benchmarks.reverse()
  expect(compareRuns(completeDocument(), b).benchmarks.map(({ a, b }) => [a, b])).toEqual([
    [0, 1],
    [1, 0],
  ])
  for (const change of [
    { workload: 'x' },
    { params: { size: 'cra' } },
    { scenario: 'nfs' },
    { variant: 'base' as const },
  ]) {
    const other = completeDocument()
    Object.assign(other.benchmarks[1] as Benchmark, change)
    expect(compareRuns(completeDocument(), valid(other))).toMatchObject({
      benchmarks: [{ a: 0 }],
      benchmarksOnlyInA: [1],
      benchmarksOnlyInB: [1],
    })
  }
})

it('the cost and its interval are what one computes by hand', () => {
  // The median of three draws from three values is the smallest value with probability 7/27, and the largest value with
  // the same probability. So the smallest and the largest quotient have a probability of 49/729 = 6.7% each. A 95%
  // interval therefore reaches from the smallest quotient to the largest.
  const metric = metricOf([90, 100, 110], [180, 210, 240])
  expect(metric).toMatchObject({ a: { median: 100, n: 3 }, b: { median: 210, n: 3 }, reason: null })
  expect(metric?.cost).toEqual({ statistic: 'median', value: 2.1, interval: [180 / 110, 240 / 90] })
  expect(metricOf([90, 100], [180, 210, 240])?.cost).toEqual({ statistic: 'median', value: 210 / 95, interval: null })
  expect(metricOf([0, 0, 0], [180, 210, 240])).toMatchObject({ cost: null, reason: 'a time of 0 has no ratio' })
  expect(metricOf([180, 210, 240], [0, 0, 0])).toMatchObject({ cost: null, reason: 'a time of 0 has no ratio' })
})

it('above 1 means worse for every metric: the cost of a rate is the inverse, with its interval', () => {
  const rates = (values: number[]) => {
    const run = timed(values)
    for (const benchmark of run.benchmarks)
      benchmark.metrics = benchmark.metrics.map((metric) => ({ ...metric, better: 'higher' }))
    return run
  }
  const [, bind] = compareRuns(rates([90, 100, 110]), rates([180, 210, 240])).benchmarks
  expect(bind?.metrics[0]?.cost).toEqual({ statistic: 'median', value: 100 / 210, interval: [90 / 240, 110 / 180] })
  expect(compareRuns(rates([90]), rates([0])).benchmarks[1]?.metrics[0]).toMatchObject({
    cost: null,
    reason: 'a time of 0 has no ratio',
  })
})

it('lists have a cost and no interval', () => {
  const list = (value: number) => timed([0, 1, 2].map(() => [value, value]))
  expect(compareRuns(list(10), list(20)).benchmarks[1]?.metrics[0]?.cost).toMatchObject({ value: 2, interval: null })
})

it('an engine that is emulated in either document has no cost, with the reason', () => {
  const emulated = completeDocument()
  Object.assign(emulated.engines[0]?.effective ?? {}, { accelerator: { value: 'tcg', confidence: 'observed' } })
  for (const [a, b] of [
    [completeDocument(), emulated],
    [emulated, completeDocument()],
    [emulated, emulated],
  ] as const) {
    const [native, bind] = compareRuns(valid(a), valid(b)).benchmarks
    expect(bind?.metrics).toMatchObject([{ cost: null, reason: 'emulated' }])
    expect(native?.metrics).toMatchObject([{ cost: { value: 1 }, reason: null }])
  }
  expect(compareRuns(emulated, completeDocument()).emulated).toEqual([
    { engine: 'docker', product: 'Docker Engine', in: 'A' },
  ])
  expect(listDifferences(completeDocument(), emulated)).toMatchObject([
    { what: 'accelerator', b: 'tcg', effect: expect.stringContaining('its times have no ratio') },
  ])
})

it('other work, and a benchmark that failed, have no cost, and say why', () => {
  const other = completeDocument()
  Object.assign(other.benchmarks[0] as Benchmark, { workloadDigest: OTHER })
  Object.assign(other.benchmarks[1] as Benchmark, { status: 'failed', reason: 'exit 1' })
  const reasons = compareRuns(completeDocument(), valid(other)).benchmarks.map(({ metrics }) => metrics[0]?.reason)
  expect(reasons).toEqual(['different workload', 'failed in B'])
})

it('only metrics with the same unit are compared', () => {
  const bytes: Metric = { name: 'duration', unit: 'bytes', better: 'lower', primary: true }
  const other = completeDocument()
  other.benchmarks[1] = benchmark('bind', 'docker', [sample(0, 2, { duration: 1 })], [bytes])
  expect(compareRuns(completeDocument(), valid(other)).benchmarks.map(({ metrics }) => metrics.length)).toEqual([1, 0])
})

it('a transcribed source without medians is compared by its means', () => {
  const published = transcribedDocument()
  const [native, bind] = compareRuns(published, completeDocument()).benchmarks
  expect(native?.metrics[0]?.cost).toEqual({ statistic: 'mean', value: 3050 / 3000, interval: null })
  expect(bind?.metrics[0]?.cost).toEqual({ statistic: 'median', value: 6150 / 5900, interval: null })
})

function renamed(document: RunDocument, id: string): RunDocument {
  for (const entry of document.engines) entry.id = id
  for (const entry of [...document.images, ...document.benchmarks]) if (entry.engine !== null) entry.engine = id
  return document
}

function timed(values: (number | number[])[]): RunDocument {
  const document = completeDocument()
  document.benchmarks[1] = benchmark(
    'bind',
    'docker',
    values.map((duration, round) => sample(round, 2, { duration })),
  )
  return valid(document)
}

function metricOf(a: number[], b: number[]) {
  return compareRuns(timed(a), timed(b)).benchmarks[1]?.metrics[0]
}

it('a workload that one run withholds has no cost, with the reason', () => {
  const [disturbed, quiet] = [plainRun(ONE_WITHHELD), plainRun(EVERY_STATUS)]
  const reasons = (a: RunDocument, b: RunDocument) =>
    new Set(
      compareRuns(a, b)
        .benchmarks.filter(({ a: index }) => describeWork(a.benchmarks[index] as Benchmark) === 'npm-ci small')
        .flatMap(({ metrics }) => metrics.map(({ cost, reason }) => cost?.value ?? reason)),
    )
  expect(reasons(disturbed, disturbed)).toEqual(new Set(['withheld in A and B']))
  expect(reasons(disturbed, quiet)).toEqual(new Set(['withheld in A']))
})

it('the reason why nothing pairs is the first part that no two benchmarks share', () => {
  const other = (change: Partial<Benchmark>, engines: string[] = ['docker']) => ({
    engines: engines.map((id) => engine(id)),
    benchmarks: completeDocument().benchmarks.map((one) => ({ ...one, ...change })),
  })
  const a = completeDocument()
  for (const [b, sentence] of [
    [other({ workload: 'x' }), 'A has the workload npm-ci; B has the workload x. They have none in common'],
    [other({ variant: 'base' }), 'Only one of A and B is a check'],
    [
      other({ engine: 'lima' }, ['lima', 'podman']),
      'A has the engine docker; B has the engines lima, podman. They have',
    ],
    [other({ engine: null }, []), 'A has the engine docker; B has no engine.'],
    [other({ scenario: 'nfs' }), 'no benchmark with the same parameters and scenario on the same engine'],
  ] as const)
    expect(whyNothingPairs(a, b)).toContain(sentence)
})
