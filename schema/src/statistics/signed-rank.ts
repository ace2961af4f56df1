import { midranks } from './midranks.ts'
import { signFlipP } from './sign-flip.ts'

/**
 * The two-sided p-value of Wilcoxon's signed-rank test (1945) that `differences` are symmetric about 0. Exact, equal
 * absolute differences by midranks; differences of 0 are left out before ranking, as Wilcoxon did and as scipy's
 * `zero_method="wilcox"` does. 1 where nothing is left.
 */
export function signedRankP(differences: readonly number[]): number {
  const moved = differences.filter((difference) => difference !== 0)
  const ranks = midranks(moved.map(Math.abs))
  return signFlipP(ranks.map((rank, index) => rank * Math.sign(moved[index] as number)))
}
