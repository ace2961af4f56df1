import {
  atLeastAsWide,
  type ControlProblem,
  findControlProblem,
  judgeControlPairs,
  MIN_ADAPTED_ROUNDS,
  pooledResidual,
  type RoundEstimate,
  ratioOfLogs,
  ratioStatus,
  roundsNeeded,
} from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import {
  MAX_RUN_ROUNDS,
  RUN_NOISES,
  RUN_SCENARIOS,
  type RunNoise,
  type RunScenario,
  type RunTable,
} from './run-noise.ts'
import { count, emptyTally, type Tally } from './tally.ts'

/** How many rounds a run measures: always the same number, or the number that the rule sets after round 6. */
export interface RunDesign {
  name: string
  rounds: number | { halfWidth: number; minimum: number; maximum: number }
}

/** The rounds that the rule looks at. */
const FIRST_ROUNDS = 6

/** The suites, as they are. */
export const SUITES: readonly RunDesign[] = [
  { name: 'quick', rounds: { halfWidth: 0.09, minimum: MIN_ADAPTED_ROUNDS, maximum: 15 } },
  { name: 'standard', rounds: { halfWidth: 0.04, minimum: MIN_ADAPTED_ROUNDS, maximum: MAX_RUN_ROUNDS } },
]

/** Fixed numbers of rounds. */
export const FIXED_ROUNDS: readonly RunDesign[] = [6, 10, 14, 20, 28].map((rounds) => ({
  name: `${rounds} rounds`,
  rounds,
}))

const RUN_DESIGNS: readonly RunDesign[] = [...FIXED_ROUNDS, ...SUITES]

/** The true ratios to native. Equal scenarios are needed, because they make the controls. */
export const TRUE_RATIOS: Partial<Record<RunScenario, number>> = { layer: 1.2, volume: 1, bind: 1, 'bind-volume': 1.1 }

/** The pairs of scenarios whose true ratio is 1. */
const CONTROLS: readonly [RunScenario, RunScenario][] = [
  ['native repeat', 'native'],
  ['volume', 'bind'],
]

/** The scenarios of which one at a time gets a bias, and so differs from its twin in the controls. */
export const BIASED = ['volume', 'native'] as const

/** The extra time of a biased scenario, as a share. */
const BIAS = 0.1

/** A simulated run has as many workloads with ratios as `quick`. */
const WORKLOADS = ['npm-ci', 'metadata'] as const

/** The names of the counters, by the name of the design. */
export const RUN_NAMES = {
  /** The share of the shown intervals, ranges included, that contain the true ratio, in runs without a bias. */
  covered: (design: string) => `covered, ${design}`,
  /** The share of the ratios that have an estimate, in runs without a bias. */
  estimated: (design: string) => `estimated, ${design}`,
  /** The share of the runs without a bias of which at least one workload is withheld. */
  anyWithheld: (design: string) => `any withheld, ${design}`,
  /** The share of the runs without a bias that are unreliable. */
  unreliable: (design: string) => `unreliable, ${design}`,
  /** The share of the workloads with a bias of 10% in one scenario that are withheld. */
  found: (design: string, biased: (typeof BIASED)[number]) => `bias of ${biased} found, ${design}`,
  /** The rounds of a workload; the quotient is their mean. */
  rounds: (design: string) => `rounds, ${design}`,
}

/**
 * Counts the results of the runs with one kind of noise, in every design. `noise` is an index of
 * `RUN_NOISES`. Each run has its own random stream, as in `runChecks`. All designs see the same times: a design with
 * fewer rounds sees the first of them.
 */
export function runRuns(noise: number, seed: number, runs: number): Tally {
  const tally = emptyTally()
  for (let run = 0; run < runs; run++) {
    const tables = drawRun(noise, seed, run)
    // Many designs lead to the same number of rounds.
    const known = new Map<string, WorkResult>()
    for (const { name, rounds } of RUN_DESIGNS) {
      const results = tables.map((table, workload) => {
        const n = roundsOf(table, rounds)
        const key = `${workload} ${n}`
        const result = known.get(key) ?? measure(table.slice(0, n))
        known.set(key, result)
        return result
      })
      countRun(results, name, tally)
    }
  }
  return tally
}

