import type {
  Benchmark,
  Citation,
  Confidence,
  EffectiveAmount,
  EffectiveLine,
  Engine,
  Host,
  RunDocument,
} from '@plimsoll/schema'

/** The facts that a source states. Every other field of the run document is null. */
export interface Transcription {
  suite: string
  harness: { name: string; version: string; commit: string | null }
  citation: Citation
  startedAt: string
  finishedAt: string
  host: Host
  engines: Engine[]
  rounds: number
  notes: RunDocument['notes']
  benchmarks: Benchmark[]
}

/** Builds a run document from published figures. */
export function transcribedRun(facts: Transcription): RunDocument {
  return {
    schemaVersion: 1,
    suite: { name: facts.suite, version: 1, digest: null },
    startedAt: facts.startedAt,
    finishedAt: facts.finishedAt,
    status: 'complete',
    origin: { kind: 'transcribed', citation: facts.citation },
    source: null,
    harness: { ...facts.harness, agentDigest: null },
    host: facts.host,
    conditions: { before: null, after: null },
    engines: facts.engines,
    images: [],
    design: {
      seed: null,
      rounds: facts.rounds,
      warmups: 0,
      looks: [],
      threshold: null,
      level: null,
      engines: 'unknown',
      planDigest: null,
    },
    division: 'standard',
    deviations: [],
    disclosure: { submitter: null, funding: null, generallyAvailable: null },
    licence: 'NOASSERTION',
    calibration: { spawn: [] },
    notes: facts.notes,
    benchmarks: facts.benchmarks,
  }
}

/** The fields that identify a benchmark in a run document. */
export type TranscribedWork = Pick<Benchmark, 'workload' | 'params' | 'scenario' | 'engine'>

/**
 * Returns a benchmark with one metric, whose lower values are better. The metric is `duration` unless another is named.
 * @param values the values in ns (or bytes), one per round (one execution), in the order of the source
 */
export function transcribedBenchmark(
  { workload, params, scenario, engine }: TranscribedWork,
  order: number,
  values: number[],
  { name, unit }: { name: string; unit: 'ns' | 'bytes' } = { name: 'duration', unit: 'ns' },
): Benchmark {
  return {
    workload,
    workloadDigest: null,
    params,
    scenario,
    engine,
    variant: null,
    target: null,
    metrics: [{ name, unit, better: 'lower', primary: true }],
    status: 'ok',
    reason: null,
    samples: values.map((value, round) => ({
      round,
      order,
      slot: null,
      offset: null,
      warmup: false,
      cpu: null,
      values: { [name]: value },
      failure: null,
    })),
  }
}

/**
 * Returns an engine's effective configuration. Fields of the configuration that are left out have the confidence
 * `unknown`.
 */
export function effectiveConfiguration(
  confidence: Confidence,
  facts: {
    vmType?: string
    mountType?: string
    cpus?: number
    memory?: number
    kernel?: string
    storageDriver?: string
  },
): Engine['effective'] {
  const line = (value?: string): EffectiveLine => (value === undefined ? unknown : { value, confidence })
  const amount = (value?: number): EffectiveAmount => (value === undefined ? unknown : { value, confidence })
  return {
    vmType: line(facts.vmType),
    mountType: line(facts.mountType),
    cpus: amount(facts.cpus),
    memory: amount(facts.memory),
    kernel: line(facts.kernel),
    storageDriver: line(facts.storageDriver),
    cgroupVersion: unknown,
  }
}

const unknown = { value: null, confidence: 'unknown' as const }
