import { sortAscending } from '../statistics/quantile.ts'
import type { Generator } from '../statistics/random-generator.ts'
import { DEFAULT_DESIGN, type Design, LOOKS, MAX_ROUNDS } from './check-design.ts'
import { computeLookStatistics } from './hypothesis-test.ts'
import { decide } from './sequential-verdicts.ts'
import type { BenchmarkPairs, Pair } from './slowdown.ts'

const FIRST_ROUNDS = LOOKS[0]
const RESAMPLES = 100

/** A forecast number of rounds: the median of the resamples, and the range of the middle 80% of the resamples. */
export interface Forecast {
  rounds: number
  from: number
  to: number
}

/**
 * Forecasts the rounds of a check, which ends when its last benchmark stops. The first 10 rounds are extended in 100
 * ways. Each extension draws its rounds from these 10 with `generator`, and is judged like a check. Null if a benchmark
 * has fewer than 10 rounds.
 */
export function forecastRounds(
  benchmarks: readonly BenchmarkPairs[],
  generator: Generator,
  design: Design = DEFAULT_DESIGN,
): Forecast | null {
  if (benchmarks.length === 0 || benchmarks.some(({ pairs }) => pairs.length < FIRST_ROUNDS)) return null
  const first = benchmarks.map((benchmark) =>
    benchmark.pairs.toSorted((a, b) => a.round - b.round).slice(0, FIRST_ROUNDS),
  )
  const outcomes = Array.from({ length: RESAMPLES }, () => {
    // All benchmarks use the same drawn rounds, because a disturbance of one benchmark often affects its neighbours.
    const drawn = Array.from({ length: MAX_ROUNDS - FIRST_ROUNDS }, () => generator.below(FIRST_ROUNDS))
    const continued = benchmarks.map((benchmark, index) => ({
      ...benchmark,
      pairs: extend(first[index] as Pair[], drawn),
    }))
    return decide(continued.map(computeLookStatistics), design).map(({ spent }) => spent)
  })
  return spanOf(outcomes.map((rounds) => Math.max(...rounds)))
}

function extend(first: readonly Pair[], drawn: readonly number[]): Pair[] {
  return [...first, ...drawn.map((index) => first[index] as Pair)].map((pair, round) => ({ ...pair, round }))
}

/**
 * Summarizes the forecasts. Picks existing values instead of interpolating, so that each forecast is a look (an interim
 * analysis) of one of the resamples.
 */
function spanOf(rounds: readonly number[]): Forecast {
  const sorted = sortAscending(rounds)
  const at = (probability: number) => sorted[Math.round(probability * (sorted.length - 1))] as number
  return { rounds: at(0.5), from: at(0.1), to: at(0.9) }
}
