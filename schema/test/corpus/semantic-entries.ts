import { engine, sample, transcribedDocument } from '../document.ts'
import { changed, type Entry, type Loose } from './entry.ts'
import { makeControl, recorded } from './valid-entries.ts'

/** Documents that conform to the JSON Schema but contradict themselves. */
export function semanticEntries(): Entry[] {
  const bad = (name: string, code: string, pointer: string, change: (document: Loose) => void, document?: object): Entry => ({
    name, text: changed(change, document), valid: false, stage: 'semantic', code, pointer,
  })
  const metric = (d: Loose, more: object) => { d.benchmarks[0].metrics = [{ ...d.benchmarks[0].metrics[0], ...more }] }
  const second = (d: Loose, more: object) => { d.benchmarks[0].metrics = [...d.benchmarks[0].metrics, { ...d.benchmarks[0].metrics[0], ...more }] }
  return [
    bad('a benchmark of an engine that is not there', 'unknown-engine', '/benchmarks/1/engine', (d) => { d.benchmarks[1].engine = 'lima' }),
    bad('an image of an engine that is not there', 'unknown-engine', '/images/0/engine', (d) => { d.images[0].engine = 'lima' }),
    bad('a calibration of an engine that is not there', 'unknown-engine', '/calibration/spawn/0/engine', (d) => { d.calibration.spawn[0].engine = 'lima' }),
    bad('two engines of one id', 'duplicate-engine', '/engines/1/id', (d) => { d.engines.push(engine('docker')) }),
    bad('the same benchmark twice', 'duplicate-benchmark', '/benchmarks/2', (d) => { d.benchmarks.push({ ...d.benchmarks[0], samples: [sample(5, 0, { duration: 1 })] }) }),
    bad('a control twice', 'duplicate-benchmark', '/benchmarks/3', (d) => {
      d.benchmarks.push(makeControl(d.benchmarks[0]), { ...makeControl(d.benchmarks[0]), samples: [sample(6, 0, { duration: 1 })] })
    }),
    bad('a control before the benchmark that it repeats', 'unexpected-control', '/benchmarks/0/control', (d) => { d.benchmarks.unshift(makeControl(d.benchmarks[0])) }),
    bad('a control of a benchmark that is not there', 'unexpected-control', '/benchmarks/2/control', (d) => { d.benchmarks.push({ ...makeControl(d.benchmarks[0]), scenario: 'vm' }) }),
    bad('a measured run on an unknown system', 'unknown-system', '/host/os/family', (d) => { d.host.os.family = 'unknown' }),
    bad('a control in a transcribed run', 'unexpected-control', '/benchmarks/2/control', (d) => { d.benchmarks.push(makeControl(d.benchmarks[0])) }, transcribedDocument()),
    bad('storage of an engine that is not there', 'unknown-engine', '/storage/0/engine', (d) => { recorded(d); d.storage[0].engine = 'lima' }),
    bad('an environment of an engine that is not there', 'unknown-engine', '/environments/0/engine', (d) => { recorded(d); d.environments[0].engine = 'lima' }),
    bad('no primary metric', 'primary-metric', '/benchmarks/0/metrics', (d) => metric(d, { primary: false })),
    bad('two primary metrics', 'primary-metric', '/benchmarks/0/metrics', (d) => {
      second(d, { name: 'delay' })
      for (const s of d.benchmarks[0].samples) s.values.delay = 1
    }),
    bad('two metrics of one name', 'duplicate-metric', '/benchmarks/0/metrics/1/name', (d) => second(d, { primary: false })),
    bad('a metric per one that is not there', 'unknown-metric', '/benchmarks/0/metrics/0/per', (d) => metric(d, { per: 'bytes' })),
    bad('a metric per itself', 'unknown-metric', '/benchmarks/0/metrics/0/per', (d) => metric(d, { per: 'duration' })),
    bad('a metric per a list', 'list-divisor', '/benchmarks/0/samples/0/values/duration', (d) => {
      second(d, { name: 'bytes', primary: false, per: 'duration' })
      for (const s of d.benchmarks[0].samples) s.values.bytes = 1
      d.benchmarks[0].samples[0].values.duration = [1, 2]
    }),
    bad('a value of a metric that is not there', 'unknown-metric', '/benchmarks/0/samples/0/values/bytes', (d) => { d.benchmarks[0].samples[0].values.bytes = 1 }),
    bad('a sample without a value', 'missing-value', '/benchmarks/0/samples/0/values/duration', (d) => { d.benchmarks[0].samples[0].values = {} }),
    bad('a sample without the value another is divided by', 'missing-value', '/benchmarks/0/samples/0/values/duration', (d) => {
      const [duration] = d.benchmarks[0].metrics
      d.benchmarks[0].metrics = [{ ...duration, name: 'bytes', per: 'duration' }, { ...duration, primary: false }]
      for (const s of d.benchmarks[0].samples) s.values.bytes = 1
      d.benchmarks[0].samples[0].values = { bytes: 1 }
    }),
    bad('a failed sample with a value', 'failed-sample', '/benchmarks/0/samples/0/values', (d) => {
      Object.assign(d.benchmarks[0], { status: 'failed', reason: 'exit code 1' })
      d.benchmarks[0].samples[0].failure = 'exit code 1'
    }),
    bad('an ok benchmark with a reason', 'reason', '/benchmarks/0/reason', (d) => { d.benchmarks[0].reason = 'why not' }),
    bad('an ok benchmark without samples', 'no-samples', '/benchmarks/0/samples', (d) => { d.benchmarks[0].samples = [] }),
    bad('a skipped benchmark without a reason', 'reason', '/benchmarks/0/reason', (d) => { Object.assign(d.benchmarks[0], { status: 'skipped', samples: [] }) }),
    bad('an unsupported benchmark with samples', 'unexpected-samples', '/benchmarks/0/samples', (d) => { Object.assign(d.benchmarks[0], { status: 'unsupported', reason: 'no' }) }),
    bad('a summary in a measured run', 'unexpected-summary', '/benchmarks/0/summary', (d) => { d.benchmarks[0].summary = [{ metric: 'duration', n: 1 }] }),
    bad('a summary of a metric that is not there', 'unknown-metric', '/benchmarks/0/summary/0/metric', (d) => { d.benchmarks[0].summary[0].metric = 'bytes' }, transcribedDocument()),
    bad('two summaries of one metric', 'duplicate-metric', '/benchmarks/0/summary/1/metric', (d) => { d.benchmarks[0].summary.push(d.benchmarks[0].summary[0]) }, transcribedDocument()),
    bad('257 workloads', 'too-many-workloads', '/benchmarks/256/workload', (d) => { d.benchmarks = skipped(d, (index) => ({ workload: `w${index}` })) }),
    bad('257 metrics', 'too-many-metrics', '/benchmarks/256/metrics', (d) => {
      d.benchmarks = skipped(d, (index) => ({ params: { index }, metrics: [{ ...d.benchmarks[0].metrics[0], name: `m${index}` }] }))
    }),
    bad('two samples in one place of a round', 'duplicate-order', '/benchmarks/1/samples/0/order', (d) => { d.benchmarks[1].samples[0].order = 0 }),
    bad('two samples of a benchmark in one round', 'duplicate-round', '/benchmarks/0/samples/1/round', (d) => { Object.assign(d.benchmarks[0].samples[1], { round: 0, order: 5 }) }),
    bad('an ok benchmark with a failed sample', 'unexpected-failure', '/benchmarks/0/samples/1/failure', (d) => { Object.assign(d.benchmarks[0].samples[1], { values: {}, failure: 'exit code 1' }) }),
    bad('a day that no calendar has', 'impossible-date', '/finishedAt', (d) => { d.finishedAt = '2025-06-31T10:00:00Z' }),
    bad('finished before it started', 'time-order', '/finishedAt', (d) => { d.finishedAt = '2025-03-01T09:59:59Z' }),
    bad('a standard run with a deviation', 'deviations', '/deviations', (d) => { d.deviations = ['one round only'] }),
    bad('a modified run without a deviation', 'deviations', '/deviations', (d) => { d.division = 'modified' }),
  ]
}

/** 257 benchmarks without samples, each changed by `change`. */
function skipped({ benchmarks }: Loose, change: (index: number) => object): object[] {
  const common = { ...benchmarks[0], status: 'skipped', reason: 'none', samples: [] }
  return Array.from({ length: 257 }, (_, index) => ({ ...common, ...change(index) }))
}
