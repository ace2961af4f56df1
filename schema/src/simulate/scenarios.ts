import type { Generator } from '../statistics/generator.ts'
import { MAX_ROUNDS } from '../verdict/design.ts'
import { NOISE_MODELS, type NoiseModel, noiseSeries, normals } from './noise.ts'
import { RECORDINGS, type RecordedBenchmark, type Recording, stretchesOf } from './recorded.ts'
import { baseThenHead, interleave, type Variants } from './variants.ts'

/** A benchmark in which nothing changed: its times with the variants interleaved, and the same times with base before head. */
export interface Benchmark {
  variants: Variants
  sequential: Variants
}

/** A way to draw checks in which nothing changed. */
export interface Scenario {
  name: string
  /** Each of its benchmarks is also tried as the only one that changed. */
  detects: boolean
  draw(generator: Generator): Benchmark[]
}

/** The benchmarks of a check, but for those of a recording. */
export const BENCHMARKS = 12

/** The standard deviation of what the slot of a sample adds to the logarithm of its time. */
const SLOT_SPREAD = 0.02

/** All scenarios in the order they are reported. */
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

/** Each variant of a benchmark keeps the slot it got by chance through the whole check, or each sample gets a fresh one. */
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

/** Any stretch of a recording; which variant is which is tossed anew. */
function recorded(name: Recording): Scenario {
  const stretches = stretchesOf(name)
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
