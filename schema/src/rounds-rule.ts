import { mean } from './statistics/index.ts'

/**
 * The fewest rounds that the rule may set. Of biases of 10% put into one scenario, the controls of a simulated run find
 * 40% with 6 rounds, 83% with 10, and 95% with 14 (`npm run simulate`, noise of 5%).
 */
export const MIN_ADAPTED_ROUNDS = 14

/**
 * The residual standard deviation of a table of log values, after the effects of its rounds (rows) and scenarios
 * (columns) are removed. It does not depend on which scenario is faster, so a decision based on it cannot favour a
 * result. The degrees of freedom are (R − 1)(C − 1).
 * @param table one row per round; every row has one value per scenario
 * @throws {RangeError} for fewer than two rows or columns, or rows of different lengths
 */
export function pooledResidual(table: readonly (readonly number[])[]): number {
  const residuals = additiveResiduals(table)
  const squares = residuals.flat().reduce((sum, residual) => sum + residual ** 2, 0)
  return Math.sqrt(squares / ((residuals.length - 1) * ((residuals[0] as number[]).length - 1)))
}

/**
 * The residuals of the additive fit of a table: each value less the table's mean, the effect of its row and the effect
 * of its column. Source: the two-way analysis of variance without replication (Scheffé, The Analysis of Variance, 1959,
 * section 4.2).
 * @param table as for `pooledResidual`
 * @throws {RangeError} as `pooledResidual`
 */
function additiveResiduals(table: readonly (readonly number[])[]): number[][] {
  const columns = table[0]?.length ?? 0
  if (table.length < 2 || columns < 2) throw new RangeError('a two-way fit needs at least two rounds and two scenarios')
  if (table.some((row) => row.length !== columns)) throw new RangeError('every round needs a value for every scenario')
  const ofRows = table.map(mean)
  const ofColumns = Array.from({ length: columns }, (_, column) => mean(table.map((row) => row[column] as number)))
  const overall = mean(ofRows)
  return table.map((row, round) =>
    row.map((value, column) => value - (ofRows[round] as number) - (ofColumns[column] as number) + overall),
  )
}

/** The 97.5% quantile of the normal distribution, for a two-sided 95% interval. */
const NORMAL_QUANTILE = 1.96

/**
 * The asymptotic relative efficiency of the signed-rank interval for normal values, 3 ÷ π. Source: Hodges and Lehmann,
 * The Efficiency of Some Nonparametric Competitors of the t-Test, 1956.
 */
const EFFICIENCY = 0.955

/** Rounds added because the signed-rank interval has only a few possible bounds in small samples. */
const MORE_ROUNDS = 2

/**
 * The number of rounds for a ratio whose 95% interval is about ±`halfWidth`:
 * n = ⌈(1.96·√2·s ÷ ln(1 + h))² ÷ 0.955⌉ + 2. The log ratio of two scenarios in a round has the standard deviation √2·s.
 * @param residualSd s, from `pooledResidual`
 * @param halfWidth h, 0.09 for ±9%
 * @param limits the result is at least `minimum` and at most `maximum`; if they contradict, `maximum` wins
 */
export function roundsNeeded(
  residualSd: number,
  halfWidth: number,
  { minimum, maximum }: { minimum: number; maximum: number },
): number {
  const ratio = (NORMAL_QUANTILE * Math.SQRT2 * residualSd) / Math.log1p(halfWidth)
  const needed = Math.ceil(ratio ** 2 / EFFICIENCY) + MORE_ROUNDS
  return Math.min(maximum, Math.max(minimum, needed))
}
