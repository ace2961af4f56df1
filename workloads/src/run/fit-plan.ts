import type { Note } from '@plimsoll/schema'
import type { Preparation, PreparedBenchmark } from '../sample/prepare.ts'
import type { Slot } from '../sample/slot.ts'
import { RESERVED_SHARE } from './adapt-rounds.ts'
import type { Journal } from './journal.ts'
import { measureRounds } from './measure-rounds.ts'
import { measurementsSoFar, recordUnsupported } from './measurements.ts'
import type { Plan } from './plan.ts'
import type { RunOptions } from './run-options.ts'

/** The rounds that must fit into the time of a suite. With fewer, few ratios are precise. */
const FITTING_ROUNDS = 10

/** A plan of which both sizes are prepared at once, before the run rests: an image that is built later disturbs samples. */
export function bothSizes(plan: Plan, smaller: Plan | null): Plan {
  return smaller ? { ...plan, benchmarks: [...plan.benchmarks, ...smaller.benchmarks] } : plan
}

/** The size that fits this machine, with its part of the preparation of both. */
export interface FittedPlan {
  plan: Plan
  prepared: Preparation
  notes: Note[]
  /** The seconds that the trial took. */
  seconds: number
}

/**
 * Chooses between a plan and the same run with less work. Measures a round of `plan` on trial, without a record, and a
 * second one if the first takes too long: the first containers of an image still read it from the disk. If ten such
 * rounds would take longer than the rule of the plan allows, the machine is too slow for it.
 * @param prepared the preparation of `bothSizes`
 * @throws the reason of the signal if it aborts
 */
export async function fitPlan(
  options: RunOptions & { smaller: Plan },
  prepared: Preparation,
  resources: { run: string; slotsDirectory: string; slots: Slot[] },
): Promise<FittedPlan> {
  const { plan, smaller, signal, on } = options
  const full = prepared.benchmarks.slice(0, plan.benchmarks.length)
  const longest = plan.roundsRule?.longest ?? Number.POSITIVE_INFINITY
  const limit = (longest * (1 - RESERVED_SHARE)) / FITTING_ROUNDS
  const trial = oneRound(plan)
  const began = process.hrtime.bigint()
  on({ type: 'say', line: 'A round on trial, to choose the size of the work' })
  for (const slotPrefix of ['t', 'u']) {
    const measured = measurementsSoFar(trial, null)
    recordUnsupported(measured, full)
    const budget = { text: '', seconds: limit }
    const where = { ...resources, slotPrefix }
    const ended = await measureRounds({ ...options, plan: trial, budget }, full, where, NO_JOURNAL, measured)
    signal.throwIfAborted()
    if (ended === null) return fitted(plan, full, [])
  }
  const [own, other] = [smaller.suite.name, plan.suite.name]
  const text = `This run measures ${own}, a part of ${other} with less work: ${FITTING_ROUNDS} rounds of ${other} would take more than ${longest} s here. Do not compare its figures with those of ${other}: less work can hide a cost that ${other} finds.`
  on({ type: 'say', line: text })
  return fitted(smaller, prepared.benchmarks.slice(plan.benchmarks.length), [{ code: 'smaller-suite', text }])

  function fitted(plan: Plan, own: PreparedBenchmark[], notes: Note[]): FittedPlan {
    const seconds = Number(process.hrtime.bigint() - began) / 1e9
    return { plan, prepared: { ...prepared, ...part(prepared, own) }, notes, seconds }
  }
}

/** A plan of one round: the fullest of the work that removes no files, which would slow down the first samples. */
function oneRound(plan: Plan): Plan {
  const turns = plan.order.map((turn) => turn.filter((index) => !plan.benchmarks[index]?.removes))
  const fullest = turns.reduce((fullest, turn) => (turn.length > fullest.length ? turn : fullest), [])
  const benchmarks = plan.benchmarks.map((benchmark) => ({ ...benchmark, rounds: 1, warmups: 0, adapts: false }))
  return { ...plan, roundsRule: null, benchmarks, order: [fullest] }
}

/** The part of a preparation that some of its benchmarks need. An image that only the others use is left out. */
function part(
  { benchmarks, images }: Preparation,
  own: PreparedBenchmark[],
): Pick<Preparation, 'benchmarks' | 'images'> {
  const used = imageNames(own)
  const others = imageNames(benchmarks.filter((benchmark) => !own.includes(benchmark)))
  return { benchmarks: own, images: images.filter(({ name }) => used.has(name) || !others.has(name)) }
}

function imageNames(benchmarks: PreparedBenchmark[]): Set<string> {
  return new Set(
    benchmarks.flatMap((benchmark) => {
      if ('unsupported' in benchmark) return []
      const { executionTarget } = benchmark.setting
      return executionTarget.on === 'container' ? [executionTarget.imageName] : []
    }),
  )
}

const NO_JOURNAL: Journal = { file: '', append: () => {}, close: () => {} }
