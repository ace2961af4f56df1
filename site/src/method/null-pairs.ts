import { binomialInterval } from '@plimsoll/schema/statistics'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { Share } from './known-truth.ts'

/** The levels at which null pairs are counted; at the first one a check is unreliable. */
const LEVELS = [0.01, 0.05]

/** How the null pairs of all published checks came out: base measured against itself, where nothing can differ. */
export interface NullPairs {
  checks: number
  /** Of each level: how many null pairs have a p at or below it. Equal variants have as many as the level says. */
  shares: (Share & { level: number })[]
}

/** Counts them. Withdrawn and superseded runs count, too: who leaves out the unwelcome ones has no rate. */
export async function countNullPairs(reader: PrismaClient): Promise<NullPairs> {
  const checks = await reader.run.count({ where: { nullPairP: { gte: 0 } } })
  const shares = await Promise.all(
    LEVELS.map(async (level) => {
      const hits = await reader.run.count({ where: { nullPairP: { gte: 0, lte: level } } })
      const interval = checks === 0 ? ([0, 1] as [number, number]) : binomialInterval(hits, checks)
      return { level, what: `p at most ${Math.round(100 * level)}%`, hits, of: checks, interval }
    }),
  )
  return { checks, shares }
}
