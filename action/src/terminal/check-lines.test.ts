import type { Check, CheckedCell } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { lookLines } from './check-lines.ts'

const cell = (seen: Partial<CheckedCell>) => ({ verdict: null, absence: null, stopped: true, ...seen }) as CheckedCell
const check = (seen: Partial<Check>) => ({ status: 'fit', cells: [], nullPair: null, ...seen }) as Check

test('after a look it is said how many cells are decided, and as what', () => {
  const cells = [cell({ verdict: 'slower' }), cell({ absence: 'failed' }), cell({ stopped: false })]
  expect(lookLines(14, check({ cells }), null, null)).toEqual([
    'After 14 rounds: 2 of 3 cells decided (1 slower, 1 failed)',
  ])
})

test('of an unfit check no cell is said to be anything', () => {
  const cells = [cell({}), cell({})]
  expect(lookLines(14, check({ status: 'unfit', cells }), null, null)).toEqual([
    'After 14 rounds: 2 of 2 cells decided (unfit: nothing is called)',
  ])
})
