import { describe, expect, it } from 'vitest'
import { alignedRankInterval, alignedRankP, randomGenerator } from './index.ts'

/** Values of both variants (base and head) with a drift larger than their noise. Head is larger by `shift`. */
function variants(seed: number, shift: number, rounds = 20): { base: number[]; head: number[] } {
  const generator = randomGenerator(seed)
  const noise = () => Array.from({ length: 12 }, () => generator.below(1000) / 1000 - 0.5).reduce((a, b) => a + b, 0)
  const drift = (round: number) => 0.5 * round
  return {
    base: Array.from({ length: rounds }, (_, round) => drift(round) + noise()),
    head: Array.from({ length: rounds }, (_, round) => drift(round) + noise() + shift),
  }
}

describe('the interval of the aligned-rank test', () => {
  it('leaves out 0 where the test rejects, and nowhere else', () => {
    let rejected = 0
    for (let seed = 0; seed < 60; seed++) {
      const { base, head } = variants(seed, (seed % 5) / 2)
      const [low, high] = alignedRankInterval(base, head, 0.99) as [number, number]
      const isRejected = alignedRankP(base, head) <= 1 - 0.99
      rejected += Number(isRejected)
      expect(low > 0 || high < 0).toBe(isRejected)
    }
    expect(rejected).toBeGreaterThan(15)
    expect(rejected).toBeLessThan(45)
  })

  it('holds the true shift at its level', () => {
    let held = 0
    for (let seed = 0; seed < 150; seed++) {
      const { base, head } = variants(1000 + seed, 3)
      const [low, high] = alignedRankInterval(base, head, 0.9) as [number, number]
      held += Number(low <= 3 && 3 <= high)
    }
    // The coverage is slightly above 90%, because the test is discrete. Three standard errors of the coverage are 4.5%.
    expect(held / 150).toBeGreaterThan(0.855)
    expect(held / 150).toBeLessThan(0.955)
  })

  it('moves with the shift, and turns round with the variants', () => {
    const { base, head } = variants(7, 1)
    const [low, high] = alignedRankInterval(base, head, 0.95) as [number, number]
    const more = head.map((value) => value + 10)
    expect(alignedRankInterval(base, more, 0.95)?.map((end) => end - 10)).toEqual([
      expect.closeTo(low, 2),
      expect.closeTo(high, 2),
    ])
    expect(alignedRankInterval(head, base, 0.95)?.map((end) => -end)).toEqual([
      expect.closeTo(high, 2),
      expect.closeTo(low, 2),
    ])
  })

  it('is none where the rounds are too few for its level', () => {
    const { base, head } = variants(7, 1, 7)
    expect(alignedRankInterval(base, head, 0.99)).toBeNull()
    expect(alignedRankInterval(base, head, 0.95)).not.toBeNull()
  })
})
