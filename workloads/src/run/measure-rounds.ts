import { type Metric, sampleErrors } from '@plimsoll/schema'
import type { PreparedBenchmark } from '../sample/prepare.ts'
import { isLittleSpace, removeSlots, type Slot } from '../sample/slot.ts'
import { type BenchmarkSetting, takeSample } from '../sample/take-sample.ts'
import { fitsBudget } from './budget.ts'
import { checkProgressOf, forecastOf } from './check-progress.ts'
import type { Journal, SampleEntry } from './journal.ts'
import { isEntry } from './journal-schema.ts'
import { addSample, type Measurements } from './measurements.ts'
import type { Plan } from './plan.ts'
import type { RunEvent, RunOptions } from './run-options.ts'

/**
 * Takes every missing sample of the plan, round by round. Appends each sample to the journal before the next sample
 * starts. In a check, stopped benchmarks get no more samples. A check ends when all benchmarks have stopped.
 * @param measured receives every sample
 * @returns why the measurement ended before the last sample, or null if it did not
 */
export async function measureRounds(
  { plan, budget = null, signal, on }: RunOptions,
  prepared: PreparedBenchmark[],
  resources: { run: string; slotsDirectory: string; slots: Slot[] },
  journal: Journal,
  measured: Measurements,
): Promise<'aborted' | 'budget' | null> {
  const began = process.hrtime.bigint()
  const before = measured.end
  const spentBefore = measured.rounds.reduce((sum, took) => sum + took, 0)
  const elapsed = () => Number(process.hrtime.bigint() - began)
  const order = samplesToTake(plan.order, measured)
  let done = measured.taken.reduce((sum, { size }) => sum + size, 0)
  on({ type: 'start', plan, prepared, order: order.map((turn) => turn.map(({ benchmark }) => benchmark)), done })
  // The number of slots (samples' directories, volumes and containers) at the start of the list that could not be
  // removed.
  let stuck = 0
  const removeFrom = async (first: number) => {
    const some = resources.slots.splice(first)
    const kept = await removeSlots(some)
    if (kept.length > 0) on({ type: 'say', line: SLOTS_KEPT })
    resources.slots.push(...kept)
  }
  for (const round of order.keys()) {
    const left = stillNeeded(order.slice(round), plan, measured)
    if (plan.check && left.flat().length === 0) return null
    const total = done + left.flat().length
    for (const { benchmark, position } of left[0] ?? []) {
      if (signal.aborted) return 'aborted'
      // An earlier sample has shown that the environment does not support the benchmark.
      if (measured.benchmarks[benchmark]?.unsupported !== null) continue
      if (!fitsBudget(budget, spentBefore + elapsed(), measured.rounds, round)) return 'budget'
      const setting = (prepared[benchmark] as { setting: BenchmarkSetting }).setting
      on({ type: 'sample', benchmark, round, done, total })
      const slot = `s${String(done).padStart(4, '0')}`
      const since = elapsed()
      const kept = resources.slots.length
      let taken: Awaited<ReturnType<typeof takeSample>>
      try {
        const keep = (made: Slot) => resources.slots.push(made)
        taken = await takeSample(
          setting,
          { name: slot, run: resources.run, directory: resources.slotsDirectory },
          keep,
          signal,
        )
      } catch (error) {
        if (signal.aborted) return 'aborted'
        throw error
      }
      const { cpu, values, failure, target, unsupported, available, calibration, calibratedOn } = taken
      const warmup = round < setting.benchmark.warmups
      const seen: SampleEntry = {
        event: 'sample',
        benchmark,
        sample: { round, order: position, slot, offset: before + since, warmup, cpu, values, failure },
        took: elapsed() - since,
        target,
        unsupported,
        available,
        calibration,
        calibratedOn,
      }
      const entry = writable(seen, setting.benchmark.metrics)
      journal.append(entry)
      addSample(measured, plan, entry)
      if (isLittleSpace(available, target?.filesystem ?? null)) {
        await removeFrom(stuck)
        stuck = resources.slots.length
      } else if (setting.workload.discard) await removeFrom(kept)
      done++
      on({ type: 'sampled', benchmark, nanoseconds: entry.took, failure: entry.sample.failure })
    }
    reportLook(plan, round, measured, on)
  }
  return null
}

const SLOTS_KEPT =
  '! The files, volumes or containers of some samples could not be removed; plimsoll tries again when the run ends'

/**
 * Returns an entry that is valid in a document. A sample that is not valid becomes a failure, because it would make the
 * whole document invalid.
 */
function writable(entry: SampleEntry, metrics: Metric[]): SampleEntry {
  const wrong = isEntry(entry)
    ? sampleErrors(entry.sample, metrics).next().value?.message
    : 'a value has the wrong type'
  if (wrong === undefined) return entry
  const failure = `the sample is not valid in a run document: ${wrong}`
  const sample = { ...entry.sample, cpu: null, values: {}, failure }
  return { ...entry, sample, target: null, unsupported: null, available: null, calibration: [] }
}

/** The samples that are still needed. A check needs no more samples of its stopped benchmarks. */
function stillNeeded<Turn extends { benchmark: number }>(
  order: Turn[][],
  plan: Plan,
  measured: Measurements,
): Turn[][] {
  const progress = checkProgressOf(plan, measured)
  return progress === null ? order : order.map((turn) => turn.filter(({ benchmark }) => progress.open.has(benchmark)))
}

function reportLook(plan: Plan, round: number, measured: Measurements, on: (event: RunEvent) => void): void {
  const rounds = round + 1 - Math.max(...plan.benchmarks.map(({ warmups }) => warmups))
  const progress = plan.check?.looks.includes(rounds) ? checkProgressOf(plan, measured) : null
  if (!progress) return
  const forecast = rounds === plan.check?.looks[0] ? forecastOf(plan, measured) : null
  on({ type: 'look', rounds, check: progress.check, forecast })
}

/** The remaining samples of each round, with the position that the plan gives them in the round. */
function samplesToTake(
  order: number[][],
  { benchmarks, taken }: Measurements,
): { benchmark: number; position: number }[][] {
  return order.map((turn, round) =>
    turn
      .map((benchmark, position) => ({ benchmark, position }))
      .filter(({ benchmark }) => benchmarks[benchmark]?.unsupported === null && !taken[benchmark]?.has(round)),
  )
}
