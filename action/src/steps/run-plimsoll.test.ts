import { expect, test } from 'vitest'
import { errorIn } from './run-plimsoll.ts'

test.each([
  ['', ''],
  ['Preparing\nIt failed.\n', 'It failed.'],
  ['Preparing\nIt failed: b.c:1: error\n  a\n    b\n\n', 'It failed: b.c:1: error\n  a\n    b'],
  ['  cut\nIt failed.\n  a', 'It failed.\n  a'],
])('the error of the command is its last line, with the indented lines below it: %j', (stderr, error) => {
  expect(errorIn(stderr)).toBe(error)
})
