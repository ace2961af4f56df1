import type { Benchmark, EffectiveAmount, EffectiveLine, Engine, Metric, RunDocument, Sample } from '../src/index.ts'

/** A placeholder digest for tests. */
export const DIGEST = `sha256:${'0'.repeat(64)}`

export const DURATION: Metric = { name: 'duration', unit: 'ns', better: 'lower', primary: true }

/** Returns a new copy of a small run: two benchmarks of one workload, with two samples each. */
export function runDocument(): RunDocument {
  return {
    schemaVersion: 1,
    suite: { name: 'quick', version: 1, digest: DIGEST },
    startedAt: '2025-03-01T10:00:00Z',
    finishedAt: '2025-03-01T10:01:30Z',
    status: 'complete',
    origin: { kind: 'measured' },
    source: null,
    harness: { name: 'plimsoll', version: '0.1.0', commit: null, agentDigest: DIGEST },
    host: {
      os: { family: 'linux', name: 'Debian', version: '13' },
      kernel: null,
      architecture: 'x64',
      cpu: { model: null, count: 4 },
      memory: 8589934592,
      target: { filesystem: 'ext4', disk: 'unknown' },
      power: 'unknown',
      runner: { kind: 'local', label: null },
      virtualization: { kind: 'unknown', nested: null, accelerator: null },
    },
    conditions: { before: null, after: null },
    engines: [engine('docker')],
    images: [{ name: 'plimsoll/npm-ci', engine: 'docker', digest: DIGEST, origin: 'built', packagesDigest: null }],
    design: {
      seed: 42,
      rounds: 2,
      warmups: 0,
      looks: [],
      threshold: null,
      level: null,
      engines: 'interleaved',
      planDigest: DIGEST,
    },
    division: 'standard',
    deviations: [],
    disclosure: { submitter: null, funding: null, generallyAvailable: null },
    licence: 'CC0-1.0',
    calibration: { spawn: [{ engine: null, round: 0, values: [60000] }] },
    notes: [],
    benchmarks: [
      benchmark('native', null, [sample(0, 0, { duration: 3000 }), sample(1, 1, { duration: 3100 })]),
      benchmark('bind', 'docker', [sample(0, 1, { duration: 6000 }), sample(1, 0, { duration: 6300 })]),
    ],
  }
}

/** A published run with a summary instead of samples. */
export function transcribedDocument(): RunDocument {
  const document = runDocument()
  const citation = {
    title: 'Docker on MacOS is still slow?',
    authors: ['Paolo Mainardi'],
    published: '2025-01-04',
    url: 'https://www.paolomainardi.com/posts/docker-performance-macos-2025/',
  }
  const [native, bind] = document.benchmarks as [Benchmark, Benchmark]
  return {
    ...document,
    startedAt: '2025-01-04',
    finishedAt: '2025-01-04',
    origin: { kind: 'transcribed', citation },
    benchmarks: [
      { ...native, samples: [], summary: [{ metric: 'duration', n: 5, mean: 3000, minimum: 2900, maximum: 3100 }] },
      { ...bind, samples: [], summary: [{ metric: 'duration', n: 5, mean: 6000, median: 5900 }] },
    ],
  }
}

/** A benchmark of `npm-ci small`, measured in `duration` by default. */
export function benchmark(scenario: string, engine: string | null, samples: Sample[], metrics = [DURATION]): Benchmark {
  return {
    workload: 'npm-ci',
    workloadDigest: DIGEST,
    params: { size: 'small' },
    scenario,
    engine,
    variant: null,
    target: null,
    metrics,
    status: 'ok',
    reason: null,
    samples,
  }
}

/** A successful sample that is not a warm-up. */
export function sample(round: number, order: number, values: Sample['values']): Sample {
  const slot = `s${round}-${order}`
  return { round, order, slot, offset: null, warmup: false, cpu: { user: 1, system: 1 }, values, failure: null }
}

export function engine(id: string): Engine {
  const line: EffectiveLine = { value: null, confidence: 'unknown' }
  const amount: EffectiveAmount = { value: null, confidence: 'unknown' }
  return {
    id,
    product: 'Docker Engine',
    version: '28.0.0',
    requested: {},
    effective: {
      vmType: line,
      mountType: line,
      cpus: amount,
      memory: amount,
      kernel: line,
      storageDriver: line,
      cgroupVersion: amount,
    },
  }
}
