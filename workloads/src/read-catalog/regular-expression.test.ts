import { expect, test } from 'vitest'
import { firstMatch, patternError } from './regular-expression.ts'

test.each(['(a+)+$', '(.*a){12}$'])('%s, which makes others search for ever, is searched to the end', (pattern) => {
  expect(patternError(pattern, 2 ** 20, 1)).toBeNull()
  expect(firstMatch(pattern, `${'a'.repeat(2 ** 16)}!`)).toBeNull()
})

test('^ and $ match at lines, and the result is the first group of the first match', () => {
  expect(firstMatch('^took ([0-9.]+) ms$', 'start\ntook 2.5 ms\ntook 3 ms')).toEqual({ group: '2.5' })
  expect(firstMatch('Invalid argument.*O_DIRECT|other', 'no: other')).toEqual({ group: null })
  expect(firstMatch('(a)|b', 'b')).toEqual({ group: null })
  expect(firstMatch('a', 'b')).toBeNull()
})

test('an expression that is too large for the text it has to search is a mistake, and not for less text', () => {
  expect(patternError('(.{0,100}.{0,100}x)', 2 ** 20, 1)).toContain('too large for an output of 1048576 bytes')
  expect(patternError('(.{0,100}.{0,100}x)', 4096, 1)).toBeNull()
})
