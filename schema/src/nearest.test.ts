import { expect, test } from 'vitest'
import { alternatives, nearest } from './nearest.ts'

const NAMES = ['title', 'times', 'metrics', 'run', 'fromImage']

test.each([
  ['titel', 'title'],
  ['metric', 'metrics'],
  ['metrcis', 'metrics'],
  ['fromimage', 'fromImage'],
  ['Run', 'run'],
  ['rn', 'run'],
  ['tines', 'times'],
  ['colour', null],
  ['x', null],
  ['', null],
  ['run'.repeat(100), null],
])('%s means %s', (text, name) => {
  expect(nearest(text, NAMES)).toBe(name)
})

test('alternatives are the name that is meant, and all names', () => {
  expect(alternatives('quik', ['quick', 'standard'])).toBe('did you mean quick? available: quick, standard')
  expect(alternatives('nope', ['quick', 'standard'])).toBe('available: quick, standard')
  expect(alternatives('quik', ['quick'])).toBe('available: quick')
})
