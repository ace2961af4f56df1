import { expect, test } from 'vitest'
import { listSuites, listWorkloads } from '../read-catalog/catalog.ts'
import { fitsBudget, parseBudget, withBudget } from './budget.ts'
import { makePlan, planDigest } from './plan.ts'

const budget = { text: '10s', seconds: 10 }
const second = 1e9

test.each([
  ['90s', 90],
  ['10m', 600],
  ['1h30m', 5400],
  ['2h', 7200],
])('%s is %d seconds', (text, seconds) => {
  expect(parseBudget(text)).toEqual({ text, seconds })
})

test.each(['', '10', '0s', 'm', '30m1h', '-5m', '1.5h', '10 m'])('"%s" is no budget', (text) => {
  expect(parseBudget(text)).toBeNull()
})

test('a plan with a budget is modified, lists it as a deviation, and has another digest', () => {
  const suite = listSuites().find(({ suite }) => suite === 'mac-2025') as never
  const choice = { suite, workloads: listWorkloads(), engines: [], onlyWorkloads: [], onlyScenarios: [] }
  const plan = makePlan({ ...choice, rounds: null, seed: 1 })
  expect(plan.digest).toBe(planDigest(plan))
  const limited = withBudget(plan, budget)
  expect(limited).toMatchObject({ division: 'modified', deviations: ['a budget of 10s'] })
  expect(limited.digest).toBe(planDigest(limited))
  expect(limited.digest).not.toBe(plan.digest)
})

test('a round starts only if the longest round so far would fit into the remaining budget', () => {
  expect(fitsBudget(budget, 6 * second, [2 * second, 4 * second], 2)).toBe(true)
  expect(fitsBudget(budget, 7 * second, [3 * second, 4 * second], 2)).toBe(false)
})

test('the first round always starts, and a started round continues until the budget is used up', () => {
  expect(fitsBudget(budget, 0, [], 0)).toBe(true)
  expect(fitsBudget(budget, 9.9 * second, [9.9 * second], 0)).toBe(true)
  expect(fitsBudget(budget, 10 * second, [10 * second], 0)).toBe(false)
  expect(fitsBudget(budget, 9.9 * second, [6 * second, 3.9 * second], 1)).toBe(true)
})

test('a round in which nothing was measured does not end the run', () => {
  const rounds = [2 * second]
  rounds[3] = 3 * second
  expect(fitsBudget(budget, 6 * second, rounds, 4)).toBe(true)
  expect(fitsBudget(budget, 8 * second, rounds, 4)).toBe(false)
})
