import type { Conditions, RunDocument } from '@plimsoll/schema'
import type { PreparedBenchmark } from '../sample/prepare.ts'
import { isDiskFull, isLittleSpace } from '../sample/slot.ts'
import type { BenchmarkRecord } from './document.ts'
import type { Ground } from './ground.ts'
import type { InterruptedJournal, ResumeEntry, SampleEntry } from './journal-entry.ts'
import type { Plan } from './plan.ts'

/** The measurements of a plan so far. They are the sum of the entries of its journal. */
export interface Measurements {
  benchmarks: BenchmarkRecord[]
  /** What the first samples of each benchmark of a check printed. They are not in the journal. */
  printed: string[][]
  calibration: RunDocument['calibration']['spawn']
  /**
   * Whether the run removed slots (directories, volumes and containers of samples) before its end, because disk space
   * was short.
   */
  littleSpace: boolean
  /** The duration of each round so far, in ns. */
  rounds: number[]
  /** The completed rounds of each benchmark, with the durations of their samples in ns. */
  taken: Map<number, number>[]
  /** The ns from the start of the run to the end of the last entry, by the wall clock. */
  end: number
  /**
   * The resumptions of the run. Each has the length of the interruption in ns, and the conditions and the ground at the
   * end of the interruption.
   */
  resumes: (Ground & { gap: number; before: Conditions })[]
}

/** Returns empty measurements, or the measurements in the journal of an interrupted run. */
export function measurementsSoFar(plan: Plan, interrupted: InterruptedJournal | null): Measurements {
  const measured: Measurements = {
    benchmarks: plan.benchmarks.map(() => ({ samples: [], target: null, unsupported: null })),
    printed: plan.benchmarks.map(() => []),
    calibration: [],
    littleSpace: false,
    rounds: [],
    taken: plan.benchmarks.map(() => new Map()),
    end: 0,
    resumes: [],
  }
  for (const entry of interrupted?.entries ?? []) {
    if (entry.event === 'sample') addSample(measured, plan, entry)
    else addResume(measured, Date.parse(interrupted?.start.startedAt as string), entry)
  }
  return measured
}

/** Records which benchmarks the preparation found to be unsupported, and why. */
export function recordUnsupported(measured: Measurements, prepared: readonly PreparedBenchmark[]): void {
  for (const [index, benchmark] of prepared.entries()) {
    const record = measured.benchmarks[index]
    if (!record || !('unsupported' in benchmark) || record.unsupported !== null) continue
    record.unsupported = benchmark.unsupported
    record.engineFailed = benchmark.engineFailed ?? false
  }
}

/** Adds a sample that is already in the journal. */
export function addSample(measured: Measurements, plan: Plan, entry: SampleEntry): void {
  const { benchmark, sample, took } = entry
  const record = measured.benchmarks[benchmark] as BenchmarkRecord
  if (entry.unsupported && record.samples.length === 0) record.unsupported = entry.unsupported
  else record.samples.push(sample)
  record.target = entry.target ?? record.target
  measured.rounds[sample.round] = (measured.rounds[sample.round] ?? 0) + took
  measured.taken[benchmark]?.set(sample.round, took)
  measured.end = (sample.offset ?? measured.end) + took
  const engine = entry.calibratedOn === 'host' ? null : (plan.benchmarks[benchmark]?.engine ?? null)
  addCalibration(measured.calibration, engine, sample.round, entry.calibration)
  measured.littleSpace ||=
    isLittleSpace(entry.available, entry.target?.filesystem ?? null) || isDiskFull(entry.sample.failure)
}

/**
 * Adds a resumption.
 * @param startedAt the start of the run in ms since 1970
 */
export function addResume(
  measured: Measurements,
  startedAt: number,
  { at, before, storage, environments }: ResumeEntry,
): void {
  // If the clock was set back during the interruption, this keeps the samples in order.
  const now = Math.max(measured.end, (Date.parse(at) - startedAt) * 1e6)
  measured.resumes.push({ gap: now - measured.end, before, storage, environments })
  measured.end = now
}

/**
 * The maximum number of calibrations of one engine in one round. The schema sets this limit. A round of many hundred
 * benchmarks has more calibrations, but the additional ones contribute nothing.
 */
const MAX_CALIBRATIONS = 10_000

function addCalibration(
  all: RunDocument['calibration']['spawn'],
  engine: string | null,
  round: number,
  values: number[],
): void {
  if (values.length === 0) return
  const entry = all.find((entry) => entry.engine === engine && entry.round === round)
  if (entry) entry.values.push(...values.slice(0, MAX_CALIBRATIONS - entry.values.length))
  else all.push({ engine, round, values: [...values] })
}
