import { randomGenerator } from '@plimsoll/schema/statistics'
import { DEFAULT_DESIGN, FIRST_REPORT, LOOK_FACTOR } from '@plimsoll/schema/verdict'
import {
  computeWelchLevels,
  decideFamily,
  METHODS,
  type Method,
  type MethodInput,
  methodInput,
  reportChanges,
} from './methods.ts'
import { listStretches, type Recording } from './recordings.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { type Count, count, emptyTally, type Tally } from './tally.ts'
import { changed } from './variants.ts'

/** The levels α at which every method is tried. */
export const ALPHAS = [0.05, 0.01] as const

/** The share of extra work that head does in a changed benchmark. */
export const CHANGE = 0.1

/** The names of the counters. */
export const NAMES = {
  /** The share of the checks without a change in which the method reports any benchmark. */
  falseAlarm: (method: Method, alpha: number) => `false alarm, ${method}, ${alpha}`,
  /** The share of the changed benchmarks (one per check) that the method reports as slower. */
  found: (method: Method, alpha: number) => `found, ${method}, ${alpha}`,
  /**
   * The share of the benchmarks in unchanged checks whose smallest p over the looks (interim analyses), times 4.2, is
   * at or below α.
   */
  lookAdjusted: (alpha: number) => `look-adjusted p, ${alpha}`,
  /** The share of the benchmarks in unchanged checks with an upper bound below the true change, 0, at any look. */
  boundTooLow: 'bound too low',
  /** The share of the benchmarks in unchanged checks with verdict "not slower". */
  notSlower: 'not slower',
}

/**
 * Counts the results of the checks of a scenario. `scenario` is an index of `SCENARIOS`. Each check has its own random
 * stream.
 */
export function runChecks(scenario: number, seed: number, checks: number): Tally {
  const tally = emptyTally()
  const { draw, detects } = SCENARIOS[scenario] as Scenario
  for (let check = 0; check < checks; check++) {
    const benchmarks = draw(randomGenerator(seed, scenario * 2 ** 24 + check))
    const family = benchmarks.map(({ variants, sequential }) => methodInput(variants, sequential))
    countUnchanged(family, tally)
    if (!detects) continue
    for (const [index, { variants, sequential }] of benchmarks.entries()) {
      const slower = methodInput(changed(variants, CHANGE), changed(sequential, CHANGE))
      countChanged(family.with(index, slower), index, tally)
    }
  }
  return tally
}

function countUnchanged(family: readonly MethodInput[], tally: Tally): void {
  for (const method of METHODS) {
    for (const alpha of ALPHAS) {
      const alarm = reportChanges(family, method, alpha).some((report) => report !== 0)
      count(tally, NAMES.falseAlarm(method, alpha), Number(alarm))
    }
  }
  for (const { looks } of family) {
    const smallestP = Math.min(...looks.filter(({ rounds }) => rounds >= FIRST_REPORT).map(({ p }) => p))
    for (const alpha of ALPHAS) count(tally, NAMES.lookAdjusted(alpha), Number(LOOK_FACTOR * smallestP <= alpha))
    count(tally, NAMES.boundTooLow, Number(looks.some(({ upper }) => upper < 0)))
  }
  for (const { verdict } of decideFamily(family, DEFAULT_DESIGN.alpha)) {
    count(tally, NAMES.notSlower, Number(verdict === 'not slower'))
  }
  tally.welchFalse.push(Math.min(...computeWelchLevels(family, 'interleaved Welch')))
}

function countChanged(family: readonly MethodInput[], index: number, tally: Tally): void {
  for (const method of METHODS) {
    for (const alpha of ALPHAS) {
      count(tally, NAMES.found(method, alpha), Number(reportChanges(family, method, alpha)[index] === 1))
    }
  }
  const { slowdown } = (family[index] as MethodInput)['interleaved Welch']
  const level = computeWelchLevels(family, 'interleaved Welch')[index] as number
  tally.welchFound.push(slowdown > 0 ? level : 1)
}

/**
 * Counts the false alarms of the verdict in every stretch of a recording, with the variants as recorded. The stretches
 * overlap, so they correspond to far fewer independent checks than their number.
 */
export function alarmsAsRecorded(name: Recording, alpha: number): Count {
  const alarms = listStretches(name).map((benchmarks) => {
    const family = benchmarks.map(({ variants }) => methodInput(variants, variants))
    return reportChanges(family, 'verdict', alpha).some((report) => report !== 0)
  })
  return { hits: alarms.filter(Boolean).length, of: alarms.length }
}
