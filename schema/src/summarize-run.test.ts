import { describe, expect, it } from 'vitest'
import { benchmark, DURATION, engine, runDocument, sample, transcribedDocument } from '../test/document.ts'
import { type Benchmark, type BenchmarkSummary, type Metric, type RunDocument, summarizeRun } from './index.ts'

const BYTES: Metric = { name: 'bytes', unit: 'bytes', better: 'higher', primary: false, per: 'duration' }

describe('the figures of a benchmark', () => {
  it('come in document order, one entry per benchmark and metric', () => {
    const native = benchmark('native', null, [sample(0, 0, { duration: 2, bytes: 8 })], [DURATION, BYTES])
    const bind = benchmark('bind', 'docker', [sample(0, 1, { duration: 4 })])
    const entries = summarizeRun(withBenchmarks([native, bind]))
    expect(entries.map(({ benchmark, metric, unit, better }) => [benchmark, metric, unit, better])).toEqual([
      [0, 'duration', 'ns', 'lower'],
      [0, 'bytes', 'bytes/ns', 'higher'],
      [1, 'duration', 'ns', 'lower'],
    ])
  })

  it('are those of the counted samples: warm-ups and failed samples are left out', () => {
    const samples = [900, 10, 20, 60].map((duration, round) => sample(round, 0, { duration }))
    Object.assign(samples[0] as object, { warmup: true })
    samples.push({ ...sample(4, 0, {}), failure: 'exit code 1' })
    expect(only(benchmark('native', null, samples))).toMatchObject({
      basis: 'samples',
      n: 3,
      mean: 30,
      median: 20,
      minimum: 10,
      maximum: 60,
      standardDeviation: Math.sqrt((400 + 100 + 900) / 2),
      medianInterval: null,
    })
  })

  it('have a median interval from six samples on, and a mean interval from two', () => {
    const of = (n: number) => only(benchmark('native', null, durations(Array.from({ length: n }, (_, i) => 10 + i))))
    expect([of(1).meanInterval, of(5).medianInterval]).toEqual([null, null])
    expect(of(6).medianInterval).toEqual([10, 15])
    const [lower, upper] = of(2).meanInterval as [number, number]
    // t(0.975, 1) is 12.7062. The standard error of the values 10 and 11 is 0.5.
    expect([lower, upper].map((end) => end.toFixed(3))).toEqual(['4.147', '16.853'])
  })

  it('flag an outlier by its place among all samples, and keep it in', () => {
    const samples = durations([500, 10, 11, 12, 10, 9, 100])
    Object.assign(samples[0] as object, { warmup: true })
    expect(only(benchmark('native', null, samples))).toMatchObject({ outliers: [6], maximum: 100, n: 6 })
  })

  it('are null with n = 0 where nothing was measured', () => {
    const unsupported: Benchmark = { ...benchmark('bind', 'docker', []), status: 'unsupported', reason: 'not shared' }
    expect(only(unsupported)).toEqual({
      benchmark: 0,
      control: false,
      metric: 'duration',
      unit: 'ns',
      better: 'lower',
      basis: 'samples',
      n: 0,
      mean: null,
      meanInterval: null,
      median: null,
      medianInterval: null,
      standardDeviation: null,
      coefficientOfVariation: null,
      minimum: null,
      maximum: null,
      outliers: [],
      ratio: null,
    })
  })

  it('pool lists, give them no interval, and flag the sample whose own median is far off', () => {
    const lists = [
      [1, 2, 3],
      [2, 2, 2],
      [1, 3, 2],
      [2, 3, 3],
      [90, 95, 1],
      [2, 1, 1],
      [3, 3, 1],
    ]
    const samples = lists.map((duration, round) => sample(round, 0, { duration }))
    const figures = only(benchmark('native', null, samples))
    expect(figures).toMatchObject({ n: 21, median: 2, maximum: 95, meanInterval: null, medianInterval: null })
    expect(figures.mean).toBeCloseTo(lists.flat().reduce((a, b) => a + b) / 21, 12)
    expect(figures.outliers).toEqual([4])
  })

  it('of a metric with `per` are those of the quotients, sample by sample; x ÷ 0 does not count', () => {
    const samples = [
      sample(0, 0, { duration: 2, bytes: 8 }),
      sample(1, 0, { duration: 4, bytes: 4 }),
      sample(2, 0, { duration: 0, bytes: 4 }),
    ]
    const [, rate] = summarizeRun(withBenchmarks([benchmark('native', null, samples, [DURATION, BYTES])]))
    expect(rate).toMatchObject({ n: 2, mean: 2.5, minimum: 1, maximum: 4 })
  })
})

