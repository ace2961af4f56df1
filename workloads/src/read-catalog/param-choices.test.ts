import { expect, test } from 'vitest'
import { makePlan } from '../run/plan.ts'
import { listWorkloads, makeSelection } from './catalog.ts'
import type { Workload } from './workload.ts'

const [some] = listWorkloads() as [Workload]
const one = { ...some, workload: 'one', params: { size: [1, 2, 'many'], cache: ['warm', 'cold'] } }
const other = { ...some, workload: 'other', params: { cache: ['warm', 'cold', 'none'] } }
const none = { ...some, workload: 'none', params: {} }

function select(workloads: Workload[], ...texts: string[]) {
  const choices = texts.map((text) => {
    const [name = '', value = ''] = text.split('=')
    return { name, value }
  })
  return makeSelection(workloads, choices).benchmarks.map(({ workload, params }) => [workload, params])
}

test('without a choice, each param has its first value', () => {
  expect(select([one, none])).toEqual([
    ['one', { size: 1, cache: 'warm' }],
    ['none', {}],
  ])
})

test('a choice is for every workload that has the param, and numbers stay numbers', () => {
  expect(select([one, other, none], 'cache=cold', 'size=2')).toEqual([
    ['one', { size: 2, cache: 'cold' }],
    ['other', { cache: 'cold' }],
    ['none', {}],
  ])
})

test('a choice may be for one workload only', () => {
  const choices = [
    { workload: 'one', name: 'cache', value: 'cold' },
    { workload: 'other', name: 'cache', value: 'none' },
  ]
  expect(makeSelection([one, other], choices).benchmarks.map(({ params }) => params)).toEqual([
    { size: 1, cache: 'cold' },
    { cache: 'none' },
  ])
})

test('several values of one param are measured in all combinations, in whatever order and however often they are given', () => {
  const all = [
    ['one', { size: 1, cache: 'warm' }],
    ['one', { size: 1, cache: 'cold' }],
    ['one', { size: 'many', cache: 'warm' }],
    ['one', { size: 'many', cache: 'cold' }],
  ]
  expect(select([one], 'size=1', 'size=many', 'cache=warm', 'cache=cold')).toEqual(all)
  expect(select([one], 'cache=cold', 'size=many', 'cache=warm', 'size=1', 'size=1')).toEqual(all)
})

test.each([
  [[one, other], 'colour=red', "Unknown parameter 'colour' (available: size, cache)."],
  [[one, other], 'constructor=1', "Unknown parameter 'constructor' (available: size, cache)."],
  [[one, other], 'cache=hot', "Invalid value 'hot' for parameter 'cache' (available: warm, cold, none)."],
  [
    [one, other],
    'cache=none',
    "Workload one has no value 'none' for parameter 'cache' (available: warm, cold). Add an available value for one, or measure it in a separate run.",
  ],
  [[none], 'size=1', "Unknown parameter 'size': the chosen workloads have no parameters."],
])('what the workloads do not have is refused with what there is %#', (workloads, choice, says) => {
  expect(() => select(workloads, choice)).toThrow(says)
})

test('params that were chosen are no deviation', () => {
  const workload = listWorkloads().find(({ workload }) => workload === 'npm-ci') as Workload
  const suite = makeSelection([workload], [{ name: 'size', value: 'cra' }])
  const choice = {
    suite,
    workloads: [workload],
    engines: [],
    onlyWorkloads: [],
    onlyScenarios: [],
    rounds: null,
    seed: 1,
  }
  const { division, deviations, benchmarks } = makePlan(choice)
  expect({ division, deviations }).toEqual({ division: 'standard', deviations: [] })
  expect(benchmarks.map(({ params }) => params)).toEqual(benchmarks.map(() => ({ size: 'cra' })))
})
