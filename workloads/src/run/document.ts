import {
  type Benchmark,
  type Conditions,
  canonicalize,
  type Engine,
  type Host,
  type Image,
  type RunDocument,
  type Sample,
} from '@plimsoll/schema'
import { withErrorLines } from '../error-lines.ts'
import type { EffectiveTarget } from '../scenario.ts'
import type { Ground } from './ground.ts'
import type { Plan } from './plan.ts'
import type { PlannedBenchmark } from './plan-benchmarks.ts'

/** The observations of one planned benchmark. */
export interface BenchmarkRecord {
  samples: Sample[]
  target: EffectiveTarget | null
  /** Why the benchmark could not be measured. Null if it could. */
  unsupported: string | null
  /** Whether it could not be measured because its engine is broken. */
  engineFailed?: boolean
}

export interface RunRecord extends Ground {
  plan: Plan
  startedAt: Date
  finishedAt: Date
  status: RunDocument['status']
  harness: Omit<RunDocument['harness'], 'name'>
  source: RunDocument['source']
  /** The author that the run names. Absent or null if it names none. */
  author?: string | null
  /** The run that this run repeats. Absent if it repeats none. */
  replicates?: RunDocument['replicates']
  host: Host
  conditions: { before: Conditions; after: Conditions }
  engines: Engine[]
  images: Image[]
  calibration: RunDocument['calibration']['spawn']
  notes: RunDocument['notes']
  benchmarks: BenchmarkRecord[]
  /** Removes the names of this host and its user from free text. */
  redact: (text: string) => string
}

/** Builds the run document. This function depends only on the record, so it can also convert a journal. */
export function makeDocument(record: RunRecord): RunDocument {
  const { plan } = record
  return {
    schemaVersion: 1,
    suite: plan.suite,
    startedAt: seconds(record.startedAt),
    finishedAt: seconds(record.finishedAt),
    status: record.status,
    origin: { kind: 'measured' },
    source: record.source,
    ...(record.replicates && { replicates: record.replicates }),
    harness: { name: 'plimsoll', ...record.harness },
    host: record.host,
    conditions: record.conditions,
    ...(record.storage.length > 0 && { storage: record.storage }),
    ...(record.environments.length > 0 && { environments: record.environments }),
    engines: record.engines,
    images: record.images,
    design: {
      seed: plan.seed,
      rounds: Math.max(...plan.benchmarks.map(({ rounds }) => rounds)),
      ...(plan.roundsRule && { roundsRule: plan.roundsRule }),
      warmups: Math.max(...plan.benchmarks.map(({ warmups }) => warmups)),
      ...(plan.check ?? { looks: [], threshold: null, level: null }),
      engines: 'interleaved',
      planDigest: plan.digest,
    },
    division: plan.division,
    deviations: plan.deviations,
    disclosure: { submitter: record.author ?? null, funding: null, generallyAvailable: null },
    licence: 'CC0-1.0',
    calibration: { spawn: record.calibration },
    notes: record.notes,
    benchmarks: plan.benchmarks.map((benchmark, index) => makeBenchmark(benchmark, index, record)),
  }
}

function makeBenchmark(planned: PlannedBenchmark, index: number, record: RunRecord): Benchmark {
  const { redact } = record
  const seen = record.benchmarks[index] as BenchmarkRecord
  const samples = seen.samples.map((sample) => ({
    ...sample,
    failure: sample.failure && textOf(sample.failure, redact),
  }))
  const failed = samples.find(({ failure }) => failure !== null)
  const status = benchmarkStatus(seen)
  const unmeasured = seen.unsupported && textOf(seen.unsupported, redact)
  const reason = {
    unsupported: unmeasured,
    failed: failed?.failure ?? unmeasured,
    skipped: otherVariantOf(record, planned) ?? 'the run ended before this benchmark was measured',
    ok: null,
  }[status]
  return {
    workload: planned.workload,
    workloadDigest: planned.workloadDigest,
    ...(planned.definitionDigest !== undefined && { definitionDigest: planned.definitionDigest }),
    params: planned.params,
    scenario: planned.scenario,
    engine: planned.engine,
    variant: planned.variant,
    ...(planned.control && { control: true as const }),
    target: seen.target,
    metrics: planned.metrics,
    status,
    reason,
    samples,
  }
}

/** Why a benchmark of a check is skipped: its other variant cannot be measured. Null if this does not apply. */
function otherVariantOf(
  { plan, benchmarks }: RunRecord,
  { workload, params, scenario, engine, variant }: PlannedBenchmark,
): string | null {
  if (variant === null) return null
  const enginesAreVariants = plan.check?.variants.base.engine !== plan.check?.variants.head.engine
  const other = plan.benchmarks.find(
    (benchmark, at) =>
      benchmarks[at]?.unsupported !== null &&
      benchmark.variant !== variant &&
      benchmark.variant !== 'second-base' &&
      (enginesAreVariants || benchmark.engine === engine) &&
      benchmark.workload === workload &&
      benchmark.scenario === scenario &&
      canonicalize(benchmark.params) === canonicalize(params),
  )
  return other ? `${other.variant} cannot be measured here` : null
}

/**
 * A reason, and the lines of another program's output that say what is wrong. The output may have been cut in the middle
 * of a character. Names are removed first, because a name that is cut is not found.
 */
function textOf(reason: string, redact: (text: string) => string): string {
  const [sentence = '', ...output] = redact(reason).split('\n')
  return withErrorLines(sentence, output.join('\n'), MAX_LINE_LENGTH).slice(0, MAX_TEXT_LENGTH).toWellFormed()
}

const MAX_LINE_LENGTH = 180

/** The schema's limit for the length of a text. */
const MAX_TEXT_LENGTH = 8000

/** The status of a benchmark. */
export function benchmarkStatus({
  samples,
  unsupported,
  engineFailed,
}: Pick<BenchmarkRecord, 'samples' | 'unsupported' | 'engineFailed'>): Benchmark['status'] {
  if (unsupported) return engineFailed ? 'failed' : 'unsupported'
  if (samples.some(({ failure }) => failure !== null)) return 'failed'
  return samples.length > 0 ? 'ok' : 'skipped'
}

function seconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