describe('the ratio', () => {
  it('is to native of the same engine, else of the host, else to layer of the same engine', () => {
    const references = (...benchmarks: Benchmark[]) =>
      summarizeRun(withBenchmarks(benchmarks)).map((s) => s.ratio?.reference ?? null)
    const [native, inVm] = [benchmark('native', null, durations([10])), benchmark('native', 'docker', durations([20]))]
    const [layer, bind] = [benchmark('layer', 'docker', durations([30])), benchmark('bind', 'docker', durations([40]))]
    expect(references(native, layer, bind)).toEqual([null, 'native', 'native'])
    expect(references(layer, bind)).toEqual([null, 'layer'])
    expect(references(bind)).toEqual([null])
    expect(references(layer, benchmark('bind', 'podman', durations([40])))).toEqual([null, null])
    const ratio = (benchmarks: Benchmark[]) => summarizeRun(withBenchmarks(benchmarks)).at(-1)?.ratio?.value
    expect(ratio([times('native', 10), times('native', 20, 'docker'), times('bind', 40, 'docker')])).toBeCloseTo(2, 12)
    expect(ratio([times('native', 10), times('bind', 40, 'docker')])).toBeCloseTo(4, 12)
    expect(references(native, inVm, bind)).toEqual([null, null, 'native'])
  })

  it('is never between other parameters, workloads or variants', () => {
    const native = benchmark('native', null, durations([10]))
    const bind = benchmark('bind', 'docker', durations([40]))
    const others: Benchmark[] = [
      { ...bind, params: { size: 'cra' } },
      { ...bind, workload: 'ioping' },
      { ...bind, variant: 'head' },
    ]
    expect(summarizeRun(withBenchmarks([native, ...others])).map((s) => s.ratio)).toEqual([null, null, null, null])
  })

  it('is never between an emulated CPU and the host', () => {
    const emulated = engine('ssh')
    Object.assign(emulated.effective, { accelerator: { value: 'tcg', confidence: 'observed' } })
    const native = benchmark('native', null, durations([10]))
    const [layer, bind] = [benchmark('layer', 'ssh', durations([300])), benchmark('bind', 'ssh', durations([600]))]
    const ratios = (document: RunDocument) => summarizeRun(document).map(({ ratio }) => ratio?.reference ?? null)
    expect(ratios({ ...withBenchmarks([native, layer, bind]), engines: [emulated] })).toEqual([null, null, 'layer'])
    expect(ratios({ ...withBenchmarks([native, layer, bind]), engines: [engine('ssh')] })).toEqual([
      null,
      'native',
      'native',
    ])
  })

  it('is to layer where native is there but was not measured', () => {
    const native: Benchmark = { ...benchmark('native', null, []), status: 'failed', reason: 'no npm' }
    const benchmarks = [
      native,
      benchmark('layer', 'docker', durations([30])),
      benchmark('bind', 'docker', durations([60])),
    ]
    expect(summarizeRun(withBenchmarks(benchmarks)).map((s) => s.ratio?.reference)).toEqual([
      undefined,
      undefined,
      'layer',
    ])
  })

  it('is estimated from six rounds on; fewer rounds give no digits', () => {
    const native = benchmark('native', null, durations([100, 101, 99, 102, 98, 100]))
    const bind = benchmark('bind', 'docker', durations([200, 210, 190, 205, 195, 202]))
    const ratio = summarizeRun(withBenchmarks([native, bind]))[1]?.ratio
    expect(ratio).toMatchObject({ reference: 'native', status: 'resolved', rounds: 6 })
    // With 6 rounds the interval reaches from the smallest to the largest of the rounds' ratios.
    expect(ratio?.interval?.map((end) => end.toFixed(4))).toEqual(['1.9192', '2.0792'])
    expect(ratio?.value).toBeCloseTo(2.004841, 6)
    const few = withBenchmarks([native, benchmark('bind', 'docker', durations([200, 210, 190, 205, 195]))])
    expect(summarizeRun(few)[1]?.ratio).toEqual({
      reference: 'native',
      status: 'too few rounds',
      value: null,
      interval: null,
      rounds: 5,
    })
  })

  it('is 1 between two equal benchmarks', () => {
    const [, bind] = summarizeRun(withBenchmarks([times('native', 3000), times('bind', 3000, 'docker')]))
    expect(bind?.ratio).toMatchObject({ status: 'resolved', value: 1, interval: [1, 1] })
  })

  it('is a range without an estimate if its interval contains 1 and is wider than a factor of 1.5', () => {
    const ratio = (values: number[]) => {
      const native = benchmark('native', null, durations(values.map(() => 100)))
      return summarizeRun(withBenchmarks([native, benchmark('bind', 'docker', durations(values))]))[1]?.ratio
    }
    expect(ratio([80, 125, 90, 110, 100, 105])).toMatchObject({ status: 'range', value: null, interval: [0.8, 1.25] })
    expect(ratio([90, 115, 90, 110, 100, 105])).toMatchObject({ status: 'resolved', interval: [0.9, 1.15] })
    expect(ratio([101, 225, 110, 110, 100.5, 105])).toMatchObject({ status: 'resolved' })
  })

  it('leaves out rounds with a value of 0', () => {
    const benchmarks = [
      benchmark('native', null, durations([0, 0, 0, 1, 1, 1, 1, 1, 1])),
      benchmark('bind', 'docker', durations([1, 1, 1, 2, 2, 2, 2, 2, 2])),
    ]
    expect(summarizeRun(withBenchmarks(benchmarks))[1]?.ratio).toMatchObject({ rounds: 6, status: 'resolved' })
  })

  it('of a control does not exist, and a control is no reference', () => {
    const [native, bind] = [times('native', 100), times('bind', 200, 'docker')]
    const control: Benchmark = { ...times('native', 100), control: true }
    const summaries = summarizeRun(withBenchmarks([native, control, bind]))
    expect(summaries.map(({ control, ratio }) => [control, ratio?.value?.toFixed(6)])).toEqual([
      [false, undefined],
      [true, undefined],
      [false, '2.000000'],
    ])
  })
})

