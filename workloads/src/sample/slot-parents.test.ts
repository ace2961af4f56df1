import { expect, test } from 'vitest'
import { drawParents } from './slot-parents.ts'

const plan = {
  seed: 7,
  order: Array.from({ length: 40 }, (_, round) => (round % 2 === 0 ? [0, 1] : [1, 0])),
  benchmarks: [{ control: false }, { control: true }],
}

test('each sample draws one of four parents, and controls draw from another four', () => {
  const parents = drawParents(plan)
  const of = (benchmark: number) => plan.order.map((turn, round) => parents[round]?.[turn.indexOf(benchmark)] as string)
  expect([...new Set(of(0))].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([...new Set(of(1))].sort()).toEqual(['e', 'f', 'g', 'h'])
})

test('a resumed run draws the same parents, another seed draws others', () => {
  expect(drawParents(plan)).toEqual(drawParents(structuredClone(plan)))
  expect(drawParents({ ...plan, seed: 8 })).not.toEqual(drawParents(plan))
})
