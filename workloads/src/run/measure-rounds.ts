import type { PreparedBenchmark } from '../sample/prepare.ts'
import { isDiskFull, isLittleSpace, removeSlots, type Slot } from '../sample/slot.ts'
import { drawParents } from '../sample/slot-parents.ts'
import { type BenchmarkSetting, takeSample } from '../sample/take-sample.ts'
import { adaptedRounds, lastRounds, type WorkRounds } from './adapt-rounds.ts'
import { fitsBudget } from './budget.ts'
import { evaluateCheck, forecastCheck } from './check-progress.ts'
import type { Journal } from './journal.ts'
import type { SampleEntry } from './journal-entry.ts'
import { addSample, type Measurements } from './measurements.ts'
import { COMPARED_OUTPUTS } from './other-output.ts'
import type { Plan } from './plan.ts'
import { isWarmup } from './plan-order.ts'
import type { RunEvent, RunOptions } from './run-options.ts'
import { writableSample } from './writable-sample.ts'

/**
 * Takes every missing sample of the plan, round by round. Appends each sample to the journal before the next sample
 * starts. In a check, stopped benchmarks get no more samples. A check ends when all benchmarks have stopped. With a rule
 * for the rounds, workloads get no more samples than the rule sets after their first rounds.
 * @param measured receives every sample
 * @returns why the measurement ended before the last sample, or null if it did not
 */
export async function measureRounds(
  { plan, budget = null, signal, on }: RunOptions,
  prepared: PreparedBenchmark[],
  resources: { run: string; slotsDirectory: string; slots: Slot[]; slotPrefix?: string },
  journal: Journal,
  measured: Measurements,
): Promise<'aborted' | 'budget' | null> {
  const began = process.hrtime.bigint()
  const before = measured.end
  const spentBefore = measured.rounds.reduce((sum, took) => sum + took, 0)
  const elapsed = () => Number(process.hrtime.bigint() - began)
  const parents = drawParents(plan)
  let set = adaptedRounds(plan, measured)
  const order = samplesToTake(plan, set, measured)
  let done = measured.taken.reduce((sum, { size }) => sum + size, 0)
  on({ type: 'start', plan, prepared, order: indexesOf(order), done })
  const { slots } = resources
  const removal = slotRemoval(slots, on)
  if (set.length > 0) on({ type: 'rounds', set, order: indexesOf(order) })
  for (const round of order.keys()) {
    const decided = set.length
    set = adaptedRounds(plan, measured)
    const toTake = samplesToTake(plan, set, measured)
    if (set.length > decided) on({ type: 'rounds', set: set.slice(decided), order: indexesOf(toTake) })
    const left = stillNeeded(toTake.slice(round), plan, measured)
    if (left.flat().length === 0) return null
    const total = done + left.flat().length
    const discarded: Slot[] = []
    for (const { benchmark, position } of left[0] ?? []) {
      if (signal.aborted) return 'aborted'
      // An earlier sample has shown that the environment does not support the benchmark.
      if (measured.benchmarks[benchmark]?.unsupported !== null) continue
      if (!fitsBudget(budget, spentBefore + elapsed(), measured.rounds, round)) return 'budget'
      const setting = (prepared[benchmark] as { setting: BenchmarkSetting }).setting
      const warmup = isWarmup(plan, benchmark, round)
      on({ type: 'sample', benchmark, round, warmup, done, total })
      const parent = parents[round]?.[position] as string
      const slot = `${resources.slotPrefix ?? 's'}${String(done).padStart(4, '0')}`
      const since = elapsed()
      let taken: Awaited<ReturnType<typeof takeSample>>
      try {
        const keep = (made: Slot) => {
          slots.push(made)
          if (setting.workload.discard) discarded.push(made)
        }
        taken = await takeSample(
          setting,
          { name: slot, run: resources.run, directory: resources.slotsDirectory, parent },
          keep,
          signal,
        )
      } catch (error) {
        if (signal.aborted) return 'aborted'
        throw error
      }
      const { cpu, usage, values, failure, target, unsupported, available, calibration, calibratedOn } = taken
      const seen: SampleEntry = {
        event: 'sample',
        benchmark,
        sample: {
          round,
          order: position,
          slot,
          offset: before + since,
          warmup,
          cpu,
          ...(usage && { usage }),
          values,
          failure,
        },
        took: elapsed() - since,
        target,
        unsupported,
        available,
        calibration,
        calibratedOn,
      }
      const entry = writableSample(seen, setting.benchmark.metrics)
      journal.append(entry)
      addSample(measured, plan, entry)
      const outputs = measured.printed[benchmark] as string[]
      if (plan.check && !warmup && taken.printed !== null && outputs.length < COMPARED_OUTPUTS)
        outputs.push(taken.printed)
      if (isLittleSpace(available, target?.filesystem ?? null) || isDiskFull(failure)) await removal([...slots])
      done++
      const primary = values[setting.benchmark.metrics.find(({ primary }) => primary)?.name ?? '']
      const value = typeof primary === 'number' ? primary : null
      on({ type: 'sampled', benchmark, nanoseconds: entry.took, value, failure: entry.sample.failure })
    }
    // Work that fails everywhere would fail in each of many rounds.
    if (round === 0 && hasOnlyFailures(measured)) return null
    // Not right after the sample: removing large files slows down the next sample.
    await removal(discarded)
    reportLook(plan, round, measured, on)
  }
  return null
}

