import { mean } from './mean-and-deviation.ts'
import { quantileOfSorted, sortAscending } from './quantile.ts'

/** The smallest number of values that can be two groups. */
const FEWEST = 5

/** The smallest share of the values, and the smallest number of values, of a group. */
const [SMALLEST_SHARE, SMALLEST_SIZE] = [0.2, 2]

/** The smallest factor between the medians of two groups. */
const SMALLEST_FACTOR = 1.5

/** The smallest share of the variance that two groups explain. Halves explain 64% of that of a normal distribution. */
const SMALLEST_EXPLAINED = 0.9

/**
 * The medians of the two groups in which values lie, the smaller one first; null if they do not lie in two groups. The
 * median of all values is then a matter of which group has more of them.
 *
 * The values are cut in two where the logarithms' sum of squares within the parts is smallest (Fisher, On Grouping for
 * Maximum Homogeneity, 1958). The parts are groups if each has at least a fifth of the values and two of them, if the cut
 * explains at least 90% of the variance of the logarithms (1 − the sum of squares within the parts ÷ that of all), and if
 * their medians differ by a factor of at least 1.5. This describes the values at hand; it is no test of a distribution.
 * Null below five values, and if a value is not positive.
 */
export function twoGroups(values: readonly number[]): [lower: number, upper: number] | null {
  const sorted = sortAscending(values)
  if (sorted.length < FEWEST || (sorted[0] as number) <= 0) return null
  const { cut, explained } = bestCut(sorted.map(Math.log))
  const lower = quantileOfSorted(sorted.slice(0, cut), 0.5)
  const upper = quantileOfSorted(sorted.slice(cut), 0.5)
  return explained >= SMALLEST_EXPLAINED && upper / lower >= SMALLEST_FACTOR ? [lower, upper] : null
}

/** The size of the lower part in the cut that explains most of the variance, and the share that it explains. */
function bestCut(logs: readonly number[]): { cut: number; explained: number } {
  const n = logs.length
  const fewest = Math.max(SMALLEST_SIZE, Math.ceil(SMALLEST_SHARE * n))
  const centre = mean(logs)
  const total = logs.reduce((sum, log) => sum + (log - centre) ** 2, 0)
  let best = { cut: fewest, explained: 0 }
  let below = 0
  for (const [at, log] of logs.entries()) {
    // The sum of squares between two parts is d² ÷ k + d² ÷ (n − k), for the sum d of the deviations of the k lowest.
    const between = at < fewest || at > n - fewest ? 0 : below ** 2 / at + below ** 2 / (n - at)
    if (between / total > best.explained) best = { cut: at, explained: between / total }
    below += log - centre
  }
  return best
}
