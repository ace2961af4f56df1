import { NOISE_MODELS, type NoiseModel } from './noise.ts'
import { type Limit, lineOf, type ReportLine } from './report-lines.ts'
import { CORRELATIONS, CVS, runNoiseName } from './run-noise.ts'
import { BIASED, RUN_NAMES, SUITES } from './simulate-runs.ts'
import { type Count, poolCounts, type Tally } from './tally.ts'

/** The share of the printed 95% intervals that must contain the true ratio. */
const MIN_COVERED = 0.94

/** The same for each kind of noise. */
const MIN_COVERED_OF_EACH = 0.93

const MAX_WITHHELD = 0.05

/** The share of biases of 10% that must be found under iid noise, at the stated rounds and coefficients of variation. */
const MIN_FOUND = {
  volume: { rounds: 14, share: 0.8, cvs: [0.03, 0.05] },
  native: { rounds: 20, share: 0.7, cvs: [0.03, 0.05, 0.08] },
}

/** Returns all lines of the report on runs. `tallies` are the counts by the name of the noise. */
export function runReportLines(tallies: Record<string, Tally>): ReportLine[] {
  return [...SUITES.flatMap(({ name }) => [...covered(name), ...withheld(name)]), ...biasesFound()]

  function covered(suite: string): ReportLine[] {
    const line = (noise: string, models: readonly (NoiseModel | number)[], limit: Limit | null) =>
      lineOf(`true ratio in the printed interval, ${noise}, ${suite}`, pooled(models, RUN_NAMES.covered(suite)), limit)
    return [
      line('four kinds of noise', NOISE_MODELS, { kind: 'at least', share: MIN_COVERED }),
      ...NOISE_MODELS.map((model) => line(model, [model], { kind: 'at least', share: MIN_COVERED_OF_EACH })),
      ...CORRELATIONS.map((correlation) => line(`lag-1 correlation ${correlation}`, [correlation], null)),
    ]
  }

  function withheld(suite: string): ReportLine[] {
    const limit: Limit = { kind: 'at most', share: MAX_WITHHELD }
    return (
      [
        ['four kinds of noise', NOISE_MODELS, limit],
        ...CORRELATIONS.map((correlation) => [`lag-1 correlation ${correlation}`, [correlation], null] as const),
      ] as const
    ).flatMap(([noise, models, most]) => [
      lineOf(
        `a workload withheld without a bias, ${noise}, ${suite}`,
        pooled(models, RUN_NAMES.anyWithheld(suite)),
        most,
      ),
      lineOf(`unreliable without a bias, ${noise}, ${suite}`, pooled(models, RUN_NAMES.unreliable(suite)), null),
    ])
  }

  function biasesFound(): ReportLine[] {
    return BIASED.flatMap((biased) => {
      const { rounds, share, cvs } = MIN_FOUND[biased]
      return CVS.map((cv) =>
        lineOf(
          `${biased} +10% withheld, ${rounds} rounds, ${runNoiseName('iid', cv)}`,
          countOf(runNoiseName('iid', cv), RUN_NAMES.found(`${rounds} rounds`, biased)),
          cvs.includes(cv) ? { kind: 'at least', share } : null,
        ),
      )
    })
  }

  /** The sum of a counter over kinds of noise, and over the coefficients of variation from 3% to 8%. */
  function pooled(models: readonly (NoiseModel | number)[], name: string): Count {
    return poolCounts(models.flatMap((model) => CVS.map((cv) => countOf(runNoiseName(model, cv), name))))
  }

  function countOf(noise: string, name: string): Count {
    return tallies[noise]?.counts[name] as Count
  }
}