/**
 * Returns a function that removes those of the given slots that exist. Slots (samples' directories, volumes and
 * containers) that could not be removed stay in the list for the end of the run, and are not tried again before.
 */
function slotRemoval(slots: Slot[], on: RunOptions['on']): (some: Slot[]) => Promise<void> {
  const stuck = new Set<Slot>()
  return async (some) => {
    const present = some.filter((slot) => slots.includes(slot) && !stuck.has(slot))
    const kept = await removeSlots(present)
    if (kept.length > 0) on({ type: 'say', line: SLOTS_KEPT })
    for (const slot of kept) stuck.add(slot)
    for (const slot of present) if (!stuck.has(slot)) slots.splice(slots.indexOf(slot), 1)
  }
}

const SLOTS_KEPT =
  '! The files, volumes or containers of some samples could not be removed; plimsoll tries again when the run ends'

/** Whether every benchmark that the environment supports has a sample, and all samples have failed. */
function hasOnlyFailures({ benchmarks }: Measurements): boolean {
  const supported = benchmarks.filter(({ unsupported }) => unsupported === null)
  const failed = ({ samples }: Measurements['benchmarks'][number]) =>
    samples.some(({ failure }) => failure !== null && !isDiskFull(failure))
  return supported.length > 0 && supported.every((benchmark) => benchmark.samples.length === 1 && failed(benchmark))
}

/** The samples that are still needed. A check needs no more samples of its stopped benchmarks. */
function stillNeeded(order: Turn[][], plan: Plan, measured: Measurements): Turn[][] {
  const progress = evaluateCheck(plan, measured)
  return progress === null ? order : order.map((turn) => turn.filter(({ benchmark }) => progress.open.has(benchmark)))
}

function reportLook(plan: Plan, round: number, measured: Measurements, on: (event: RunEvent) => void): void {
  const rounds = round + 1 - Math.max(...plan.benchmarks.map(({ warmups }) => warmups))
  const progress = plan.check?.looks.includes(rounds) ? evaluateCheck(plan, measured) : null
  if (!progress) return
  const forecast = rounds === plan.check?.looks[0] ? forecastCheck(plan, measured) : null
  on({ type: 'look', rounds, check: progress.check, forecast })
}

/** A sample to take: its benchmark, and the position that the plan gives it in its round. */
interface Turn {
  benchmark: number
  position: number
}

/** The remaining samples of each round, without the rounds that the rule has left out. */
function samplesToTake(plan: Plan, set: WorkRounds[], { benchmarks, taken }: Measurements): Turn[][] {
  const last = lastRounds(plan, set)
  return plan.order.map((turn, round) =>
    turn
      .map((benchmark, position) => ({ benchmark, position }))
      .filter(
        ({ benchmark }) =>
          benchmarks[benchmark]?.unsupported === null &&
          !taken[benchmark]?.has(round) &&
          round <= (last[benchmark] as number),
      ),
  )
}

function indexesOf(order: Turn[][]): number[][] {
  return order.map((turn) => turn.map(({ benchmark }) => benchmark))
}
