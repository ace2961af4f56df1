import type { Generator } from '@plimsoll/schema/statistics'
import { MAX_ROUNDS } from '@plimsoll/schema/verdict'
import { NOISE_MODELS, type NoiseModel, noiseSeries, normals } from './noise.ts'
import { listStretches, RECORDINGS, type RecordedBenchmark, type Recording } from './recordings.ts'
import { baseThenHead, interleave, type Variants } from './variants.ts'

/** An unchanged benchmark. It has its times with the variants interleaved, and the same times with base before head. */
export interface Benchmark {
  variants: Variants
  sequential: Variants
}

/** A source of random checks in which nothing has changed. */
export interface Scenario {
  name: string
  /** Whether the simulation also tries each benchmark as the only changed one. */
  detects: boolean
  draw(generator: Generator): Benchmark[]
}

/** The number of benchmarks in a check. Recordings have their own number. */
export const BENCHMARKS = 12

/**
 * The standard deviation of the effect that a slot has on the logarithm of a time. A slot is the fresh directory,
 * volume or container of a sample.
 */
const SLOT_SPREAD = 0.02

/** All scenarios in the order of the report. */
export const SCENARIOS: readonly Scenario[] = [
  ...[0.03, 0.1].flatMap((cv) => NOISE_MODELS.map((model) => simulated(model, cv))),
  { ...simulated('iid', 0.07), detects: false },
  placed('fixed'),
  placed('fresh'),
  ...RECORDINGS.map(recorded),
]

function simulated(model: NoiseModel, cv: number): Scenario {
  return {
    name: `${model}, CV ${Math.round(cv * 100)}%`,
    detects: true,
    draw: (generator) =>
      Array.from({ length: BENCHMARKS }, () =>
        benchmarkOf(noiseSeries(model, cv, 2 * MAX_ROUNDS, generator), generator),
      ),
  }
}

/**
 * A scenario in which slots affect the times. `fixed`: each variant of a benchmark keeps one random slot for the whole
 * check. `fresh`: each sample gets a new slot.
 */
function placed(slots: 'fixed' | 'fresh'): Scenario {
  const { draw } = simulated('iid', 0.03)
  return {
    name: `${slots} slots, CV 3%`,
    detects: false,
    draw: (generator) =>
      draw(generator).map(({ variants, sequential }) => {
        const [base, head] = [normals(MAX_ROUNDS, generator), normals(MAX_ROUNDS, generator)]
        const settle = (values: number[], slot: number[]) =>
          values.map((value, round) => value + SLOT_SPREAD * (slot[slots === 'fixed' ? 0 : round] as number))
        const inSlot = (times: Variants) => ({ base: settle(times.base, base), head: settle(times.head, head) })
        return { variants: inSlot(variants), sequential: inSlot(sequential) }
      }),
  }
}

/** A scenario that draws a random stretch of a recording, and again assigns base and head at random. */
function recorded(name: Recording): Scenario {
  const stretches = listStretches(name)
  return {
    name: `recorded, ${name}`,
    detects: true,
    draw: (generator) => {
      const benchmarks = stretches[generator.below(stretches.length)] as RecordedBenchmark[]
      return benchmarks.map(({ series }) => benchmarkOf(series, generator))
    },
  }
}

function benchmarkOf(series: readonly number[], generator: Generator): Benchmark {
  return { variants: interleave(series, generator), sequential: baseThenHead(series) }
}
