import { runDocument, sample, transcribedDocument } from '../document.ts'
import { changed, type Entry, type Loose } from './entry.ts'

/** Valid documents at the limits of the schema. */
export function validEntries(): Entry[] {
  const good = (name: string, text: string): Entry => ({ name, text, valid: true })
  const base = JSON.stringify(runDocument())
  return [
    good('the base document', base),
    good('with white space', JSON.stringify(runDocument(), null, '\t\r\n ')),
    good('with keys in reverse order', JSON.stringify(Object.fromEntries(Object.entries(runDocument()).reverse()))),
    good('transcribed, with summaries', JSON.stringify(transcribedDocument())),
    good('no benchmarks', changed((d) => { d.benchmarks = [] })),
    good('the largest whole number', changed((d) => { d.host.memory = 2 ** 53 - 1 })),
    good('an integer written as 42.0', base.replace('"seed":42', '"seed":42.0')),
    good('an integer written as 4.2e1', base.replace('"seed":42', '"seed":4.2e1')),
    good('an integer written as 420e-1', base.replace('"seed":42', '"seed":420e-1')),
    good('an integer written in 1,000 characters', base.replace('"seed":42', `"seed":42.${'0'.repeat(997)}`)),
    good('minus zero', base.replace('"round":0', '"round":-0')),
    good('text beyond the basic plane, escaped', base.replace('"Debian"', '"\\ud83d\\ude00"')),
    good('500 characters beyond the basic plane', changed((d) => { d.host.os.name = '😀'.repeat(500) })),
    good('a parameter of every kind', changed((d) => { d.benchmarks[0].params = { size: 'small', requests: 200, direct: true } })),
    good('a metric named constructor', changed((d) => rename(d, 'constructor'))),
    good('a list of values from one execution', changed((d) => { d.benchmarks[0].samples[0].values.duration = [1, 2, 3] })),
    good('a rate', changed(addRate)),
    good('a metric that only one of two samples has', changed((d) => {
      d.benchmarks[0].metrics = [...d.benchmarks[0].metrics, { ...d.benchmarks[0].metrics[0], name: 'event', primary: false }]
      d.benchmarks[0].samples[0].values.event = 5
    })),
    good('an image with the digest of its content', changed((d) => { d.images[0].contentDigest = d.images[0].digest })),
    good('a failed benchmark with a failed and a good sample', changed(failOnce)),
    good('an ok benchmark with a failed warm-up', changed((d) => {
      Object.assign(d.benchmarks[1].samples[0], { warmup: true, values: {}, cpu: null, failure: 'exit code 1' })
    })),
    good('an unsupported benchmark', changed((d) => {
      Object.assign(d.benchmarks[1], { status: 'unsupported', reason: 'not shared with the engine', samples: [] })
    })),
    good('a check of two variants', changed(twoVariants)),
    good('a control after the benchmark that it repeats', changed((d) => { d.benchmarks.push(makeControl(d.benchmarks[0])) })),
    good('storage, environments, usage and a rule for rounds', changed(recorded)),
    good('storage and environments of which nothing is known', changed((d) => {
      recorded(d)
      Object.assign(d.storage[0], { filesystem: null, journal: null, discard: null, sameDeviceAsHost: null, sinceRemoval: null })
      Object.assign(d.environments[0], { libc: null, cpus: null, cpuLimit: null, memoryLimit: null, seccomp: null, firstTouch: 'unknown' })
    })),
  ]
}

function rename(document: Loose, name: string): void {
  for (const benchmark of document.benchmarks) {
    benchmark.metrics[0] = { ...benchmark.metrics[0], name }
    for (const sample of benchmark.samples) sample.values = { [name]: sample.values.duration }
  }
}

function addRate(document: Loose): void {
  for (const benchmark of document.benchmarks) {
    benchmark.metrics = [...benchmark.metrics, { name: 'bytes', unit: 'bytes', better: 'higher', primary: false, per: 'duration' }]
    for (const sample of benchmark.samples) sample.values.bytes = 4096
  }
}

function failOnce(document: Loose): void {
  Object.assign(document.benchmarks[1], { status: 'failed', reason: '1 of 2 samples failed' })
  Object.assign(document.benchmarks[1].samples[1], { values: {}, cpu: null, failure: 'exit code 1\n…' })
}

function twoVariants(document: Loose): void {
  const [native, bind] = document.benchmarks
  const at = (order: number) => [sample(0, order, { duration: 1 }), sample(1, order, { duration: 1 })]
  document.benchmarks = [native, bind].flatMap((benchmark, i) =>
    ['base', 'head'].map((variant, j) => ({ ...benchmark, variant, samples: at(2 * i + j) })),
  )
}

/** A control that repeats a benchmark, with slots of its own. */
export function makeControl(benchmark: Loose): Loose {
  return { ...benchmark, control: true, samples: [sample(5, 0, { duration: 1 })] }
}

/** Adds everything that a run records about where and how it ran. */
export function recorded(d: Loose): void {
  d.design.roundsRule = { after: 6, halfWidth: 0.09, longest: 200 }
  d.storage = [{
    engine: 'docker', location: 'volume', filesystem: 'ext4', journal: true, commitInterval: null, discard: false,
    sameDeviceAsHost: true, sinceRemoval: 70, rested: 0,
  }]
  d.environments = [{
    engine: null, libc: 'glibc', cpus: 2, cpuLimit: 1.5, memoryLimit: 1073741824, seccomp: false, firstTouch: 'handled',
  }]
  const usage = { minorFaults: 300, majorFaults: 0, voluntarySwitches: 4, involuntarySwitches: 1, blockInput: 0 }
  d.benchmarks[0].samples[0].usage = usage
}
