import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const NAMES = ['title', 'times', 'metrics', 'run', 'fromImage']

test.each([
  ['titel', 'title'],
  ['metric', 'metrics'],
  ['metrcis', 'metrics'],
  ['fromimage', 'fromImage'],
  ['rn', 'run'],
  ['tines', 'times'],
  ['colour', null],
  ['x', null],
  ['', null],
  ['run'.repeat(100), null],
])('%s means %s', (text, name) => {
  expect(nearest(text, NAMES)).toBe(name)
})
