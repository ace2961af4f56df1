import { midranks } from './midranks.ts'
import { signFlipP } from './sign-flip.ts'

/**
 * The two-sided p-value of Wilcoxon's signed-rank test (1945) of the hypothesis that `differences` are symmetric about
 * 0. It is exact, with midranks for equal absolute differences. Differences of 0 are removed before ranking, as in
 * Wilcoxon's paper and in scipy's `zero_method="wilcox"`. The p-value is 1 if no differences remain.
 */
export function signedRankP(differences: readonly number[]): number {
  const moved = differences.filter((difference) => difference !== 0)
  const ranks = midranks(moved.map(Math.abs))
  return signFlipP(ranks.map((rank, index) => rank * Math.sign(moved[index] as number)))
}