describe('a transcribed summary', () => {
  it('is taken as it is, with the ratio of means where one side has no median', () => {
    const [native, bind] = summarizeRun(transcribedDocument())
    expect(native).toMatchObject({ basis: 'summary', n: 5, mean: 3000, median: null, minimum: 2900, maximum: 3100 })
    expect(bind).toMatchObject({ basis: 'summary', mean: 6000, median: 5900, minimum: null, meanInterval: null })
    expect(bind?.ratio).toEqual({ reference: 'native', status: 'source', value: 2, interval: null, rounds: 0 })
  })

  it('gives a rate as mean ÷ mean and median ÷ median, and does not invent its spread', () => {
    const summary = [
      { metric: 'duration', n: 5, mean: 4, median: 2 },
      { metric: 'bytes', n: 5, mean: 12, median: 10, minimum: 8, maximum: 16, standardDeviation: 3 },
    ]
    const [, rate] = summarizeRun(withBenchmarks([{ ...benchmark('native', null, [], [DURATION, BYTES]), summary }]))
    expect(rate).toMatchObject({ mean: 3, median: 5, minimum: null, maximum: null, standardDeviation: null })
  })

  it('gives way to samples where a source has both', () => {
    const both = { ...benchmark('native', null, durations([7])), summary: [{ metric: 'duration', n: 9, mean: 8 }] }
    expect(only(both)).toMatchObject({ basis: 'samples', n: 1, mean: 7 })
  })
})

/** Six rounds around a value, each a little slower than the one before. */
function times(scenario: string, value: number, engine: string | null = null): Benchmark {
  return benchmark(scenario, engine, durations([1, 1.01, 1.02, 1.03, 1.04, 1.05].map((factor) => value * factor)))
}

function durations(values: number[]) {
  return values.map((duration, round) => sample(round, 0, { duration }))
}

function withBenchmarks(benchmarks: Benchmark[]): RunDocument {
  return { ...runDocument(), benchmarks }
}

function only(measured: Benchmark): BenchmarkSummary {
  return summarizeRun(withBenchmarks([measured]))[0] as BenchmarkSummary
}
