import { randomGenerator, shuffle } from '@plimsoll/schema/statistics'
import type { PlannedBenchmark } from './plan-benchmarks.ts'
import { workKey } from './plan-controls.ts'

/** Benchmarks that run directly after each other: the variants of one benchmark, or a single benchmark. */
type Unit = PlannedBenchmark[]

interface NumberedBenchmark {
  index: number
  benchmark: PlannedBenchmark
}

/**
 * Draws the order of execution: for each round, the indexes of its benchmarks.
 * - In a round, all benchmarks of one workload with the same params are adjacent, because samples that are closer in
 *   time differ less. The works, the benchmarks of a work, and the variants of a benchmark are shuffled in each round.
 * - Warm-ups come directly before the measured rounds. The rounds of a benchmark with fewer rounds are spread evenly
 *   over the run. A benchmark whose rounds adapt takes part in all rounds up to its number.
 * - In a plain run, work that removes many files has a block of its own after the others, because the next samples would
 *   be slower on a file system without a journal. Cold benchmarks (with dropped caches) have the last block, so that they
 *   do not drop the caches of another benchmark. In a check, all are compared only with themselves, round by round.
 */
export function drawOrder(units: Unit[], seed: number): number[][] {
  let next = 0
  const numbered = units.map((unit) => unit.map((benchmark) => ({ index: next++, benchmark })))
  const blockOf = (unit: NumberedBenchmark[]) => {
    const { params, variant, removes } = (unit[0] as NumberedBenchmark).benchmark
    return variant !== null ? 0 : params.cache === 'cold' ? 2 : removes ? 1 : 0
  }
  const blocks = [0, 1, 2].map((block) => numbered.filter((unit) => blockOf(unit) === block))
  const random = randomGenerator(seed)
  return blocks.flatMap((block) => roundsOfBlock(block).map(shuffledRound))

  function shuffledRound(units: NumberedBenchmark[][]): number[] {
    const works = [...Map.groupBy(units, ([first]) => workKey((first as NumberedBenchmark).benchmark)).values()]
    return shuffle(works, random).flatMap((work) =>
      shuffle(work, random).flatMap((unit) =>
        shuffle(
          unit.map(({ index }) => index),
          random,
        ),
      ),
    )
  }
}

/** The benchmarks of each round of a block, not yet shuffled. */
function roundsOfBlock(units: NumberedBenchmark[][]): NumberedBenchmark[][][] {
  const all = units.flat().map(({ benchmark }) => benchmark)
  const warmups = Math.max(0, ...all.map((benchmark) => benchmark.warmups))
  const measured = Math.max(0, ...all.map((benchmark) => benchmark.rounds))
  const rounds: NumberedBenchmark[][][] = Array.from({ length: warmups + measured }, () => [])
  for (const unit of units) {
    const turns = unit.map(({ benchmark }) => new Set(turnsOfBenchmark(benchmark, warmups, measured)))
    for (const [round, taking] of rounds.entries()) {
      const here = unit.filter((_, at) => turns[at]?.has(round))
      if (here.length > 0) taking.push(here)
    }
  }
  return rounds
}

/** The rounds of a benchmark in a block with this many warm-up rounds and measured rounds. */
function turnsOfBenchmark(benchmark: PlannedBenchmark, warmups: number, measured: number): number[] {
  const { adapts, rounds } = benchmark
  const first = warmups - benchmark.warmups
  return [
    ...Array.from({ length: benchmark.warmups }, (_, turn) => first + turn),
    // The middle of each of `rounds` equal parts of the run.
    ...Array.from(
      { length: rounds },
      (_, turn) => warmups + (adapts ? turn : Math.floor(((turn + 0.5) * measured) / rounds)),
    ),
  ]
}

/**
 * The rounds in which each benchmark takes part, ascending. The first ones are its warm-ups.
 * @param order for each round, the indexes of its benchmarks
 * @param count the number of benchmarks
 */
export function listTurns(order: readonly (readonly number[])[], count: number): number[][] {
  const turns: number[][] = Array.from({ length: count }, () => [])
  for (const [round, taking] of order.entries()) for (const benchmark of taking) turns[benchmark]?.push(round)
  return turns
}

/** Whether a round of a benchmark is one of its warm-ups, which are the first rounds in which it takes part. */
export function isWarmup(
  { order, benchmarks }: { order: number[][]; benchmarks: PlannedBenchmark[] },
  benchmark: number,
  round: number,
): boolean {
  const warmups = benchmarks[benchmark]?.warmups ?? 0
  return warmups > 0 && order.slice(0, round).filter((turn) => turn.includes(benchmark)).length < warmups
}
