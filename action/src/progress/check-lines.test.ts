import type { Check, CheckedBenchmark } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { lookLines } from './check-lines.ts'

const benchmark = (seen: Partial<CheckedBenchmark>) =>
  ({ verdict: null, absence: null, stopped: true, ...seen }) as CheckedBenchmark
const check = (seen: Partial<Check>) => ({ status: 'reliable', benchmarks: [], nullPair: null, ...seen }) as Check

test('after a look, the progress shows how many benchmarks are decided, and their verdicts', () => {
  const benchmarks = [benchmark({ verdict: 'slower' }), benchmark({ absence: 'failed' }), benchmark({ stopped: false })]
  expect(lookLines(14, check({ benchmarks }), null, null)).toEqual([
    'After 14 rounds: 2 of 3 benchmarks decided (1 slower, 1 failed)',
  ])
})

test('an unreliable check shows no verdict of any benchmark', () => {
  const benchmarks = [benchmark({}), benchmark({})]
  expect(lookLines(14, check({ status: 'unreliable', benchmarks }), null, null)).toEqual([
    'After 14 rounds: 2 of 2 benchmarks decided (unreliable: no verdict)',
  ])
})
