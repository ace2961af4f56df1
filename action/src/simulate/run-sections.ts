import type { Section } from '../report/report.ts'
import { NOISE_MODELS } from './noise.ts'
import { CVS, NOISY_CVS, runNoiseName } from './run-noise.ts'
import { section, share } from './sections.ts'
import { REPLICATION_NAMES, RUN_COUNTS } from './simulate-replications.ts'
import { BIASED, FIXED_ROUNDS, OTHER_MINIMUMS, RUN_NAMES, SUITES } from './simulate-runs.ts'
import { type Count, poolCounts, type Tally } from './tally.ts'

/** The kinds of noise with required rates. */
const REQUIRED = NOISE_MODELS.flatMap((model) => CVS.map((cv) => runNoiseName(model, cv)))

/** The runs without a bias, with a row per kind of noise and suite. */
export function healthyRunsSection(title: string, tallies: Record<string, Tally>): Section {
  return section(
    title,
    2,
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

/** The workloads that are withheld because of a bias, with a row per kind of noise and biased scenario. */
export function biasSection(title: string, tallies: Record<string, Tally>): Section {
  const designs = [...FIXED_ROUNDS, ...SUITES]
  return section(
    title,
    2,
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

/** `quick` with other minimums of rounds, and of `standard`, over all kinds of noise with required rates. */
export function minimumsSection(title: string, tallies: Record<string, Tally>): Section {
  const pooled = (name: string) => poolCounts(REQUIRED.map((noise) => tallies[noise]?.counts[name] as Count))
  return section(
    title,
    1,
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

/** Two ways to hide wide intervals in `quick`, if controls withhold nothing. */
export function hiddenSection(title: string, tallies: Record<string, Tally>): Section {
  const noises = [...CVS.map((cv) => runNoiseName('spikes', cv)), ...NOISY_CVS.map((cv) => runNoiseName('iid', cv))]
  const ways = ['rule', 'width'] as const
  return section(
    title,
    1,
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

/** Series of runs, with a row per way in which their true ratios spread. */
export function seriesSection(title: string, tallies: Record<string, Tally>): Section {
  return section(
    title,
    1,
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
