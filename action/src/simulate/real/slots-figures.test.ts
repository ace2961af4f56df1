import { readFileSync } from 'node:fs'
import { alignedRankP, median, randomGenerator } from '@plimsoll/schema/statistics'
import { describe, expect, test } from 'vitest'
import type { Kind, SlotSample } from './slots.ts'
import { figuresOf, type SlotsDocument, samplesOf } from './slots-document.ts'
import { slotsFigures } from './slots-figures.ts'

const CONTAINERS = 8
const ROUNDS = 40

/** Samples of one kind with noise of ±10%. `luck` is the factor by which the slot of a container changes its times. */
function synthetic(kind: Kind, luck: (container: number, round: number) => number, seed = 1): SlotSample[] {
  const generator = randomGenerator(seed)
  return Array.from({ length: CONTAINERS * ROUNDS }, (_, index) => {
    const [round, container] = [Math.floor(index / CONTAINERS), index % CONTAINERS]
    const noise = 0.9 + (0.2 * generator.next()) / 2 ** 32
    return { kind, round, order: container, container, ns: Math.round(1e7 * noise * luck(container, round)) }
  })
}

describe('pairs of identical containers', () => {
  test('five slots out of eight that are 30% slower make 15 of 28 pairs different', () => {
    const figures = slotsFigures(
      synthetic('kept', (container) => (container < 5 ? 1.3 : 1)),
      'kept',
    )
    expect(figures).toMatchObject({ pairs: 28, differentAt1: 15 })
    expect(figures.medians.map((ns) => ns > 11.5e6)).toEqual([true, true, true, true, true, false, false, false])
  })

  test('noise alone makes about 1% of the pairs different at 1%, and about 5% at 5%', () => {
    const all = Array.from({ length: 50 }, (_, seed) =>
      slotsFigures(
        synthetic('fresh', () => 1, seed),
        'fresh',
      ),
    )
    const share = (name: 'differentAt1' | 'differentAt5') =>
      all.reduce((sum, figures) => sum + figures[name], 0) / (28 * all.length)
    expect(share('differentAt1')).toBeGreaterThan(0)
    expect(share('differentAt1')).toBeLessThan(0.02)
    expect(share('differentAt5')).toBeGreaterThan(0.03)
    expect(share('differentAt5')).toBeLessThan(0.07)
  })

  test('a drift that all containers share makes none of them different', () => {
    const figures = slotsFigures(
      synthetic('kept', (_, round) => 1 + round),
      'kept',
    )
    expect(figures.differentAt1).toBeLessThanOrEqual(1)
  })

  test('each kind is judged by its own samples, in any order', () => {
    const samples = [...synthetic('kept', (container) => 1 + container / 10), ...synthetic('fresh', () => 1, 2)]
    const { kept, fresh } = figuresOf(samples.toReversed())
    expect(kept).toEqual(slotsFigures(samples.slice(0, CONTAINERS * ROUNDS), 'kept'))
    expect(kept.differentAt1).toBeGreaterThan(20)
    expect(fresh).toEqual(slotsFigures(samples.slice(CONTAINERS * ROUNDS), 'fresh'))
    expect(fresh.differentAt1).toBeLessThan(5)
  })
})

describe('the recorded experiment', () => {
  const file = new URL('../../../../examples/slots.json', import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as SlotsDocument
  const samples = samplesOf(recorded)

  test('has every container of both kinds once in every round', () => {
    const { containers, rounds } = recorded.design
    expect(recorded.rounds).toHaveLength(rounds)
    const variants = Array.from({ length: containers }, (_, container) => [
      `kept ${container}`,
      `fresh ${container}`,
    ]).flat()
    for (const round of recorded.rounds)
      expect(round.map(([kind, container]) => `${kind} ${container}`).toSorted()).toEqual(variants.toSorted())
    for (const { ns } of samples) expect(Number.isSafeInteger(ns) && ns > 0).toBe(true)
  })

  test('has the figures that follow from its samples', () => {
    expect(recorded.figures).toEqual(figuresOf(samples))
    // Recompute the figures independently of the code that made the recorded ones.
    for (const kind of ['kept', 'fresh'] as const) {
      const lists = Array.from({ length: recorded.design.containers }, (_, container) =>
        recorded.rounds.map(
          (round) => round.find(([of, number]) => of === kind && number === container)?.[2] as number,
        ),
      )
      let different = 0
      for (const [index, one] of lists.entries())
        for (const other of lists.slice(0, index))
          if (alignedRankP(other.map(Math.log), one.map(Math.log)) <= 0.01) different++
      expect(recorded.figures[kind].differentAt1).toBe(different)
      expect(recorded.figures[kind].medians).toEqual(lists.map((list) => Math.round(median(list))))
    }
  })

  test('reports kept slots as different far too often, and fresh slots not', () => {
    expect(recorded.figures.kept.pairs).toBe(28)
    expect(recorded.figures.kept.differentAt1).toBeGreaterThanOrEqual(5) // Five are 18% of the 28 pairs.
    // Of 28 pairs that do not differ, the test reports more than 3 as different in 1 of 200 experiments (simulated).
    expect(recorded.figures.fresh.differentAt1).toBeLessThanOrEqual(3)
  })
})
