import { listSuites, listWorkloads, makePlan, type Suite } from '@plimsoll/workloads'
import { expect, test } from 'vitest'
import { roundsLines } from './rounds-lines.ts'

const plan = makePlan({
  suite: listSuites().find(({ suite }) => suite === 'quick') as Suite,
  workloads: listWorkloads(),
  engines: [],
  onlyWorkloads: ['npm-ci'],
  onlyScenarios: [],
  rounds: null,
  seed: 1,
})
const work = { benchmarks: [0, 1], rounds: 12, needed: 12, isLimitedByTime: false }

test.each([
  ['the precision that is wanted', work, 'npm-ci small: 12 rounds for ±9%'],
  [
    'the maximum, with the number that the precision needs',
    { ...work, rounds: 15, needed: 31 },
    'npm-ci small: 15 rounds (the maximum; intervals of ±9% would need 31)',
  ],
  [
    'the time limit',
    { ...work, rounds: 11, needed: 15, isLimitedByTime: true },
    'npm-ci small: 11 rounds (the time limit of 165 s allows no more; intervals of ±9% would need 15)',
  ],
  ['only the number, if there is nothing to compare', { ...work, needed: null }, 'npm-ci small: 12 rounds'],
])('the line of a workload says %s', (_, set, line) => {
  expect(roundsLines(plan, [set])).toEqual([line])
})
