import type { Conditions, RunDocument } from '@plimsoll/schema'
import { isLittleSpace } from '../sample/slot.ts'
import type { BenchmarkRecord } from './document.ts'
import type { InterruptedJournal, ResumeEntry, SampleEntry } from './journal.ts'
import type { Plan } from './plan.ts'

/** The measurements of a plan so far: the sum of its journal entries. */
export interface Measurements {
  benchmarks: BenchmarkRecord[]
  calibration: RunDocument['calibration']['spawn']
  /** whether slots had to be removed during the run */
  littleSpace: boolean
  /** the duration of each round so far, in ns */
  rounds: number[]
  /** per benchmark, the completed rounds */
  taken: Set<number>[]
  /** ns from the start of the run to the end of the last entry, by the wall clock */
  end: number
  /** each resumption: the length of the interruption in ns, and the conditions at its end */
  resumes: { gap: number; before: Conditions }[]
}

/** Returns empty measurements, or those in the journal of an interrupted run. */
export function measurementsSoFar(plan: Plan, interrupted: InterruptedJournal | null): Measurements {
  const measured: Measurements = {
    benchmarks: plan.benchmarks.map(() => ({ samples: [], target: null, unsupported: null })),
    calibration: [],
    littleSpace: false,
    rounds: [],
    taken: plan.benchmarks.map(() => new Set()),
    end: 0,
    resumes: [],
  }
  for (const entry of interrupted?.entries ?? []) {
    if (entry.event === 'sample') addSample(measured, plan, entry)
    else addResume(measured, Date.parse(interrupted?.start.startedAt as string), entry)
  }
  return measured
}

/** Adds a sample that is already in the journal. */
export function addSample(measured: Measurements, plan: Plan, entry: SampleEntry): void {
  const { benchmark, sample, took } = entry
  const record = measured.benchmarks[benchmark] as BenchmarkRecord
  if (entry.unsupported && record.samples.length === 0) record.unsupported = entry.unsupported
  else record.samples.push(sample)
  record.target = entry.target ?? record.target
  measured.littleSpace ||= isLittleSpace(entry.available, entry.target?.filesystem ?? null)
  measured.rounds[sample.round] = (measured.rounds[sample.round] ?? 0) + took
  measured.taken[benchmark]?.add(sample.round)
  measured.end = (sample.offset ?? measured.end) + took
  const engine = entry.calibratedOn === 'host' ? null : (plan.benchmarks[benchmark]?.engine ?? null)
  addCalibration(measured.calibration, engine, sample.round, entry.calibration)
}

/**
 * Adds a resumption.
 * @param startedAt ms since 1970
 */
export function addResume(measured: Measurements, startedAt: number, { at, before }: ResumeEntry): void {
  // If the clock was set back in the meantime, keep the samples in order.
  const now = Math.max(measured.end, (Date.parse(at) - startedAt) * 1e6)
  measured.resumes.push({ gap: now - measured.end, before })
  measured.end = now
}

/** The schema's limit for one engine in one round. A round of many hundred benchmarks has more, which add nothing. */
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
