import { binomialInterval } from '@plimsoll/schema/statistics'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { Share } from './known-truth.ts'

/**
 * The levels of p for which null pairs are counted. A null pair compares the base of a check with itself. A check is
 * unreliable if the p-value of its null pair is at or below the first level.
 */
const LEVELS = [0.01, 0.05]

/**
 * The results of the null pairs of all published checks. A null pair measures the base against itself, so there is no
 * true difference.
 */
export interface NullPairs {
  checks: number
  /**
   * For each level, the share of null pairs whose p-value is at or below it. Because a null pair compares equal
   * variants, the expected share equals the level.
   */
  shares: (Share & { level: number })[]
}

/**
 * Counts null pairs. Withdrawn and superseded runs are included, because leaving out unwelcome runs would bias the
 * rate. Generated runs are not, because no machine measured them.
 */
export async function countNullPairs(reader: PrismaClient): Promise<NullPairs> {
  const checks = await reader.run.count({ where: { nullPairP: { gte: 0 }, generated: false } })
  const shares = await Promise.all(
    LEVELS.map(async (level) => {
      const hits = await reader.run.count({ where: { nullPairP: { gte: 0, lte: level }, generated: false } })
      const interval = checks === 0 ? ([0, 1] as [number, number]) : binomialInterval(hits, checks)
      return { level, what: `p at most ${Math.round(100 * level)}%`, hits, of: checks, interval }
    }),
  )
  return { checks, shares }
}
