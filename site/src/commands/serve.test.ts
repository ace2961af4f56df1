import { expect, test } from 'vitest'
import { describeSubPath } from './serve.ts'

test('a site that was built for an address with a path is announced with the path that is not needed here', () => {
  expect(describeSubPath('https://example.org/results/')).toContain('here it is at /, without /results: open the')
  for (const other of [null, 'https://example.org/']) expect(describeSubPath(other)).toBeNull()
})
