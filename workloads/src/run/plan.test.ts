import { expect, test } from 'vitest'
import { listSuites, listWorkloads } from '../catalog/catalog.ts'
import { makePlan, type PlanChoice } from './plan.ts'

const choice: PlanChoice = {
  suite: listSuites().find(({ suite }) => suite === 'quick') as PlanChoice['suite'],
  workloads: listWorkloads(),
  engines: ['docker', 'podman'],
  onlyWorkloads: ['npm-ci'],
  onlyScenarios: [],
  rounds: null,
  seed: 7,
}

test('native is measured once, every other scenario once for each engine', () => {
  const benchmarks = makePlan(choice).benchmarks.map(({ scenario, engine }) => `${scenario} ${engine}`)
  expect(benchmarks).toEqual([
    'native null',
    ...['docker', 'podman'].flatMap((engine) =>
      ['layer', 'volume', 'bind-volume', 'bind'].map((scenario) => `${scenario} ${engine}`),
    ),
  ])
})

test('every round has every benchmark once, in an order of its own', () => {
  const { order, benchmarks } = makePlan(choice)
  expect(order).toHaveLength(4)
  for (const round of order) expect([...round].sort((a, b) => a - b)).toEqual(benchmarks.map((_, index) => index))
  expect(new Set(order.map(String)).size).toBeGreaterThan(1)
})

test('the same seed gives the same plan, another seed another', () => {
  expect(makePlan(choice).digest).toBe(makePlan(choice).digest)
  expect(makePlan({ ...choice, seed: 8 }).digest).not.toBe(makePlan(choice).digest)
})

test('every difference from the frozen suite is a deviation and makes the run modified', () => {
  expect(makePlan({ ...choice, onlyWorkloads: [] })).toMatchObject({ division: 'standard', deviations: [] })
  expect(makePlan({ ...choice, onlyWorkloads: [], rounds: 1, onlyScenarios: ['bind'] })).toMatchObject({
    division: 'modified',
    deviations: ['only the scenarios bind', "1 round in place of the suite's"],
  })
})

test('options that match no benchmark are rejected', () => {
  expect(() => makePlan({ ...choice, onlyWorkloads: ['other'] })).toThrow(
    'No benchmark of the suite quick matches these options',
  )
})
