import { NOISE_MODELS } from './noise.ts'
import { CVS, NOISY_CVS, runNoiseName } from './run-noise.ts'
import { REPLICATION_NAMES, RUN_COUNTS } from './simulate-replications.ts'
import { BIASED, FIXED_ROUNDS, OTHER_MINIMUMS, RUN_NAMES, SUITES } from './simulate-runs.ts'
import { share, table } from './table.ts'
import { type Count, poolCounts, type Tally } from './tally.ts'

/** The kinds of noise with required rates. */
const REQUIRED = NOISE_MODELS.flatMap((model) => CVS.map((cv) => runNoiseName(model, cv)))

/** A table of the runs without a bias, with a row per kind of noise and suite. */
export function healthyRunsTable(tallies: Record<string, Tally>): string {
  return table(
    ['times', 'suite', 'mean rounds', 'true ratio in interval', 'ratios printed', 'workload withheld', 'unreliable'],
    Object.entries(tallies).flatMap(([noise, { counts }]) =>
      SUITES.map(({ name }) => [
        noise,
        name,
        quotient(counts[RUN_NAMES.rounds(name)] as Count),
        share(counts[RUN_NAMES.covered(name)]),
        share(counts[RUN_NAMES.printed(name)]),
        share(counts[RUN_NAMES.anyWithheld(name)]),
        share(counts[RUN_NAMES.unreliable(name)]),
      ]),
    ),
  )
}

/** A table of the workloads that are withheld because of a bias, with a row per kind of noise and biased scenario. */
export function biasTable(tallies: Record<string, Tally>): string {
  const designs = [...FIXED_ROUNDS, ...SUITES]
  return table(
    ['times', '+10% in', ...designs.map(({ name }) => name)],
    REQUIRED.flatMap((noise) =>
      BIASED.map((biased) => [
        noise,
        biased,
        ...designs.map(({ name }) => share(tallies[noise]?.counts[RUN_NAMES.found(name, biased)])),
      ]),
    ),
  )
}

/** A table of `quick` with other minimums of rounds, and of `standard`, over all kinds of noise with required rates. */
export function minimumsTable(tallies: Record<string, Tally>): string {
  const pooled = (name: string) => poolCounts(REQUIRED.map((noise) => tallies[noise]?.counts[name] as Count))
  return table(
    ['rounds', 'mean rounds', 'true ratio in interval', 'workload withheld', '+10% in volume', '+10% in native'],
    [...OTHER_MINIMUMS, ...SUITES].map(({ name }) => [
      name,
      quotient(pooled(RUN_NAMES.rounds(name))),
      share(pooled(RUN_NAMES.covered(name))),
      share(pooled(RUN_NAMES.anyWithheld(name))),
      ...BIASED.map((biased) => share(pooled(RUN_NAMES.found(name, biased)))),
    ]),
  )
}

/** A table of two ways to hide wide intervals in `quick`, if controls withhold nothing. */
export function hiddenTable(tallies: Record<string, Tally>): string {
  const noises = [...CVS.map((cv) => runNoiseName('spikes', cv)), ...NOISY_CVS.map((cv) => runNoiseName('iid', cv))]
  const ways = ['rule', 'width'] as const
  return table(
    ['times', 'shown', 'true ratio in interval', 'shown by width alone', 'true ratio in interval'],
    noises.map((noise) => [
      noise,
      ...ways.flatMap((hidden) => [
        share(tallies[noise]?.counts[RUN_NAMES.shown('quick', hidden)]),
        share(tallies[noise]?.counts[RUN_NAMES.coveredOfShown('quick', hidden)]),
      ]),
    ]),
  )
}

/** A table of series of runs, with a row per way in which their true ratios spread. */
export function seriesTable(tallies: Record<string, Tally>): string {
  return table(
    [
      'spread between runs',
      ...RUN_COUNTS.flatMap((runs) => [`${runs} runs: next run inside`, 'true ratio inside', 'half-width']),
    ],
    Object.entries(tallies).map(([name, { counts }]) => [
      name,
      ...RUN_COUNTS.flatMap((runs) => [
        share(counts[REPLICATION_NAMES.predicted(runs)]),
        share(counts[REPLICATION_NAMES.covered(runs)]),
        `±${(100 * Number(quotient(counts[REPLICATION_NAMES.width(runs)] as Count, 4))).toFixed(0)}%`,
      ]),
    ]),
  )
}

function quotient({ hits, of }: Count, digits = 1): string {
  return (hits / of).toFixed(digits)
}
