import { type Generator, shuffle } from '@plimsoll/schema/statistics'
import { correlatedSeries, NOISE_MODELS, type NoiseModel, noiseSeries, normals } from './noise.ts'

/** The scenarios of one workload in a simulated run. `native repeat` is the control of `native`. */
export const RUN_SCENARIOS = ['native', 'native repeat', 'layer', 'volume', 'bind', 'bind-volume'] as const
export type RunScenario = (typeof RUN_SCENARIOS)[number]

/** The logarithms of the times of one workload: a row per round, with a time per scenario in the order of `RUN_SCENARIOS`. */
export type RunTable = number[][]

/** The most rounds of a simulated run. */
export const MAX_RUN_ROUNDS = 40

/** The standard deviation of the effect that a round has on the logarithms of all its times. */
const ROUND_SPREAD = 0.05

/** A source of random times that do not depend on the scenario. */
export interface RunNoise {
  name: string
  /** `correlated`: iid from scenario to scenario, but the rounds of a scenario are correlated with their neighbours. */
  model: NoiseModel | 'correlated'
  /** The coefficient of variation of the normal part of a time within its round. */
  cv: number
  draw(generator: Generator): RunTable
}

/** The coefficients of variation for which rates are required. */
export const CVS = [0.03, 0.05, 0.08] as const

/** Those of hosts so noisy that many ratios are ranges. */
const NOISY_CVS = [0.2, 0.3, 0.4] as const

/** The correlations of neighbouring rounds. */
export const CORRELATIONS = [0.25, 0.5] as const

/** All kinds of noise in the order of the report. */
export const RUN_NOISES: readonly RunNoise[] = [
  ...NOISE_MODELS.flatMap((model) => CVS.map((cv) => independent(model, cv))),
  ...CORRELATIONS.flatMap((correlation) => CVS.map((cv) => correlated(correlation, cv))),
  ...NOISY_CVS.map((cv) => independent('iid', cv)),
]

/** The times of a run follow one another, and the scenarios of a round are adjacent in an order drawn anew. */
function independent(model: NoiseModel, cv: number): RunNoise {
  return {
    name: runNoiseName(model, cv),
    model,
    cv,
    draw: (generator) => {
      const series = noiseSeries(model, cv, MAX_RUN_ROUNDS * RUN_SCENARIOS.length, generator)
      return tableOf(generator, (round, _, position) => series[round * RUN_SCENARIOS.length + position] as number)
    },
  }
}

function correlated(correlation: number, cv: number): RunNoise {
  return {
    name: runNoiseName(correlation, cv),
    model: 'correlated',
    cv,
    draw: (generator) => {
      const series = RUN_SCENARIOS.map(() => correlatedSeries(correlation, cv, MAX_RUN_ROUNDS, generator))
      return tableOf(generator, (round, scenario) => series[scenario]?.[round] as number)
    },
  }
}

/** The name of a kind of noise in the report. A number instead of a model is the correlation of neighbouring rounds. */
export function runNoiseName(model: NoiseModel | number, cv: number): string {
  return `${typeof model === 'number' ? `lag-1 correlation ${model}` : model}, CV ${Math.round(100 * cv)}%`
}

function tableOf(
  generator: Generator,
  noiseOf: (round: number, scenario: number, position: number) => number,
): RunTable {
  const scenarios = [...RUN_SCENARIOS.keys()]
  return normals(MAX_RUN_ROUNDS, generator).map((effect, round) => {
    const order = shuffle(scenarios, generator)
    return scenarios.map((scenario) => ROUND_SPREAD * effect + noiseOf(round, scenario, order.indexOf(scenario)))
  })
}