/** The times of one simulated run without a bias: a table per workload. The true ratios are not in them. */
export function drawRun(noise: number, seed: number, run: number): RunTable[] {
  const { draw } = RUN_NOISES[noise] as RunNoise
  const generator = randomGenerator(seed, (RUN_STREAMS + noise) * 2 ** 24 + run)
  return WORKLOADS.map(() => draw(generator))
}

/** The random streams from here on belong to runs; those before belong to checks. */
const RUN_STREAMS = 128

/** What a report would compute from one pair of equal things. */
interface Control {
  estimate: RoundEstimate
  problem: ControlProblem | null
}

/** What a report would compute from one workload. */
interface WorkResult {
  rounds: number
  ratios: { truth: number; estimate: RoundEstimate }[]
  /** The control pairs. */
  controls: Control[]
  /** The same if one scenario has a bias. */
  isWithheldIf: Record<(typeof BIASED)[number], boolean>
}

function roundsOf(table: RunTable, rounds: RunDesign['rounds']): number {
  if (typeof rounds === 'number') return rounds
  return roundsNeeded(pooledResidual(table.slice(0, FIRST_ROUNDS)), rounds.halfWidth, rounds)
}

function measure(table: RunTable): WorkResult {
  const unbiased = CONTROLS.map((control) => measureControl(table, control, null))
  const isWithheldIf = (biased: RunScenario) =>
    CONTROLS.some((control, index) => {
      const { problem } = control.includes(biased)
        ? measureControl(table, control, biased)
        : (unbiased[index] as Control)
      return problem === 'differs'
    })
  return {
    rounds: table.length,
    ratios: Object.entries(TRUE_RATIOS).map(([scenario, truth]) => ({
      truth,
      estimate: ratioOf(table, scenario as RunScenario, 'native', Math.log(truth)),
    })),
    controls: unbiased,
    isWithheldIf: { volume: isWithheldIf('volume'), native: isWithheldIf('native') },
  }
}

function measureControl(
  table: RunTable,
  [scenario, twin]: (typeof CONTROLS)[number],
  biased: RunScenario | null,
): Control {
  const shift = Math.log1p(BIAS) * (Number(scenario === biased) - Number(twin === biased))
  const estimate = ratioOf(table, scenario, twin, shift)
  return { estimate, problem: findControlProblem(estimate) }
}

/** The estimate of a ratio whose logarithm is `shift` more than in the table. */
function ratioOf(table: RunTable, scenario: RunScenario, reference: RunScenario, shift: number): RoundEstimate {
  const [own, theirs] = [RUN_SCENARIOS.indexOf(scenario), RUN_SCENARIOS.indexOf(reference)]
  return ratioOfLogs(table.map((row) => (row[own] as number) - (row[theirs] as number) + shift))
}

function countRun(results: WorkResult[], design: string, tally: Tally): void {
  const pairs = results.flatMap(({ controls }, index) =>
    controls.map((control) => ({ ...control, workload: WORKLOADS[index] as string })),
  )
  const reliability = judgeControlPairs(pairs)
  count(tally, RUN_NAMES.anyWithheld(design), Number(reliability.withheld.size > 0))
  count(tally, RUN_NAMES.unreliable(design), Number(reliability.unreliable))
  for (const [index, { rounds, ratios, isWithheldIf }] of results.entries()) {
    count(tally, RUN_NAMES.rounds(design), rounds)
    for (const biased of BIASED) count(tally, RUN_NAMES.found(design, biased), Number(isWithheldIf[biased]))
    for (const { truth, estimate } of ratios) {
      const work = WORKLOADS[index] as string
      const status = ratioStatus(MEASURED, reliability, estimate, work)
      count(tally, RUN_NAMES.estimated(design), Number(status === 'resolved'))
      if ((status !== 'resolved' && status !== 'range') || estimate.interval === null) continue
      const [lower, upper] = atLeastAsWide(estimate.interval, work, reliability)
      count(tally, RUN_NAMES.covered(design), Number(lower <= truth && truth <= upper))
    }
  }
}

const MEASURED = { origin: { kind: 'measured' } } as Parameters<typeof ratioStatus>[0]
