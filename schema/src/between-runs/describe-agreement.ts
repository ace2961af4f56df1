import { mean } from '../statistics/index.ts'
import { CLOSE, type RepeatedRatio, sumShares } from './repeated-ratios.ts'

/** How well the runs of one design agree in their primary metrics, in one or two sentences. */
export function describeAgreement(runs: number, ratios: readonly RepeatedRatio[]): string[] {
  if (runs === 1) return ['Not replicated: one run cannot show what the next run will give.']
  const primary = ratios.filter((ratio) => ratio.primary)
  const inside = sumShares(primary.map((ratio) => ratio.inside))
  const close = sumShares(primary.map((ratio) => ratio.close))
  if (close.total === 0) return ['No ratio was estimated in two runs.']
  const expected = mean(
    primary.flatMap(({ expectedClose, close: { total } }) => Array<number>(total).fill(expectedClose ?? 0)),
  )
  return [
    inside.total === 0
      ? 'The first run has no estimate, so it predicts none of the others.'
      : `${inside.count} of ${inside.total} repeated ratios lie inside the 95% prediction interval of the first run.`,
    `${percent(close.count / close.total)} of the pairs of estimates differ by at most ${percent(CLOSE)}; ${percent(expected)} would be expected from the rounds alone.`,
  ]
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
