import { NOISE_MODELS, type NoiseModel } from './noise.ts'
import { type Limit, makeReportLine, type ReportLine } from './report-lines.ts'
import { CORRELATIONS, CVS, runNoiseName } from './run-noise.ts'
import { BIASED, RUN_NAMES, SUITES } from './simulate-runs.ts'
import { type Count, poolCounts, type Tally } from './tally.ts'

/** The share of the shown 95% intervals that must contain the true ratio. */
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
  const countOf = (noise: string, name: string) => tallies[noise]?.counts[name] as Count
  /** The line of a counter, summed over kinds of noise and over the coefficients of variation from 3% to 8%. */
  const line = (what: string, models: readonly (NoiseModel | number)[], name: string, limit: Limit | null) => {
    const counts = models.flatMap((model) => CVS.map((cv) => countOf(runNoiseName(model, cv), name)))
    return makeReportLine(what, poolCounts(counts), limit)
  }
  const correlated = CORRELATIONS.map((correlation) => [`lag-1 correlation ${correlation}`, [correlation]] as const)
  const four = ['four kinds of noise', NOISE_MODELS] as const
  const suites = SUITES.flatMap(({ name }) => {
    const covered = ([noise, models]: readonly [string, readonly (NoiseModel | number)[]], share: number | null) => {
      const limit = share === null ? null : ({ kind: 'at least', share } as const)
      return line(`true ratio in the shown interval, ${noise}, ${name}`, models, RUN_NAMES.covered(name), limit)
    }
    return [
      covered(four, MIN_COVERED),
      ...NOISE_MODELS.map((model) => covered([model, [model]], MIN_COVERED_OF_EACH)),
      ...correlated.map((noise) => covered(noise, null)),
      ...[four, ...correlated].flatMap(([noise, models]) => {
        const limit = models === NOISE_MODELS ? ({ kind: 'at most', share: MAX_WITHHELD } as const) : null
        return [
          line(`a workload withheld without a bias, ${noise}, ${name}`, models, RUN_NAMES.anyWithheld(name), limit),
          line(`unreliable without a bias, ${noise}, ${name}`, models, RUN_NAMES.unreliable(name), null),
        ]
      }),
    ]
  })
  const biases = BIASED.flatMap((biased) => {
    const { rounds, share, cvs } = MIN_FOUND[biased]
    return CVS.map((cv) => {
      const noise = runNoiseName('iid', cv)
      const limit = cvs.includes(cv) ? ({ kind: 'at least', share } as const) : null
      const count = countOf(noise, RUN_NAMES.found(`${rounds} rounds`, biased))
      return makeReportLine(`${biased} +10% withheld, ${rounds} rounds, ${noise}`, count, limit)
    })
  })
  return [...suites, ...biases]
}
